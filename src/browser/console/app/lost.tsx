// Pages for unknown URLs and for crashes.

import type { ErrorComponentProps } from "@tanstack/react-router";
import { useEffect } from "react";
import { ButtonLink } from "./links.tsx";
import { PageUnavailable, serverResponds } from "./load-page.ts";
import { Page } from "./page.tsx";
import { FailureNote, Nothing } from "./states.tsx";

export const Lost = () => (
  <Page title="Page not found">
    <Nothing
      icon="search"
      title="This page doesn't exist"
      actions={<ButtonLink to="/payments">Back to payments</ButtonLink>}
    >
      The link may be outdated or incomplete.
    </Nothing>
  </Page>
);

export function Broken({ error }: ErrorComponentProps) {
  const isUnavailable = error instanceof PageUnavailable;
  useEffect(() => {
    if (!isUnavailable) return;
    const retry = () => void reload();
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [isUnavailable]);
  return (
    <Page title={isUnavailable ? "Page not loaded" : "Something went wrong"}>
      <FailureNote error={error} retry={() => void reload()} />
    </Page>
  );
}

/** Without a connection, the browser would replace the console with a page that cannot return. */
async function reload(): Promise<void> {
  if (await serverResponds()) location.reload();
}
