// Token amounts in the reader's locale.
import type { PaymentOption } from "../../../../client/index.ts";

const FRACTION_DIGITS_MAX = 8;

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
  const padded = value.padStart(decimals + 1, "0");
  const at = padded.length - decimals;
  const number = new Intl.NumberFormat(locale, {
    ...(digits === undefined
      ? {
          minimumFractionDigits: Math.min(2, decimals),
          maximumFractionDigits: Math.max(Math.min(2, decimals), Math.min(FRACTION_DIGITS_MAX, decimals)),
        }
      : { maximumSignificantDigits: digits }),
    roundingMode,
  });
  // Text, because a JavaScript number can't hold all digits.
  const text = `${number.format(`${padded.slice(0, at)}.${padded.slice(at) || "0"}` as `${number}`)} ${symbol}`;
  // Isolated (UAX #9) as the server does (src/pages/amount.ts): Arabic text around it would show the symbol first.
  return locale.startsWith("ar") ? `\u2068${text}\u2069` : text;
}
