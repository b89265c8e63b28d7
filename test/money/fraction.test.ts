// Prices are exact to the last digit.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  compare,
  type Fraction,
  fractionOf,
  inverse,
  isPositive,
  median,
  multiply,
  parseDecimal,
  subtract,
} from "../../src/money/fraction.ts";

const isSame = (a: Fraction | null, b: Fraction): boolean =>
  a !== null && a.numerator * b.denominator === b.numerator * a.denominator;

describe("a decimal number's text", () => {
  test.each([
    ["3000.00", 3000n, 1n],
    ["0.1", 1n, 10n],
    ["1", 1n, 1n],
    ["-2.5", -25n, 10n],
    ["1e3", 1000n, 1n],
    ["12.5E-3", 125n, 10_000n],
    ["3.1415926535897932384626433832795028841971", 31415926535897932384626433832795028841971n, 10n ** 40n],
    // A double would round it to 9007199254740992.
    ["9007199254740993", 9007199254740993n, 1n],
    ["1e60", 10n ** 60n, 1n],
    ["1E+2", 100n, 1n],
    ["0.5e1", 5n, 1n],
    [`0.${"1".repeat(59)}`, BigInt("1".repeat(59)), 10n ** 59n],
  ])("%s", (text, numerator, denominator) => {
    expect(isSame(parseDecimal(text), { numerator, denominator })).toBe(true);
  });

  const INVALID = [
    "",
    "1.",
    ".5",
    "+1",
    "1,5",
    "0x10",
    "Infinity",
    "NaN",
    "1e",
    "1e999",
    "1e61",
    "1e-61",
    " 1",
    "1 ",
    "²",
  ];
  test.each([...INVALID, "1".repeat(61), `0.${"1".repeat(60)}`, "1.5x", "x1.5"])("%j is rejected", (text) => {
    expect(parseDecimal(text)).toBeNull();
  });

  test("is parsed exactly, to the last digit", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 1, max: 29 }), (units, decimals) => {
        const digits = units.toString().padStart(decimals + 1, "0");
        const text = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
        expect(isSame(parseDecimal(text), fractionOf(units, decimals))).toBe(true);
        expect(isSame(parseDecimal(`${units}e-${decimals}`), fractionOf(units, decimals))).toBe(true);
      }),
    );
  });
});

const positive: fc.Arbitrary<Fraction> = fc.record({
  numerator: fc.bigInt({ min: 1n, max: 10n ** 30n }),
  denominator: fc.bigInt({ min: 1n, max: 10n ** 30n }),
});

describe("two fractions", () => {
  test.each([
    [1n, 2n, 1n, 3n, 1],
    [1n, 3n, 1n, 2n, -1],
    [-1n, 2n, 1n, 3n, -1],
    [2n, 4n, 1n, 2n, 0],
  ])("%i/%i and %i/%i are compared", (a, b, c, d, order) => {
    expect(compare({ numerator: a, denominator: b }, { numerator: c, denominator: d })).toBe(order);
  });

  test("are subtracted and multiplied", () => {
    const [half, third] = [fractionOf(5n, 1), { numerator: 1n, denominator: 3n }];
    expect(isSame(subtract(half, third), { numerator: 1n, denominator: 6n })).toBe(true);
    expect(isSame(multiply(half, third), { numerator: 1n, denominator: 6n })).toBe(true);
  });

  test.each([
    [1n, true],
    [0n, false],
    [-1n, false],
  ])("with the numerator %i: above 0 is %s", (numerator, positive) => {
    expect(isPositive({ numerator, denominator: 7n })).toBe(positive);
  });
});

test("the inverse reverses a multiplication", () => {
  fc.assert(fc.property(positive, positive, (a, b) => isSame(multiply(multiply(a, b), inverse(b)), a)));
});

describe("the median", () => {
  test.each([
    [["5"], "5"],
    [["1", "4"], "2.5"],
    [["9", "1", "2"], "2"],
    [["4", "3", "1", "2"], "2.5"],
    [["0.1", "0.2"], "0.15"],
  ])("of %s is %s", (texts, expected) => {
    const values = texts.map((text) => parseDecimal(text) ?? fractionOf(0n, 0));
    expect(isSame(parseDecimal(expected), median(values))).toBe(true);
  });

  test("has equally many values on both sides, in any order", () => {
    fc.assert(
      fc.property(fc.array(positive, { minLength: 1, maxLength: 9 }), (values) => {
        const middle = median(values);
        const below = values.filter((value) => compare(value, middle) < 0).length;
        const above = values.filter((value) => compare(value, middle) > 0).length;
        expect(Math.max(below, above) * 2).toBeLessThanOrEqual(values.length);
        expect(isSame(median(values.toReversed()), middle)).toBe(true);
      }),
    );
  });

  test("of an empty list is an error", () => {
    expect(() => median([])).toThrow(RangeError);
  });
});
