// Amounts between their texts and smallest units.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  chainOfUnit,
  changeDecimals,
  currencyOfUnit,
  fiatUnit,
  formatFiat,
  formatStandardUnits,
  parsePositiveInteger,
  parseStandardUnits,
  scaleUp,
  tokenUnit,
} from "../../src/money/amount.ts";

describe("a unit", () => {
  test("of a currency contains its code", () => {
    expect(fiatUnit("USD")).toBe("iso4217/USD");
    expect(currencyOfUnit("iso4217/USD")).toBe("USD");
  });

  test.each(["caip19/eip155:1/slip44:60", "USD", "USD/iso4217/", " iso4217/USD", ""])("%j has no currency", (unit) => {
    expect(currencyOfUnit(unit)).toBeNull();
  });

  test("of a token contains its asset id", () => {
    expect(tokenUnit("eip155:1/slip44:60")).toBe("caip19/eip155:1/slip44:60");
    expect([chainOfUnit("caip19/eip155:1/slip44:60"), chainOfUnit("iso4217/USD")]).toEqual(["eip155:1", ""]);
  });
});

describe("a positive integer in plain digits", () => {
  test.each([
    ["1", 1n],
    ["9", 9n],
    ["10", 10n],
    ["123456", 123456n],
  ])("%s is read", (text, value) => {
    expect(parsePositiveInteger(text, 6)).toBe(value);
  });

  test.each(["", "0", "01", "-1", "+1", "1.0", "1e3", " 1", "1 ", "0x1", "1a", "a1", "１", "1234567"])(
    "%j is rejected",
    (text) => {
      expect(parsePositiveInteger(text, 6)).toBeNull();
    },
  );
});

describe("rounding", () => {
  test.each([
    [7n, 1n, 1n, 7n],
    [7n, 2n, 7n, 2n],
    [1n, 1n, 2n, 1n],
    [10n, 3n, 4n, 8n],
    [9n, 3n, 4n, 7n],
    [0n, 3n, 4n, 0n],
  ])("%i × %i / %i is at least %i", (value, numerator, denominator, expected) => {
    expect(scaleUp(value, numerator, denominator)).toBe(expected);
  });

  test("goes up by less than one unit", () => {
    const natural = fc.bigInt({ min: 0n, max: 10n ** 30n });
    const positive = fc.bigInt({ min: 1n, max: 10n ** 18n });
    fc.assert(
      fc.property(natural, positive, positive, (value, numerator, denominator) => {
        const excess = scaleUp(value, numerator, denominator) * denominator - value * numerator;
        expect(excess >= 0n && excess < denominator).toBe(true);
      }),
    );
  });

  test.each([
    [100n, 2, 6, 1_000_000n],
    [5n, 3, 3, 5n],
    [1_000_000n, 6, 2, 100n],
    [1_000_001n, 6, 2, 101n],
    [1n, 18, 0, 1n],
  ])("%i with %i decimals, converted to %i decimals, is %i", (value, from, to, expected) => {
    expect(changeDecimals(value, from, to)).toBe(expected);
  });
});

describe("standard units", () => {
  test.each([
    ["0.30", 2, 30n],
    ["0.3", 2, 30n],
    ["12", 2, 1200n],
    ["12", 0, 12n],
    ["10.05", 2, 1005n],
    ["0", 2, 0n],
    ["1234.56", 2, 123_456n],
  ])("%s with %i decimals is %i", (text, decimals, value) => {
    expect(parseStandardUnits(text, decimals, 6)).toBe(value);
  });

  const MALFORMED = ["", ".5", "5.", "01", "00.1", "-1", "+1", "1,5", "1.2.3", "1.x", "x1", "1 ", "1e2"];
  test.each([...MALFORMED, "0.001", "12345", "12345.6"])("%j with two decimals is rejected", (text) => {
    expect(parseStandardUnits(text, 2, 6)).toBeNull();
  });

  test.each([
    [1050n, 2, "10.5"],
    [1005n, 2, "10.05"],
    [1000n, 2, "10"],
    [30n, 2, "0.3"],
    [1n, 18, "0.000000000000000001"],
    [700n, 0, "700"],
    [0n, 2, "0"],
    [-5n, 2, "-0.05"],
    [-1050n, 2, "-10.5"],
  ])("%i with %i decimals is written %s", (value, decimals, text) => {
    expect(formatStandardUnits(value, decimals)).toBe(text);
  });

  test("that are written are read back", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.integer({ min: 0, max: 18 }), (value, decimals) => {
        expect(parseStandardUnits(formatStandardUnits(value, decimals), decimals, 60)).toBe(value);
      }),
    );
  });

  test.each([
    ["USD", 30n, "0.30 USD"],
    ["USD", 123_400n, "1234.00 USD"],
    ["USD", 5n, "0.05 USD"],
    ["JPY", 500n, "500 JPY"],
    ["KWD", 1n, "0.001 KWD"],
    ["USD", -1050n, "-10.50 USD"],
    ["ZZZ", 12n, "12 ZZZ"],
  ])("of %s are displayed with all decimals", (currency, value, text) => {
    expect(formatFiat({ currency, value })).toBe(text);
  });
});
