// A till's tips and totals of the day, in integers.
import fc from "fast-check";
import { expect, test } from "vitest";
import { tipOf } from "../../src/browser/console/pages/payments/new/entry.ts";
import { type SoldPayment, sumsOf } from "../../src/browser/console/pages/tills/day-sums.ts";

test.each([
  [1250n, 10, 125n],
  [1250n, 0, 0n],
  [1n, 20, 0n],
  [10n, 5, 1n],
  [9n, 5, 0n],
  [999_999_999_999n, 15, 150_000_000_000n],
])("a tip on %d at %d percent is %d", (value, percentage, tip) => {
  expect(tipOf(value, percentage)).toBe(tip);
});

test("a tip is within half a minor unit of its share", () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 12n), fc.constantFrom(5, 10, 15, 20), (value, percentage) => {
      const off = 2n * (tipOf(value, percentage) * 100n - value * BigInt(percentage));
      expect(off > -100n && off <= 100n).toBe(true);
    }),
  );
});

const sale = (currency: string, value: string, changes: object = {}) =>
  ({ status: "succeeded", fiatAmount: { unit: `iso4217/${currency}`, value }, ...changes }) as SoldPayment;

const line = (name: string, value: string) => ({ name, quantity: 1, amount: { unit: "iso4217/EUR", value } });

test("a day's paid sales are added up by currency, beyond the precision of a float", () => {
  const sums = sumsOf([
    sale("EUR", "9007199254740993"),
    sale("EUR", "1320", { lineItems: [line("Sale", "1200"), line("Tip", "120")] }),
    sale("USD", "500"),
    sale("EUR", "700", { status: "cancelled" }),
  ]);
  expect(sums.map(({ count, total, tips }) => [count, total.unit, total.value, tips.value])).toEqual([
    [2, "iso4217/EUR", "9007199254742313", "120"],
    [1, "iso4217/USD", "500", "0"],
  ]);
  expect(sumsOf([])).toEqual([]);
});
