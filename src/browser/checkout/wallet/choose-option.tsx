// Chooses a token, account and network, then pays.
import { useEffect, useState } from "preact/hooks";
import type { PaymentOption } from "../../../client/index.ts";
import { filled } from "../../../pages/messages/message.ts";
import { disconnect, doubtOf, loadOptions } from "./connect.ts";
import type { Connection, Flow, View } from "./flow.ts";
import { Heading, nameOf, WalletIcon } from "./heading.tsx";
import { OptionRow } from "./option-row.tsx";
import { payChosen } from "./paying.ts";
import { planOf } from "./plan.ts";
import { tokenAmount } from "./token-amount.ts";

interface OptionsProps {
  readonly flow: Flow;
  readonly view: Extract<View, { at: "options" }>;
}

/** Minimum time between two refreshes of the prices, even if this clock is wrong. */
const PRICES_HOLD_MS_MIN = 2_000;
/** The rest is shown on request. */
const SHOWN_FIRST = 4;

export function ChooseOption({ flow, view }: OptionsProps) {
  const { connection, options, chosen, prepared, isStarting } = view;
  const [isWhole, showAll] = useState(false);
  useFreshPrices(flow, view);
  const { messages, locale } = flow.context.data;
  const texts = messages.wallet;
  if (options.length === 0 || !chosen) return <NoOptions flow={flow} connection={connection} />;
  const first = isWhole ? options : options.filter((option, at) => at < SHOWN_FIRST || option === chosen);
  const hasAccounts = new Set(options.map(({ account }) => addressOf(account))).size > 1;
  return (
    <>
      <Heading>{texts.options}</Heading>
      <Connected flow={flow} connection={connection} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void payChosen(flow);
        }}
      >
        <fieldset class="wallet-options" aria-labelledby="wallet-title">
          {first.map((option) => (
            <OptionRow
              key={option.account + option.amount.unit}
              flow={flow}
              option={option}
              isChosen={option === chosen}
              account={hasAccounts ? addressOf(option.account) : null}
            />
          ))}
        </fieldset>
        {first.length < options.length && (
          <button type="button" class="wallet-link" onClick={() => showAll(true)}>
            {filled(texts.showAll, { count: new Intl.NumberFormat(locale).format(options.length) })}
          </button>
        )}
        <p class="wallet-hint" role="status">
          {planOf(texts.plan, chosen, prepared).join(" ")}
        </p>
        <button type="submit" class="button wallet-pay" aria-disabled={isStarting} aria-busy={isStarting}>
          {isStarting ? texts.starting : filled(texts.pay, { amount: tokenAmount(chosen.amount, locale) })}
        </button>
        <PriceUntil flow={flow} option={chosen} />
      </form>
    </>
  );
}

const addressOf = (account: string): string => account.slice(account.lastIndexOf(":") + 1);

function Connected({ flow, connection: { wallet } }: { readonly flow: Flow; readonly connection: Connection }) {
  const texts = flow.context.data.messages.wallet;
  return (
    <p class="wallet-connected">
      <WalletIcon wallet={wallet} />
      <span class="wallet-name">{filled(texts.connected, { wallet: nameOf(flow, wallet) })}</span>
      <button type="button" class="wallet-link" onClick={() => disconnect(flow)}>
        {texts.otherWallet}
      </button>
    </p>
  );
}

function NoOptions({ flow, connection }: { readonly flow: Flow; readonly connection: Connection }) {
  const { messages, chains, locale } = flow.context.data;
  const texts = messages.wallet;
  const networks = new Intl.ListFormat(locale).format(chains.map(({ name }) => name));
  return (
    <>
      <Heading>{texts.noOptions}</Heading>
      <Connected flow={flow} connection={connection} />
      <p class="wallet-hint">
        {texts.noOptionsHint} {filled(texts.accepted, { networks })}
      </p>
      <button type="button" class="button plain" onClick={() => void loadOptions(flow, connection)}>
        {texts.lookAgain}
      </button>
    </>
  );
}

function PriceUntil({ flow, option: { expiresAt } }: { readonly flow: Flow; readonly option: PaymentOption }) {
  const { messages, locale } = flow.context.data;
  if (expiresAt === null) return null;
  const time = new Intl.DateTimeFormat(locale, { timeStyle: "medium" }).format(expiresAt * 1000);
  return <p class="wallet-small">{filled(messages.wallet.priceUntil, { time })}</p>;
}

/** Refreshes expiring prices automatically until the buyer starts to pay. */
function useFreshPrices(flow: Flow, { connection, options, chosen, isStarting }: OptionsProps["view"]): void {
  const endsAtS = Math.min(...options.map(({ expiresAt }) => expiresAt ?? Number.POSITIVE_INFINITY));
  useEffect(() => {
    if (isStarting || !Number.isFinite(endsAtS)) return;
    const refresh = () => void loadOptions(flow, connection, doubtOf(flow) ?? "priceUpdated", chosen);
    const timer = setTimeout(refresh, Math.max(PRICES_HOLD_MS_MIN, endsAtS * 1000 - flow.context.nowMs()));
    return () => clearTimeout(timer);
  }, [flow, connection, endsAtS, chosen, isStarting]);
}
