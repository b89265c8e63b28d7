// Token amounts in the reader's locale.
import type { PaymentOption } from "../../../../client/index.ts";
import { shownUnits } from "../../../../money/shown-units.ts";

/** For example "12.50 USDC": rounded up, because it is the most that will be paid. */
export function tokenAmount({ value, unit, display }: PaymentOption["amount"], locale: string): string {
  if (!display) return `${value} ${unit}`;
  return tokens(value, { symbol: display.assetSymbol, decimals: display.decimals }, locale, "ceil");
}

interface Token {
  readonly symbol: string;
  readonly decimals: number;
}

/**
 * @param value smallest units
 * @param digits significant digits, if fewer are enough
 */
export function tokens(
  value: string,
  { symbol, decimals }: Token,
  locale: string,
  roundingMode: "ceil" | "floor",
  digits?: number,
): string {
  const text = `${shownUnits(BigInt(value), decimals, locale, roundingMode, digits)}\u00a0${symbol}`;
  // Isolated (UAX #9) as the server does (src/pages/amount.ts): Arabic text around it would show the symbol first.
  return locale.startsWith("ar") ? `\u2068${text}\u2069` : text;
}
