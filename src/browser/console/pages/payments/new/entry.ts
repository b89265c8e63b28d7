// An amount as keyed in at a till: digits move in from the right, without a decimal point.
import { formatStandardUnits } from "../../../../../money/amount.ts";
import { asciiDigits } from "../../../../../money/digits.ts";
import { decimalsOf, findCurrency } from "../../../../../money/fiat.ts";

/** Maximum digits at the till; the API accepts 18. */
const DIGITS_MAX = 12;

/** The ten digits of a locale, as Intl writes amounts with them. */
const digitsOf = (locale: string): readonly string[] => {
  const format = new Intl.NumberFormat(locale, { useGrouping: false });
  return Array.from({ length: 10 }, (_, digit) => format.format(digit));
};

/** @param key western digits, such as "00" */
export const keyText = (key: string, locale: string): string =>
  key.replace(/[0-9]/g, (digit) => digitsOf(locale)[Number(digit)] ?? digit);

/** Whether a key of a keyboard types one digit, of any script. */
export const isDigit = (key: string): boolean => /^\p{Nd}$/u.test(key);

/** Reads all digits as minor units: "0.123" (a 3 typed after 0.12) is 123, "0.1" (a digit deleted) is 1. */
export const keyedIn = (text: string): bigint => {
  const digits = asciiDigits(text)
    .replace(/[^0-9]/g, "")
    .replace(/^0+/, "");
  return BigInt(digits.slice(0, DIGITS_MAX) || "0");
};

export const withKey = (value: bigint, key: string): bigint => {
  const next = keyedIn(`${value}${key}`);
  return `${value}${key}`.replace(/^0+/, "").length > DIGITS_MAX ? value : next;
};

export const withoutLastKey = (value: bigint): bigint => value / 10n;

const HUNDRED = 100n;

/** A tip, rounded to the nearest minor unit, half of one upwards. @param value in minor units */
export const tipOf = (value: bigint, percentage: number): bigint =>
  (value * BigInt(percentage) + HUNDRED / 2n) / HUNDRED;

/** The field's text: all decimals, without the currency sign. */
export function fieldText(value: bigint, currency: string, locale: string): string {
  const decimals = decimalsOf(currency);
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  // Text, because a float would lose precision.
  return format.format(formatStandardUnits(value, decimals) as Intl.StringNumericLiteral);
}

/** The currency's symbol in this locale ("€"), or its code. */
export function currencySymbol(currency: string, locale: string): string {
  const parts = new Intl.NumberFormat(locale, { style: "currency", currency }).formatToParts(0);
  return parts.find(({ type }) => type === "currency")?.value ?? currency;
}

/** Whether the symbol is written before the number. */
export function symbolComesFirst(currency: string, locale: string): boolean {
  const parts = new Intl.NumberFormat(locale, { style: "currency", currency }).formatToParts(0);
  const place = (kind: string) => parts.findIndex(({ type }) => type === kind);
  return place("currency") < place("integer");
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** All accepted currencies with their names. */
export function currencyChoices(locale: string): readonly Choice[] {
  const names = new Intl.DisplayNames(locale, { type: "currency" });
  return Intl.supportedValuesOf("currency")
    .filter((code) => findCurrency(code) !== null)
    .map((code) => ({ value: code, label: `${code} · ${names.of(code) ?? code}` }));
}
