// Pages for unknown URLs and for crashes.

import type { ErrorComponentProps } from "@tanstack/react-router";
import { useEffect } from "react";
import { EmptyState } from "../display/empty-state.tsx";
import { ButtonLink } from "../display/links.tsx";
import { FailureNote } from "../failure/states.tsx";
import { PageUnavailable, reload } from "../loading/load-page.ts";
import { messages } from "../text/language.ts";
import { Page } from "./page.tsx";

export function NotFoundPage() {
  const { errorPages: texts } = messages().app;
  return (
    <Page title={texts.title}>
      <EmptyState icon="search" title={texts.heading} actions={<ButtonLink to="/payments">{texts.back}</ButtonLink>}>
        {texts.text}
      </EmptyState>
    </Page>
  );
}

export function ErrorPage({ error }: ErrorComponentProps) {
  const { errorPages: texts } = messages().app;
  const isUnavailable = error instanceof PageUnavailable;
  useEffect(() => {
    if (!isUnavailable) return;
    const retry = () => void reload();
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [isUnavailable]);
  return (
    <Page title={isUnavailable ? texts.notLoaded : texts.broken}>
      <FailureNote error={error} retry={() => void reload()} />
    </Page>
  );
}
