// The page of somebody who is not signed in yet: the logo, a heading and a form in the middle of the screen.
import { Box, Center, Paper, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import type { ReactNode } from "react";
import { Mark } from "../display/mark.tsx";
import { LanguageSelect } from "../fields/language-select.tsx";
import { useOwnScreen } from "./shell.ts";
import classes from "./sign-in-frame.module.css";

interface SignInFrameProps {
  /** The tab's title. */
  readonly title: string;
  readonly heading: string;
  /** Between the heading and the form. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

export function SignInFrame({ title, heading, note, children }: SignInFrameProps) {
  useDocumentTitle(`${title} · Turnpike`);
  useOwnScreen();
  return (
    <main className={classes.page}>
      <Box className={classes.column}>
        <Center mb="sm">
          <Mark size={44} />
        </Center>
        <Title order={1} ta="center" style={{ overflowWrap: "anywhere" }}>
          {heading}
        </Title>
        {note}
        <Paper p={{ base: "lg", sm: "xl" }} mt="lg" shadow="sm" className={classes.card}>
          {children}
        </Paper>
        <Center mt="lg">
          <LanguageSelect />
        </Center>
      </Box>
    </main>
  );
}
