// An amount as a person types it in any of our languages, with digits of any script and one separator, for decimals.
import { parseStandardUnits } from "./amount.ts";
import { decimalSeparator } from "./digits.ts";
import { typedNumber } from "./typed-text.ts";

/** Full stop, comma, Arabic decimal separator, full-width full stop and comma. */
const SEPARATOR = /[.,\u066b\uff0e\uff0c]/;
const PLAIN: Readonly<Record<string, string>> = { "\uff0e": ".", "\uff0c": "," };

/**
 * A separator that may group thousands is refused: "1,500" in English, "1.500" in German. "0,500" and "1,50" cannot.
 * @param decimals of the currency
 * @param locale the reader's, BCP 47
 * @returns smallest units; null if it is malformed, may mean another amount, or has more decimals or digits
 */
export function parseEnteredAmount(text: string, decimals: number, digitsMax: number, locale: string): bigint | null {
  const western = typedNumber(text).replace(/^0+(?=[0-9])/, "");
  const [whole = "", ...rest] = western.split(SEPARATOR);
  if (rest.length === 0) return parseStandardUnits(whole, decimals, digitsMax);
  const [fraction = ""] = rest;
  const separator = western.charAt(whole.length);
  const mayGroup = /^[1-9][0-9]{0,2}$/.test(whole) && /^[0-9]{3}$/.test(fraction);
  if (rest.length > 1 || (mayGroup && !decimalSeparators(locale).includes(PLAIN[separator] ?? separator))) return null;
  return parseStandardUnits(`${whole}.${fraction}`, decimals, digitsMax);
}

/** The language has one with its own digits and one with western ones: in Arabic, ٫ and the full stop. */
const decimalSeparators = (locale: string): readonly (string | undefined)[] =>
  [{}, { numberingSystem: "latn" }].map((digits) => decimalSeparator(locale, digits));
