import type { WireAmount } from "../../../../contract/amounts.ts";
import { amountText, exactAmountText } from "./money-text.ts";

/** An amount that does not break, with all its digits as the title. */
export const Amount = ({ of }: { readonly of: WireAmount }) => (
  <bdi className="amount" title={exactAmountText(of)}>
    {amountText(of)}
  </bdi>
);

/** With all its digits, for an amount that somebody is about to sign. It wraps where it does not fit. */
export const ExactAmount = ({ of }: { readonly of: WireAmount }) => (
  <bdi style={{ overflowWrap: "anywhere", fontVariantNumeric: "tabular-nums" }}>{exactAmountText(of)}</bdi>
);
