// Shown if the connected wallet can't pay: what it would need, or why that is unknown.
import { useEffect } from "preact/hooks";
import { Connected, Heading } from "../display/heading.tsx";
import { disconnect, loadOptions } from "../flow/connect.ts";
import type { Flow, View } from "../flow/flow.ts";
import { Unavailable, unavailableOf } from "./unavailable.tsx";

export function NoOptions({ flow, view }: { readonly flow: Flow; readonly view: Extract<View, { at: "options" }> }) {
  const texts = flow.context.data.messages.wallet;
  const { problem } = flow.shown;
  const isRead = view.unavailable !== null;
  const isRefused = problem === "accountRefused";
  const title = isRead ? texts.noOptions : isRefused ? texts.refusedTitle : texts.notRead;
  useEffect(() => {
    if (isRead || isRefused) return;
    const again = () => void loadOptions(flow, view.connection);
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, [flow, view.connection, isRead, isRefused]);
  const hasReasons = unavailableOf(view).length > 0;
  return (
    <>
      <Heading>{title}</Heading>
      <Connected flow={flow} connection={view.connection} onChange={() => disconnect(flow)} />
      {isRead && <p class="wallet-hint">{hasReasons ? texts.noOptionsHint : texts.noneAccepted}</p>}
      <Unavailable flow={flow} view={view} />
      {!isRefused && (
        <button type="button" class="button plain" onClick={() => void loadOptions(flow, view.connection)}>
          {texts.lookAgain}
        </button>
      )}
    </>
  );
}
