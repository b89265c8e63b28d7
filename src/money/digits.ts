// Digits that people type in their own script.

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
