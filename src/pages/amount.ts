// Amounts as a person reads them, in the way of their language and region.
import { type FiatAmount, formatStandardUnits } from "../money/amount.ts";
import { findCurrency } from "../money/fiat.ts";

/** @param locale BCP 47 */
export function readableAmount({ currency, value }: FiatAmount, locale = "en"): string {
  const decimals = findCurrency(currency)?.decimals ?? 0;
  // By ISO 4217, which is what is owed; a browser's own table rounds some currencies.
  const fraction = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return asText(new Intl.NumberFormat(locale, { style: "currency", currency, ...fraction }), value, decimals);
}

/** As money is mostly written. */
const DECIMALS_MIN = 2;
/** Most decimals that Intl.NumberFormat takes (ECMA-402). */
const DECIMALS_MAX = 100;

/** An amount of a token: "10.05 USDC". */
export function readableTokens(
  value: bigint,
  { symbol, decimals }: { readonly symbol: string; readonly decimals: number },
  locale: string,
): string {
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: Math.min(decimals, DECIMALS_MIN),
    maximumFractionDigits: Math.min(decimals, DECIMALS_MAX),
  });
  return `${asText(format, value, decimals)}\u00a0${symbol}`;
}

/** As text, so that no digit is lost on the way through a float. */
const asText = (format: Intl.NumberFormat, value: bigint, decimals: number): string =>
  format
    .formatToParts(formatStandardUnits(value, decimals) as Intl.StringNumericLiteral)
    .map(({ type, value: part }) => (type === "currency" && isRightToLeft(format) ? `${ISOLATE}${part}${END}` : part))
    .join("");

/** U+2068 and U+2069 (UAX #9): without them "US$" in Arabic text is shown as "$US". */
const [ISOLATE, END] = ["\u2068", "\u2069"];

const isRightToLeft = (format: Intl.NumberFormat): boolean => format.resolvedOptions().locale.split("-")[0] === "ar";
