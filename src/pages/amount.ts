// Amounts in the reader's locale.
import { type FiatAmount, formatStandardUnits } from "../money/amount.ts";
import { decimalsOf } from "../money/fiat.ts";
import { shownUnits } from "../money/shown-units.ts";

/** @param locale BCP 47 */
export function readableAmount({ currency, value }: FiatAmount, locale = "en"): string {
  const decimals = decimalsOf(currency);
  // ISO 4217 defines the decimals of an amount owed; the runtime's own table rounds some currencies.
  const fraction = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return asText(new Intl.NumberFormat(locale, { style: "currency", currency, ...fraction }), value, decimals);
}

/** The usual number of decimals for money. */
const DECIMALS_MIN = 2;

interface Token {
  readonly symbol: string;
  readonly decimals: number;
}

/** Formats an amount such as "10.05 USDC", of as many digits as the checkout shows. */
export function readableTokens(value: bigint, token: Token, locale: string, rounding?: "floor"): string {
  const text = `${readableUnits(value, token, locale, rounding)}\u00a0${token.symbol}`;
  return isRightToLeft(locale) ? `${ISOLATE}${text}${END}` : text;
}

/** The same without the symbol. */
export const readableUnits = (value: bigint, { decimals }: Token, locale: string, rounding?: "floor"): string =>
  shownUnits(value, decimals, locale, rounding);

/** Without separators: the digits that a wallet or an exchange takes, such as "1000.05". */
export function plainTokens(value: bigint, { decimals }: Token): string {
  const [whole, fraction = ""] = formatStandardUnits(value, decimals).split(".");
  const digits = fraction.padEnd(Math.min(decimals, DECIMALS_MIN), "0");
  return digits === "" ? `${whole}` : `${whole}.${digits}`;
}

/** Formats the value as text, because a float would lose precision. */
const asText = (format: Intl.NumberFormat, value: bigint, decimals: number): string =>
  format
    .formatToParts(formatStandardUnits(value, decimals) as Intl.StringNumericLiteral)
    .map(({ type, value: part }) =>
      type === "currency" && isRightToLeft(format.resolvedOptions().locale) ? `${ISOLATE}${part}${END}` : part,
    )
    .join("");

/** U+2068 and U+2069 (UAX #9): without them, "US$" in Arabic text renders as "$US", and "5 USDC" as "USDC 5". */
const [ISOLATE, END] = ["\u2068", "\u2069"];

const isRightToLeft = (locale: string): boolean => locale.split("-")[0] === "ar";
