// One asset as a radio button: token, amount, network and fee.
import type { PaymentOption } from "../../../../client/index.ts";
import { shownTokens } from "../../../../money/shown-amounts.ts";
import { filled } from "../../../../pages/messages/message.ts";
import { networkOf, symbolOf } from "../display/asset.ts";
import { Mark } from "../display/mark.tsx";
import { tokenAmount } from "../display/token-amount.ts";
import { fiat } from "../display/total.ts";
import { choose } from "../flow/connect.ts";
import type { Flow } from "../flow/flow.ts";

interface OptionRowProps {
  readonly flow: Flow;
  readonly option: PaymentOption;
  readonly isChosen: boolean;
}

export function OptionRow({ flow, option, isChosen }: OptionRowProps) {
  const { locale } = flow.context.data;
  const network = networkOf(option);
  return (
    <label class="wallet-option">
      <input type="radio" name="option" checked={isChosen} onChange={() => void choose(flow, option)} />
      <Mark symbol={symbolOf(option)} network={network} />
      <span class="wallet-option-text">
        <span class="wallet-amount">{tokenAmount(option.amount, locale)}</span>
        <span class="wallet-where">
          <bdi>{network}</bdi>
          <FeeText flow={flow} option={option} />
        </span>
      </span>
    </label>
  );
}

/** Digits of a fee that its estimate deserves. */
const FEE_DIGITS = 2;

function FeeText({ flow, option: { networkFee } }: { readonly flow: Flow; readonly option: PaymentOption }) {
  const { messages, locale } = flow.context.data;
  const { noFee, fee, fees, feeWorth } = messages.wallet;
  if (networkFee === undefined) return null;
  if (networkFee === null) return <span> · {noFee}</span>;
  const { value, symbol, decimals, fiatAmount } = networkFee;
  if (symbol === null) return <span> · {fees}</span>;
  const coins = shownTokens(BigInt(value), { symbol, decimals }, locale, "ceil", FEE_DIGITS);
  const worth = fiatAmount?.display && fiat(BigInt(fiatAmount.value), fiatAmount.display, locale);
  return <span> · {filled(fee, { fee: worth ? filled(feeWorth, { fee: coins, worth }) : coins })}</span>;
}
