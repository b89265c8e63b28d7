// Advice about a link that was used or replaced, or has expired: most people who open one have joined already.
import { Button } from "@mantine/core";
import { ApiError } from "../../../../client/errors.ts";
import { EmptyState } from "../../app/display/empty-state.tsx";
import { useSessionControl } from "../../app/session/session.tsx";
import { messages } from "../../app/text/language.ts";

export const hasLinkEnded = (error: unknown): boolean => error instanceof ApiError && error.code === "not_found";

/** @param open shows the console, or the sign-in */
export function EndedLink({ open }: { readonly open: () => void }) {
  const { ended: texts } = messages().join;
  const isSignedIn = useSessionControl().state.type === "signed-in";
  return (
    <EmptyState
      icon="alert"
      title={texts.title}
      actions={<Button onClick={open}>{isSignedIn ? texts.open : texts.signIn}</Button>}
    >
      {texts.text}
    </EmptyState>
  );
}
