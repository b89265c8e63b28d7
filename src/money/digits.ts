// Digits and decimal separators, as people of any language write them.

const DIGIT = /\p{Nd}/u;

/** The same text with every decimal digit, of any script, as 0 to 9. */
export const asciiDigits = (text: string): string =>
  text.replace(/(?![0-9])\p{Nd}/gu, (digit) => String(numberOf(digit)));

/** Unicode keeps the ten digits of a script together, from zero on, and whole sets side by side. */
function numberOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (DIGIT.test(String.fromCodePoint(code - before - 1))) before += 1;
  return before % 10;
}

/** What separates decimals in a language. @throws RangeError if the locale is no language tag (BCP 47) */
export const decimalSeparator = (locale: string, digits: Intl.NumberFormatOptions = {}): string | undefined =>
  new Intl.NumberFormat(locale, digits).formatToParts(1.5).find(({ type }) => type === "decimal")?.value;
