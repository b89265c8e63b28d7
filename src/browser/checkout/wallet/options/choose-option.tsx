// Chooses a token on a network, then an account, then pays.
import { useEffect, useState } from "preact/hooks";
import type { PaymentOption } from "../../../../client/index.ts";
import { filled } from "../../../../pages/messages/message.ts";
import { addressOf, groupsOf, sameAccount, shortAddress } from "../display/asset.ts";
import { Connected, Heading } from "../display/heading.tsx";
import { tokenAmount } from "../display/token-amount.ts";
import { totalOf } from "../display/total.ts";
import { choose, disconnect, loadOptions } from "../flow/connect.ts";
import type { Flow, View } from "../flow/flow.ts";
import { payChosen } from "../flow/paying.ts";
import { NoOptions } from "./no-options.tsx";
import { OptionRow } from "./option-row.tsx";
import { planOf } from "./plan.ts";
import { Unavailable, unavailableOf } from "./unavailable.tsx";

interface OptionsProps {
  readonly flow: Flow;
  readonly view: Extract<View, { at: "options" }>;
}

/** Minimum time between two refreshes of the prices, even if this clock is wrong. */
const PRICES_HOLD_MS_MIN = 2_000;

export function ChooseOption({ flow, view }: OptionsProps) {
  const { connection, chosen, prepared, isStarting } = view;
  useFreshPrices(flow, view);
  const { messages, locale } = flow.context.data;
  const texts = messages.wallet;
  if (!chosen) return <NoOptions flow={flow} view={view} />;
  const pay = filled(texts.pay, { amount: tokenAmount(chosen.amount, locale) });
  return (
    <>
      <Heading>{texts.options}</Heading>
      <Connected flow={flow} connection={connection} onChange={() => disconnect(flow)} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void payChosen(flow);
        }}
      >
        <Assets flow={flow} view={view} chosen={chosen} />
        <Account flow={flow} view={view} chosen={chosen} />
        <div class="wallet-bar">
          <Total flow={flow} option={chosen} />
          <p class="wallet-hint" role="status">
            {planOf(texts.plan, chosen, prepared).join(" ")}
          </p>
          <button type="submit" class="button wallet-pay" aria-disabled={isStarting} aria-busy={isStarting}>
            {isStarting ? texts.starting : chosen.collectData ? texts.next : pay}
          </button>
        </div>
        <PriceUntil flow={flow} option={chosen} />
      </form>
      <NotAvailable flow={flow} view={view} />
    </>
  );
}

interface ChosenProps extends OptionsProps {
  readonly chosen: PaymentOption;
}

/** The rest is shown on request. */
const SHOWN_FIRST = 4;

function Assets({ flow, view: { options }, chosen }: ChosenProps) {
  const [isWhole, showAll] = useState(false);
  const { messages, locale } = flow.context.data;
  const groups = groupsOf(options);
  const units = groups.flat().map(([first]) => first?.amount.unit);
  const shown = units.filter((unit, at) => isWhole || at < SHOWN_FIRST || unit === chosen.amount.unit);
  return (
    <>
      <fieldset class="wallet-options" aria-labelledby="wallet-title">
        {groups.map((assets) => {
          const rows = assets.flatMap((asset) => sameAccount(asset, chosen) ?? []);
          const visible = rows.filter(({ amount }) => shown.includes(amount.unit));
          return visible.length === 0 ? null : (
            <div class="wallet-group" key={visible[0]?.amount.display?.assetSymbol}>
              {visible.map((option) => (
                <OptionRow key={option.amount.unit} flow={flow} option={option} isChosen={option === chosen} />
              ))}
            </div>
          );
        })}
      </fieldset>
      {shown.length < units.length && (
        <button type="button" class="wallet-link" onClick={() => showAll(true)}>
          {filled(messages.wallet.showAll, { count: new Intl.NumberFormat(locale).format(units.length) })}
        </button>
      )}
    </>
  );
}

const ACCOUNT_ID = "wallet-account";

/** The account that pays: a choice if several hold enough of the chosen asset. */
function Account({ flow, view: { options }, chosen }: ChosenProps) {
  const { account: label } = flow.context.data.messages.wallet;
  const from = options.filter(({ amount }) => amount.unit === chosen.amount.unit);
  const onChange = (account: string): void => {
    const option = from.find((each) => each.account === account);
    if (option) void choose(flow, option);
  };
  return (
    <p class="wallet-account">
      <label htmlFor={ACCOUNT_ID}>{label}</label>
      {from.length > 1 ? (
        <select id={ACCOUNT_ID} value={chosen.account} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
          {from.map(({ account }) => (
            <option key={account} value={account}>
              {shortAddress(account)}
            </option>
          ))}
        </select>
      ) : (
        <output id={ACCOUNT_ID} class="wallet-address" title={addressOf(chosen.account)}>
          {shortAddress(chosen.account)}
        </output>
      )}
    </p>
  );
}

/** One number, and what comes on top of it. */
function Total({ flow, option }: { readonly flow: Flow; readonly option: PaymentOption }) {
  const { data } = flow.context;
  if (data.isRefund) return null; // its amount is all that the page is about
  const { total, totalAbout, totalWithFee } = data.messages.wallet;
  const whole = totalOf(option, data);
  const amount = whole ?? tokenAmount(option.amount, data.locale);
  const text = whole ? totalAbout : option.networkFee ? totalWithFee : total;
  return <p class="wallet-total">{filled(text, { amount })}</p>;
}

function NotAvailable({ flow, view }: OptionsProps) {
  const { messages, locale } = flow.context.data;
  const { length } = unavailableOf(view);
  if (length === 0) return null;
  const count = new Intl.NumberFormat(locale).format(length);
  return (
    <details class="wallet-others">
      <summary>{filled(messages.wallet.unavailable.title, { count })}</summary>
      <Unavailable flow={flow} view={view} />
    </details>
  );
}

function PriceUntil({ flow, option: { expiresAt } }: { readonly flow: Flow; readonly option: PaymentOption }) {
  const { messages, locale, isRefund } = flow.context.data;
  if (expiresAt === null || isRefund) return null; // a refund has no price
  const time = new Intl.DateTimeFormat(locale, { timeStyle: "medium" }).format(expiresAt * 1000);
  return <p class="wallet-small">{filled(messages.wallet.priceUntil, { time })}</p>;
}

/** Refreshes expiring prices automatically until the buyer starts to pay. */
function useFreshPrices(flow: Flow, { connection, options, chosen, isStarting }: OptionsProps["view"]): void {
  const endsAtS = Math.min(...options.map(({ expiresAt }) => expiresAt ?? Number.POSITIVE_INFINITY));
  useEffect(() => {
    if (isStarting || !Number.isFinite(endsAtS)) return;
    const refresh = () => void loadOptions(flow, connection, "priceUpdated", chosen);
    const timer = setTimeout(refresh, Math.max(PRICES_HOLD_MS_MIN, endsAtS * 1000 - flow.context.nowMs()));
    return () => clearTimeout(timer);
  }, [flow, connection, endsAtS, chosen, isStarting]);
}
