// Views shown while waiting for the gateway or for the buyer's wallet.
import { filled } from "../../../pages/messages/message.ts";
import { Heading, nameOf } from "./display/heading.tsx";
import { tokenAmount } from "./display/token-amount.ts";
import { loadOptions } from "./flow/connect.ts";
import type { Flow, View } from "./flow/flow.ts";

interface ViewProps<At extends View["at"]> {
  readonly flow: Flow;
  readonly view: Extract<View, { at: At }>;
}

const Spinner = () => <span class="wallet-spinner" aria-hidden="true" />;

export function Loading({ flow }: ViewProps<"loading">) {
  return (
    <div class="wallet-waiting">
      <Spinner />
      <Heading>{flow.context.data.messages.wallet.loading}</Heading>
    </div>
  );
}

/** Shown until the page shows the payment's new status. */
export const Over = ({ flow }: { readonly flow: Flow }) => (
  <div class="wallet-waiting">
    <Spinner />
    <Heading>{flow.context.data.messages.wallet.starting}</Heading>
  </div>
);

export function Executing({ flow, view }: ViewProps<"executing">) {
  const { connection, option, kind, index, count } = view;
  const { messages, locale } = flow.context.data;
  const texts = messages.wallet.executing;
  const values = {
    wallet: nameOf(flow, connection.wallet),
    amount: tokenAmount(option.amount, locale),
    token: option.amount.display?.assetSymbol ?? "",
  };
  const number = (value: number) => new Intl.NumberFormat(locale).format(value);
  return (
    <div class="wallet-waiting">
      <Spinner />
      <div role="status">
        {count > 1 && (
          <p class="wallet-small">{filled(texts.count, { index: number(index + 1), count: number(count) })}</p>
        )}
        <Heading>{filled(texts[kind], values)}</Heading>
      </div>
      <p class="wallet-hint">{texts.hint}</p>
      <button type="button" class="wallet-link" onClick={() => void loadOptions(flow, connection, null, option)}>
        {texts.back}
      </button>
    </div>
  );
}

export function Confirming({ flow, view: { retryNow, isSent } }: ViewProps<"confirming">) {
  const texts = flow.context.data.messages.wallet.confirming;
  const [title, hint] = !retryNow
    ? [texts.title, texts.hint]
    : isSent
      ? [texts.unsureSent, texts.unsureSentHint]
      : [texts.unsure, texts.unsureHint];
  return (
    <div class="wallet-waiting">
      <Spinner />
      <div role="status">
        <Heading>{title}</Heading>
        <p class="wallet-hint">{hint}</p>
      </div>
      {retryNow && (
        <button
          type="button"
          class="button plain"
          onClick={() => {
            document.getElementById("wallet-title")?.focus(); // the button goes
            retryNow();
          }}
        >
          {texts.again}
        </button>
      )}
    </div>
  );
}
