// The page of somebody who is not signed in yet: the logo, a heading and a form in the middle of the screen.
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
      <div className={classes.column}>
        <Mark size={44} />
        <h1>{heading}</h1>
        {note}
        <div className={classes.card}>{children}</div>
        <LanguageSelect />
      </div>
    </main>
  );
}
