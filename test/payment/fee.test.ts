// The operator's fee is never more than agreed and always leaves the merchant something.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ANY_CHAIN,
  type FeePolicy,
  feeOf,
  feePercentage,
  feeRate,
  feeReceiverOn,
  fixedFeeOf,
  leastPayment,
  parseFeePercentage,
  percentagePolicy,
} from "../../src/payment/fee.ts";

describe("a percentage", () => {
  test.each([
    ["0", 0n],
    ["0.4", 4_000n],
    ["0.0001", 1n],
    ["1", 10_000n],
    ["2.50", 25_000n],
    ["99.9999", 999_999n],
  ])("%s is parsed", (text, ppm) => {
    expect(parseFeePercentage(text)).toBe(ppm);
    expect(parseFeePercentage(feePercentage(ppm))).toBe(ppm);
  });

  test.each(["", "-1", "100", "0.00001", "1.", ".5", "1e1", " 1", "0,4", "٣"])("%j is refused", (text) => {
    expect(parseFeePercentage(text)).toBeNull();
  });
});

const PPM = 1_000_000n;
const ppms = fc.bigInt({ min: 0n, max: PPM - 1n });
/** A fiat amount has at most 18 digits. */
const fiat = (min: bigint) => fc.bigInt({ min, max: 10n ** 18n - 1n });
/** The cost of a payment in some token, down to tokens with fewer decimals than the currency. */
const prices = fc.bigInt({ min: 1n, max: 2n ** 200n });

const policyOf = (ppm: bigint, fixed: bigint, minimum = 0n): FeePolicy => ({
  ...percentagePolicy(ppm),
  fixed: new Map([["USD", fixed]]),
  minimum: new Map([["USD", minimum]]),
});

describe("the fee", () => {
  test("for 10.00 USD at 0.4 % and 0.30 USD is 0.34, whatever the token's decimals and price", () => {
    const rate = { ppm: 4_000n, fixed: 30n };
    expect(feeOf(10_000_000n, 1_000n, rate)).toBe(340_000n);
    expect(feeOf(10n * 10n ** 18n, 1_000n, rate)).toBe(34n * 10n ** 16n);
    expect(feeOf(2_500_000_000_000_000n, 1_000n, rate)).toBe(85_000_000_000_000n);
  });

  test("rounds each part down, so it is at most the agreed fee and less than two units below it", () => {
    fc.assert(
      fc.property(prices, fiat(1n), ppms, fiat(0n), (amount, payment, ppm, fixed) => {
        const fee = feeOf(amount, payment, { ppm, fixed });
        const scale = PPM * payment;
        const agreed = amount * ppm * payment + amount * fixed * PPM;
        expect(fee * scale <= agreed && (fee + 2n) * scale > agreed).toBe(true);
        expect(fee - fixedFeeOf(amount, payment, fixed)).toBe((amount * ppm) / PPM);
      }),
    );
  });

  test("leaves the merchant something of every accepted payment", () => {
    fc.assert(
      fc.property(prices, ppms, fiat(0n), fiat(0n), (amount, ppm, fixed, above) => {
        const payment = leastPayment(policyOf(ppm, fixed), "USD") + above;
        expect(feeOf(amount, payment, { ppm, fixed }) < amount).toBe(true);
      }),
    );
  });
});

describe("the minimum payment", () => {
  test.each([
    ["0.4 % and 0.30 USD", policyOf(4_000n, 30n), 31n],
    ["a percentage alone: any amount", policyOf(999_999n, 0n), 1n],
    ["0.30 USD alone", policyOf(0n, 30n), 31n],
    ["50 % and 1.00 USD", policyOf(500_000n, 100n), 201n],
    ["a minimum above what covers the fees", policyOf(4_000n, 30n, 100n), 100n],
    ["a minimum below what covers the fees", policyOf(4_000n, 30n, 10n), 31n],
  ])("for %s", (_, policy, least) => {
    expect(leastPayment(policy, "USD")).toBe(least);
  });

  test("is the smallest that exceeds its fees", () => {
    fc.assert(
      fc.property(ppms, fiat(0n), (ppm, fixed) => {
        const least = leastPayment(policyOf(ppm, fixed), "USD");
        const isCovered = (payment: bigint) => payment * PPM > payment * ppm + fixed * PPM;
        expect(isCovered(least)).toBe(true);
        expect(isCovered(least - 1n)).toBe(false);
      }),
    );
  });

  test("in another currency ignores the fixed fee and the minimum", () => {
    const policy = policyOf(4_000n, 30n, 100n);
    expect(leastPayment(policy, "EUR")).toBe(1n);
    expect(feeRate(policy, "EUR")).toEqual({ ppm: 4_000n, fixed: 0n });
  });
});

describe("the fee receiver", () => {
  const receivers = new Map([
    ["eip155:1", "0xOne"],
    [ANY_CHAIN, "0xAny"],
  ]);

  test("is the policy's for the chain, else the policy's for any chain, else the chain's own", () => {
    const policy = { ...percentagePolicy(0n), receivers };
    expect(feeReceiverOn(policy, "eip155:1")).toBe("0xOne");
    expect(feeReceiverOn(policy, "eip155:10")).toBe("0xAny");
    expect(feeReceiverOn(percentagePolicy(0n), "eip155:1")).toBeNull();
  });
});
