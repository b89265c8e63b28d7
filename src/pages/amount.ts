// Amounts in the reader's locale.
import { type FiatAmount, formatStandardUnits } from "../money/amount.ts";
import { decimalsOf } from "../money/fiat.ts";

/** @param locale BCP 47 */
export function readableAmount({ currency, value }: FiatAmount, locale = "en"): string {
  const decimals = decimalsOf(currency);
  // ISO 4217 defines the decimals of an amount owed; the runtime's own table rounds some currencies.
  const fraction = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return asText(new Intl.NumberFormat(locale, { style: "currency", currency, ...fraction }), value, decimals);
}

/** The usual number of decimals for money. */
const DECIMALS_MIN = 2;
/** Limit of Intl.NumberFormat (ECMA-402). */
const DECIMALS_MAX = 100;

interface Token {
  readonly symbol: string;
  readonly decimals: number;
}

/** Formats an amount such as "10.05 USDC". */
export function readableTokens(value: bigint, token: Token, locale: string): string {
  const format = tokenFormat(token, locale);
  const text = `${asText(format, value, token.decimals)}\u00a0${token.symbol}`;
  return isRightToLeft(format) ? `${ISOLATE}${text}${END}` : text;
}

/** The same without the symbol. */
export const readableUnits = (value: bigint, token: Token, locale: string): string =>
  asText(tokenFormat(token, locale), value, token.decimals);

const tokenFormat = ({ decimals }: Token, locale: string) =>
  new Intl.NumberFormat(locale, {
    minimumFractionDigits: Math.min(decimals, DECIMALS_MIN),
    maximumFractionDigits: Math.min(decimals, DECIMALS_MAX),
  });

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
    .map(({ type, value: part }) => (type === "currency" && isRightToLeft(format) ? `${ISOLATE}${part}${END}` : part))
    .join("");

/** U+2068 and U+2069 (UAX #9): without them, "US$" in Arabic text renders as "$US", and "5 USDC" as "USDC 5". */
const [ISOLATE, END] = ["\u2068", "\u2069"];

const isRightToLeft = (format: Intl.NumberFormat): boolean => format.resolvedOptions().locale.split("-")[0] === "ar";
