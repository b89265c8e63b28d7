// The operator's fee: never more than its percentage, never more than one unit less.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { feeOf, parseFeePercentage } from "../../src/payment/fee.ts";

describe("a percentage", () => {
  test.each([
    ["0", 0n],
    ["0.4", 4_000n],
    ["0.0001", 1n],
    ["1", 10_000n],
    ["2.50", 25_000n],
    ["99.9999", 999_999n],
  ])("%s is read", (text, ppm) => {
    expect(parseFeePercentage(text)).toEqual({ ppm });
  });

  test.each(["", "-1", "100", "0.00001", "1.", ".5", "1e1", " 1", "0,4", "٣"])("%j is none", (text) => {
    expect(parseFeePercentage(text)).toBeNull();
  });
});

describe("the fee", () => {
  const amounts = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
  const policies = fc.bigInt({ min: 0n, max: 999_999n });

  test("is the percentage rounded down, and leaves the merchant something", () => {
    fc.assert(
      fc.property(amounts, policies, (amount, ppm) => {
        const fee = feeOf(amount, { ppm });
        expect(fee * 1_000_000n <= amount * ppm && (fee + 1n) * 1_000_000n > amount * ppm).toBe(true);
        expect(amount === 0n ? fee === 0n : fee < amount).toBe(true);
      }),
    );
  });

  test("of two parts is at most that of the whole, and at least one unit less", () => {
    fc.assert(
      fc.property(amounts, amounts, policies, (one, other, ppm) => {
        const difference = feeOf(one + other, { ppm }) - feeOf(one, { ppm }) - feeOf(other, { ppm });
        expect(difference === 0n || difference === 1n).toBe(true);
      }),
    );
  });
});
