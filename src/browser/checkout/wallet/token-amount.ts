// A token's amount as the buyer reads it, in the way of their language.
import type { PaymentOption } from "../../../client/index.ts";

/** More digits than this nobody compares; what is left out is rounded up, for that is what is paid at most. */
const FRACTION_DIGITS_MAX = 8;

/** Such as "12.50 USDC". */
export function tokenAmount({ value, unit, display }: PaymentOption["amount"], locale: string): string {
  if (!display) return `${value} ${unit}`;
  const { decimals, assetSymbol } = display;
  const digits = value.padStart(decimals + 1, "0");
  const at = digits.length - decimals;
  const number = new Intl.NumberFormat(locale, {
    minimumFractionDigits: Math.min(2, decimals),
    maximumFractionDigits: Math.max(Math.min(2, decimals), Math.min(FRACTION_DIGITS_MAX, decimals)),
    roundingMode: "ceil",
  });
  // As text: no number of JavaScript holds all of its digits.
  return `${number.format(`${digits.slice(0, at)}.${digits.slice(at) || "0"}` as `${number}`)} ${assetSymbol}`;
}
