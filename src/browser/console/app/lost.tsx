// Pages for unknown URLs and for crashes.

import type { ErrorComponentProps } from "@tanstack/react-router";
import { ButtonLink } from "./links.tsx";
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

export const Broken = ({ error }: ErrorComponentProps) => (
  <Page title="Something went wrong">
    <FailureNote error={error} retry={() => location.reload()} />
  </Page>
);
