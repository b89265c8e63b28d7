// An amount as keyed in at a till: digits move in from the right, so nobody types a decimal point.
import { formatStandardUnits } from "../../../../money/amount.ts";
import { findCurrency } from "../../../../money/fiat.ts";

/** Maximum digits at the till; the API accepts 18. */
const DIGITS_MAX = 12;

/** Reads all digits as minor units: "0.123" (a 3 typed after 0.12) is 123, "0.1" (a digit deleted) is 1. */
export const keyedIn = (text: string): bigint => {
  const digits = text.replace(/[^0-9]/g, "").replace(/^0+/, "");
  return BigInt(digits.slice(0, DIGITS_MAX) || "0");
};

export const withKey = (value: bigint, key: string): bigint => {
  const next = keyedIn(`${value}${key}`);
  return `${value}${key}`.replace(/^0+/, "").length > DIGITS_MAX ? value : next;
};

export const withoutLastKey = (value: bigint): bigint => value / 10n;

/** The field's text: all decimals, without the currency sign. Digits are western, as on the keys. */
export function fieldText(value: bigint, currency: string, locale?: string): string {
  const decimals = findCurrency(currency)?.decimals ?? 0;
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    numberingSystem: "latn",
  });
  // As text, so that no precision is lost in a float.
  return format.format(formatStandardUnits(value, decimals) as Intl.StringNumericLiteral);
}

/** The currency's symbol in this locale ("€"), or its code. */
export function currencySymbol(currency: string, locale?: string): string {
  const parts = new Intl.NumberFormat(locale, { style: "currency", currency }).formatToParts(0);
  return parts.find(({ type }) => type === "currency")?.value ?? currency;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** All accepted currencies with their names. */
export function currencyChoices(locale?: string): readonly Choice[] {
  const names = new Intl.DisplayNames(locale, { type: "currency" });
  return Intl.supportedValuesOf("currency")
    .filter((code) => findCurrency(code) !== null)
    .map((code) => ({ value: code, label: `${code} · ${names.of(code) ?? code}` }));
}
