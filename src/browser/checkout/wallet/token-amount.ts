import type { PaymentOption } from "../../../client/index.ts";

/** Amounts are rounded up to this many digits: the result is the most that will be paid. */
const FRACTION_DIGITS_MAX = 8;

/** For example "12.50 USDC". */
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
  // As text, because a JavaScript number can't hold all digits.
  return `${number.format(`${digits.slice(0, at)}.${digits.slice(at) || "0"}` as `${number}`)} ${assetSymbol}`;
}
