// Amounts with their currency or symbol, as people read them, in every page alike.
import { formatStandardUnits } from "./amount.ts";
import { shownUnits } from "./shown-units.ts";

interface Token {
  readonly symbol: string;
  readonly decimals: number;
}

/** For example "10.05 USDC". The last parameters are those of `shownUnits`. */
export function shownTokens(
  value: bigint,
  { symbol, decimals }: Token,
  locale: string,
  roundingMode?: "ceil" | "floor",
  digits?: number,
): string {
  const text = `${shownUnits(value, decimals, locale, roundingMode, digits)}\u00a0${symbol}`;
  return isRightToLeft(locale) ? isolated(text) : text;
}

/**
 * For example "$12.50".
 * @param value minor units
 * @param decimals of ISO 4217
 */
export const shownFiat = (value: bigint, currency: string, decimals: number, locale: string): string =>
  withSymbol(fiatFormat(currency, decimals, locale), formatStandardUnits(value, decimals) as Intl.StringNumericLiteral);

/** ISO 4217 defines the decimals of an amount owed; the runtime's own table rounds some currencies. */
export const fiatFormat = (currency: string, decimals: number, locale: string): Intl.NumberFormat =>
  new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });

/** @param amount in standard units: text, if a float would lose digits */
export const withSymbol = (format: Intl.NumberFormat, amount: number | Intl.StringNumericLiteral): string =>
  isRightToLeft(format.resolvedOptions().locale)
    ? format
        .formatToParts(amount)
        .map(({ type, value }) => (type === "currency" ? isolated(value) : value))
        .join("")
    : format.format(amount);

/** U+2068 and U+2069 (UAX #9): without them, "US$" in Arabic text renders as "$US", and "5 USDC" as "USDC 5". */
const isolated = (text: string): string => `\u2068${text}\u2069`;

const isRightToLeft = (locale: string): boolean => locale.split("-")[0] === "ar";
