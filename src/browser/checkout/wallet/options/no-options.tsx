// Shown if the connected wallet can't pay: what it would need, or why that is unknown.
import { useEffect, useState } from "preact/hooks";
import { filled } from "../../../../pages/messages/message.ts";
import { Connected, Heading } from "../display/heading.tsx";
import { disconnect, loadOptions } from "../flow/connect.ts";
import type { Flow, View } from "../flow/flow.ts";
import { Accounts } from "./accounts.tsx";
import { Unavailable, unavailableOf } from "./unavailable.tsx";

/** The nearest to paying. The rest is shown on request. */
const SHOWN_FIRST = 2;

export function NoOptions({ flow, view }: { readonly flow: Flow; readonly view: Extract<View, { at: "options" }> }) {
  const { messages, locale } = flow.context.data;
  const texts = messages.wallet;
  const [isWhole, showAll] = useState(false);
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
  const { length } = unavailableOf(view);
  const hint = isRefused ? texts.problems.accountRefused : length > 0 ? texts.noOptionsHint : texts.noneAccepted;
  return (
    <>
      <Heading>{title}</Heading>
      <Connected flow={flow} connection={view.connection} onChange={() => disconnect(flow)} />
      <Accounts flow={flow} accounts={view.connection.accounts} />
      {(isRead || isRefused) && <p class="wallet-hint">{hint}</p>}
      <Unavailable flow={flow} view={view} first={isWhole ? length : SHOWN_FIRST} />
      {!isWhole && length > SHOWN_FIRST && (
        <button type="button" class="wallet-link" onClick={() => showAll(true)}>
          {filled(texts.showAll, { count: new Intl.NumberFormat(locale).format(length) })}
        </button>
      )}
      {!isRefused && (
        <button type="button" class="button plain" onClick={() => void loadOptions(flow, view.connection)}>
          {texts.lookAgain}
        </button>
      )}
    </>
  );
}
