// A token's amount as the checkout, receipts and the console write it.
import { expect, test } from "vitest";
import { shownUnits } from "../../src/money/shown-units.ts";

test.each([
  ["4166666666666667", 18, "0,00416667"],
  ["41666666667", 18, "0,000000042"],
  ["1", 18, "0,000000000000000001"],
  ["1388888889", 6, "1.388,8889"],
  ["11574075", 6, "11,574075"],
  ["123456789012345", 6, "123.456.789,02"],
  ["1234567890", 0, "1.234.567.890"],
  ["12500000", 6, "12,50"],
  ["0", 6, "0,00"],
])("%s of %s decimals has at most eight digits, or two decimals: %s", (value, decimals, text) => {
  expect(shownUnits(BigInt(value), decimals, "de-DE")).toBe(text);
});

test("a balance is rounded down", () => {
  expect(shownUnits(4_166_666_666_666_667n, 18, "en", "floor")).toBe("0.00416666");
});

test("a fee has as many digits as its estimate deserves", () => {
  expect(shownUnits(90_987_654_321_000n, 18, "en", "ceil", 2)).toBe("0.000091");
});
