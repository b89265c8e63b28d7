// The frame of every page: its heading (also used as the tab's title and focused on arrival) and its actions.
import { Anchor, Box, Stack, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "../display/icon.tsx";
import { DialogHolder } from "./held-dialog.tsx";
import classes from "./page.module.css";
import { useOwnScreen } from "./shell.ts";

interface PageProps {
  readonly title: string;
  /** Replaces the title as the heading's content. */
  readonly heading?: ReactNode;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  /** The list that this page belongs to. */
  readonly back?: {
    readonly to: "/payments" | "/payment-links" | "/merchants" | "/webhooks" | "/events" | "/books";
    readonly label: string;
  };
  readonly children: ReactNode;
}

export function Page({ title, heading = title, description, actions, back, children }: PageProps) {
  useDocumentTitle(`${title} · Turnpike`);
  useOwnScreen();
  const headingElement = useFocusOnArrival();
  return (
    <DialogHolder>
      <Stack gap="lg">
        <Box>
          {back && <BackLink {...back} />}
          <div className={classes.head}>
            <div className={classes.title} data-described={description ? true : undefined}>
              <Title order={1} ref={headingElement} tabIndex={-1} style={{ overflowWrap: "anywhere" }}>
                {heading}
              </Title>
              {description && (
                <Text c="dimmed" mt={4} maw="44rem">
                  {description}
                </Text>
              )}
            </div>
            {actions && <div className={classes.actions}>{actions}</div>}
          </div>
        </Box>
        {children}
      </Stack>
    </DialogHolder>
  );
}

const BackLink = ({ to, label }: NonNullable<PageProps["back"]>) => (
  <Anchor
    component={Link}
    to={to}
    underline="hover"
    size="sm"
    c="dimmed"
    mb="xs"
    style={{ display: "inline-flex", gap: 6, alignItems: "center" }}
  >
    <Icon name="back" size={15} />
    {label}
  </Anchor>
);

/** Skipped if the page has already moved the focus. */
function useFocusOnArrival() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const main = document.querySelector("main");
    if (!main?.contains(document.activeElement) || document.activeElement === main) {
      heading.current?.focus({ preventScroll: true });
    }
  }, []);
  return heading;
}
