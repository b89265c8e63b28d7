// Token amounts in the reader's locale.
import type { PaymentOption } from "../../../../client/index.ts";
import { shownTokens } from "../../../../money/shown-amounts.ts";

/** For example "12.50 USDC": rounded up, because it is the most that will be paid. */
export function tokenAmount({ value, unit, display }: PaymentOption["amount"], locale: string): string {
  if (!display) return `${value} ${unit}`;
  return shownTokens(BigInt(value), { symbol: display.assetSymbol, decimals: display.decimals }, locale);
}
