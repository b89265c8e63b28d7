// An amount as a person types it in any of our languages. Only digits and one decimal separator are accepted: a
// grouping separator would be ambiguous ("1,234").
import { parseStandardUnits } from "./amount.ts";

/** U+0660 (Arabic-Indic), U+06F0 (Persian) and U+FF10 (full-width), each followed by 1 to 9. */
const ZEROS = [0x0660, 0x06f0, 0xff10];

/** Comma, Arabic decimal separator, full-width full stop and comma. */
const SEPARATORS = /[,\u066b\uff0e\uff0c]/g;

/**
 * @param decimals of the currency
 * @returns smallest units; null if it is malformed or has more decimals or digits
 */
export const parseEnteredAmount = (text: string, decimals: number, digitsMax: number): bigint | null =>
  parseStandardUnits(
    text
      .trim()
      .replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, toAsciiDigit)
      .replace(SEPARATORS, ".")
      .replace(/^0+(?=[0-9])/, ""),
    decimals,
    digitsMax,
  );

function toAsciiDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  const zero = ZEROS.find((each) => code >= each && code < each + 10) ?? code;
  return String(code - zero);
}
