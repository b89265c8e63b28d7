// Amounts as people type them.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatStandardUnits } from "../../src/money/amount.ts";
import { asciiDigits } from "../../src/money/digits.ts";
import { parseEnteredAmount } from "../../src/money/entered-amount.ts";

const parse = (text: string, decimals = 2, locale = "en") => parseEnteredAmount(text, decimals, 18, locale);

describe("an entered amount", () => {
  test.each<[text: string, decimals: number, locale: string, value: bigint]>([
    ["0", 2, "en", 0n],
    ["007", 2, "en", 700n],
    ["00.5", 2, "en", 50n],
    ["12,5", 2, "en", 1250n],
    ["1.5", 2, "de", 150n],
    ["12٫50", 2, "ar", 1250n],
    ["12，50", 2, "zh", 1250n],
    ["１２．５", 2, "zh", 1250n],
    ["٠١٢٣٤٥٦٧٨٩", 0, "ar", 123_456_789n],
    ["۰۱۲۳۴۵۶۷۸۹", 0, "fa", 123_456_789n],
    ["०१२३४५६७८९", 0, "hi", 123_456_789n],
    ["০১২৩৪৫৬৭৮৯", 0, "bn", 123_456_789n],
    ["０１２３４５６７８９", 0, "ja", 123_456_789n],
    ["𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗𝟘𝟙", 0, "en", 12_345_678_901n],
    ["1.234", 3, "en", 1234n],
    ["1,234", 3, "de", 1234n],
    ["١٫٢٣٤", 3, "ar-KW", 1234n],
    ["1.500", 3, "ar-KW", 1500n], // as our form suggests it
    ["\u20681.5\u2069", 3, "ar-KW", 1500n],
    ["0,234", 3, "en", 234n], // no group begins with zero
    ["1234,500", 3, "en", 1_234_500n], // and none has four digits
    ["1,23", 3, "en", 1230n],
    ["\u00a012.5\n", 2, "en", 1250n],
  ])("%j with %i decimals in %s is %i", (text, decimals, locale, value) => {
    expect(parse(text, decimals, locale)).toBe(value);
  });

  test.each([
    "",
    " ",
    ".",
    "1.",
    ".5",
    "1,234.50",
    "1.234,50",
    "1 000",
    "-1",
    "+1",
    "1e3",
    "1.234",
    "1٬000",
    "²",
    "NaN",
  ])("%j is none", (text) => {
    expect(parse(text)).toBeNull();
  });

  test.each([
    ["1,500", "en"],
    ["12,500", "en-KW"],
    ["１，５００", "en"],
    ["1.500", "de"],
    ["123.500", "fr"],
    ["1,500", "ar-EG"],
    ["1,500", "zh"],
  ])("%s in %s may be thousands, so a currency of three decimals refuses it", (text, locale) => {
    expect(parse(text, 3, locale)).toBeNull();
  });

  test("has at most that many digits", () => {
    expect(parse("9".repeat(16))).toBe(10n ** 18n - 100n);
    expect(parse("9".repeat(17))).toBeNull();
  });

  test("reads what is written with any separator", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 18n - 1n), fc.constantFrom(".", ",", "٫"), (value, separator) => {
        expect(parse(formatStandardUnits(value, 2).replace(".", separator))).toBe(value);
      }),
    );
  });

  test.each(["en", "de", "fr", "es", "zh", "ar", "ar-EG", "hi-u-nu-deva", "bn", "fa", "my"])(
    "reads what %s shows, in every currency",
    (locale) => {
      fc.assert(
        fc.property(fc.bigInt(0n, 10n ** 12n), fc.constantFrom(0, 2, 3), (value, decimals) => {
          const fraction = { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: false };
          const shown = new Intl.NumberFormat(locale, fraction).format(
            formatStandardUnits(value, decimals) as Intl.StringNumericLiteral,
          );
          expect(parse(shown, decimals, locale)).toBe(value);
        }),
      );
    },
  );
});

test("digits of every script become western ones, and nothing else changes", () => {
  for (let code = 0; code < 0x1f_fff; code++) {
    const letter = String.fromCodePoint(code);
    const expected = /\p{Nd}/u.test(letter) ? /^[0-9]$/ : null;
    if (expected) expect(asciiDigits(letter)).toMatch(expected);
    else if (code % 97 === 0) expect(asciiDigits(letter)).toBe(letter);
  }
  expect(asciiDigits("a٣b৯c𞥓")).toBe("a3b9c3");
});
