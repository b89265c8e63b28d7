// Displayed amounts: the currency's own decimals, no lost digits, the reader's locale.
import { expect, test } from "vitest";
import { shownTokens } from "../../src/money/shown-amounts.ts";
import { readableAmount } from "../../src/pages/amount.ts";

/** Spaces, apostrophes and direction marks vary between versions of the locale data. */
const plain = (text: string) =>
  text
    .replaceAll(/[\u00a0\u202f]/g, " ")
    .replaceAll("’", "'")
    .replaceAll(/[\u200e\u200f\u061c]/g, "");

test.each([
  ["en", "USD", 123_450n, "$1,234.50"],
  ["en-GB", "USD", 123_450n, "US$1,234.50"],
  ["en", "JPY", 1_000n, "¥1,000"],
  ["en", "KWD", 1n, "KWD 0.001"],
  // Locale data gives it no decimals; ISO 4217 gives it three.
  ["en", "IQD", 1_500n, "IQD 1.500"],
  ["en", "USD", 999_999_999_999_999_999n, "$9,999,999,999,999,999.99"],
  ["de", "EUR", 1_234_567n, "12.345,67 €"],
  ["de-CH", "CHF", 1_234_567n, "CHF 12'345.67"],
  ["de-AT", "EUR", 1_234_567n, "€ 12.345,67"],
  ["es", "EUR", 1_234_567n, "12.345,67 €"],
  ["zh", "CNY", 1_234_567n, "¥12,345.67"],
  ["hi-IN", "INR", 1_234_567_800n, "₹1,23,45,678.00"],
  // Isolated by U+2068 and U+2069: otherwise it would read "$US".
  ["ar", "USD", 1_000n, "10.00 \u2068US$\u2069"],
  ["ar-EG", "EGP", 1_000n, "١٠٫٠٠ \u2068ج.م.\u2069"],
])("%s: %s %s is %s", (locale, currency, value, text) => {
  expect(plain(readableAmount({ currency, value }, locale))).toBe(text);
});

test.each([
  ["en", 10_050_000n, 6, "10.05 USDC"],
  ["en", 1_000_000n, 6, "1.00 USDC"],
  ["en", 1n, 18, "0.000000000000000001 USDC"],
  ["en", 5n, 0, "5 USDC"],
  ["de", 1_234_567_891n, 6, "1.234,5679 USDC"],
])("%s: %s units of %s decimals are %s", (locale, value, decimals, text) => {
  expect(plain(shownTokens(value, { symbol: "USDC", decimals }, locale))).toBe(text);
});
