// Amounts as people type them.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatStandardUnits } from "../../src/money/amount.ts";
import { parseEnteredAmount } from "../../src/money/entered-amount.ts";

const parse = (text: string, decimals = 2) => parseEnteredAmount(text, decimals, 18);

describe("an entered amount", () => {
  test.each<[text: string, decimals: number, value: bigint]>([
    ["0", 2, 0n],
    ["007", 2, 700n],
    ["00.5", 2, 50n],
    ["12,5", 2, 1250n],
    ["12٫50", 2, 1250n],
    ["12，50", 2, 1250n],
    ["１２．５", 2, 1250n],
    ["٠١٢٣٤٥٦٧٨٩", 0, 123_456_789n],
    ["۰۱۲۳۴۵۶۷۸۹", 0, 123_456_789n],
    ["０１２３４５６７８９", 0, 123_456_789n],
    ["1,234", 3, 1234n],
    ["\u00a012.5\n", 2, 1250n],
  ])("%j with %i decimals is %i", (text, decimals, value) => {
    expect(parse(text, decimals)).toBe(value);
  });

  test.each(["", " ", ".", "1.", ".5", "1,234.50", "1.234,50", "1 000", "-1", "+1", "1e3", "1.234", "१२", "²", "NaN"])(
    "%j is none",
    (text) => {
      expect(parse(text)).toBeNull();
    },
  );

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
});
