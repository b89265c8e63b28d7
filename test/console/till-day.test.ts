// A till's tips and totals of the day, in integers.
import fc from "fast-check";
import { expect, test } from "vitest";
import { tipOf } from "../../src/browser/console/pages/payments/new/entry.ts";
import { taxIn, taxRateOf } from "../../src/browser/console/pages/payments/sale/tax.ts";
import { runsOf, type SoldPayment, sumsOf } from "../../src/browser/console/pages/tills/day-sums.ts";

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

test("the numbers of other tills are not among a day's runs of receipt numbers", () => {
  expect(runsOf([7, 2, 1, 3, 12, 11])).toEqual([
    [1, 3],
    [7, 7],
    [11, 12],
  ]);
  expect(runsOf([])).toEqual([]);
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

test("what went back is counted and added up beside the sales; a mark means all of the sale", () => {
  const refund = (status: string, value: string) => ({ status, fiatAmount: { unit: "iso4217/EUR", value } });
  const [sum] = sumsOf([
    sale("EUR", "1250", { refunds: [refund("succeeded", "200"), refund("succeeded", "50"), refund("failed", "9")] }),
    sale("EUR", "700", { isRefunded: true }),
    sale("EUR", "900", { refunds: [refund("requires_action", "900")] }),
  ]);
  expect([sum?.count, sum?.total.value]).toEqual([3, "2850"]);
  expect([sum?.refunds.count, sum?.refunds.total.value]).toEqual([3, "950"]);
});

test.each([
  [1190n, 1900, 190n],
  [1250n, 1900, 200n],
  [1n, 1900, 0n],
  [100n, 10_000, 50n],
  [1000n, 550, 52n],
])("the tax in %d at a rate of %d is %d", (price, rate, tax) => {
  expect(taxIn(price, rate)).toBe(tax);
});

test.each([
  ["19", "en", 1900],
  ["5,5", "de", 550],
  ["\u0661\u0665", "ar-EG", 1500],
  ["100", "en", 10_000],
  ["0", "en", null],
  ["100.01", "en", null],
  ["1.005", "en", null],
  ["x", "en", null],
])("%s percent in %s is a rate of %s", (text, locale, rate) => {
  expect(taxRateOf(text, locale)).toBe(rate);
});
