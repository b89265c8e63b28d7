// Sealed options round-trip, and nothing else opens.
import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { type Address, getAddress, type Hex } from "viem";
import { describe, expect, test } from "vitest";
import {
  OPTION_ID_LENGTH_MAX,
  type Option,
  openOption,
  optionKeys,
  payerOf,
  resultsDigest,
  sealOption,
} from "../../src/payment/option.ts";

const KEYS = optionKeys(Buffer.alloc(32, 1));
const OTHER_KEYS = optionKeys(Buffer.alloc(32, 2));
const ROTATED_KEYS = optionKeys(Buffer.alloc(32, 2), Buffer.alloc(32, 1));

const bytes = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((array): Hex => `0x${Buffer.from(array).toString("hex")}`);
const address: fc.Arbitrary<Address> = bytes(20).map((hex) => getAddress(hex));
const uint256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
const seconds = fc.integer({ min: 0, max: 2 ** 40 });

const options: fc.Arbitrary<Option> = fc.record({
  paymentId: fc.string({ unit: "binary", maxLength: 64 }),
  asset: fc.string({ maxLength: 100 }),
  method: fc.constant("eip3009" as const),
  merchantName: fc.string({ unit: "binary", maxLength: 256 }),
  paysOut: fc.constantFrom("merchant" as const, "treasury" as const),
  quoteExpiresAtS: fc.option(seconds),
  quoteSources: fc.array(
    fc.record({ pair: fc.string(), source: fc.string(), price: fc.string(), observedAtS: seconds }),
    { maxLength: 5 },
  ),
  feePpm: fc.bigInt({ min: 0n, max: 999_999n }),
  feeFixed: fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }),
  terms: fc.record({
    chain: fc.integer({ min: 1, max: 2 ** 48 }).map((chain) => `eip155:${chain}`),
    router: address,
    key: bytes(32),
    token: address,
    payer: address,
    amount: uint256,
    destination: address,
    fee: uint256,
    feeReceiver: address,
    deadlineS: seconds,
  }),
});

/** Sealed in layout 5, like ids that wallets hold across an upgrade. */
const SEALED =
  "BbWzE6XMaFWXhyDmoxuzoSnJIfq9jIoIQ1W4dCQO197JMgbYmu7MDzejFQvT-0DM45Bel1NCLfsSDlW8aLWXfkUHoBe0QnYtoagD" +
  "E_lZUV6Ybv1N-rp2mJ6U61ewYIYLgWt7XU0__py-rOM7oCIs-miVQV2zeI5gbD8uKu2qye9b83NN7wWxx_UwCazfkwm_05SgA5nu" +
  "cWn3nRjYZ3Odq7yqi-N5WuA8XfIeQ4AfZaXTmtz2udxYKcmhJfCiiu3ks44RSgw4aUVe4ajC1rMfonbsIdjBW2uEPO7zztEX8eZP" +
  "jED-Yj7h6x0RtyAl6zncqH_UjDeizmlQ1gsoy63zddGeD6tmD7NrAqUC07QV0jZoTBjwLfVhJWaQuper3HgvoC5UkF4T1oMh9S8c" +
  "Ed52VDE2fDIAP4VQgbL-az_i2Z7xe-XDDRuhTouRsJaIa2A6U3Enjb_IN8mYb1YMRlJgmTrqX9Zuf3INIQcJ2me944O6XXJToxIK" +
  "nsmv6Jh4Bh4Yrf8SRxGDheYedV3B6XkVYaWJscoQ4jXFjxjwEdNPeJ6S1QKjBrOOeDmv_XTtjbJgGmiQnwYZyRZnKsHndnY2Q5r9" +
  "4KsnBaTM3TWJdO3gIztku516EmG8rPuyFoS3zfwjX72BGgeSKYUxBy5vhhBJ-0n3c-AmHMqtLcJgw1u8GsOUiR2ALaTLMMTHSpM1" +
  "17OzERQwMfYl68oymSiG62T5ZQCXm3sorC-NnFA";

const OPTION_SEALED: Option = {
  paymentId: "pay_0123456789abcdefghij",
  asset: "eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
  method: "eip3009",
  merchantName: "Blue Shop",
  paysOut: "treasury",
  quoteExpiresAtS: 1_800_000_030,
  quoteSources: [{ pair: "EUR/USD", source: "ecb", price: "1.0842", observedAtS: 1_799_999_990 }],
  feePpm: 4_000n,
  feeFixed: 25n,
  terms: {
    chain: "eip155:8453",
    router: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
    key: `0x${"ab".repeat(32)}`,
    token: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
    payer: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    amount: 12_500_000n,
    destination: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
    fee: 50_025n,
    feeReceiver: "0x90F79bf6EB2c4f870365E785982E1f101E93b906",
    deadlineS: 1_800_000_150,
  },
};

describe("a sealed option", () => {
  test("keeps its format across versions", () => {
    expect(openOption(KEYS, SEALED)).toEqual(OPTION_SEALED);
    expect(sealOption(KEYS, OPTION_SEALED)).toBe(SEALED);
  });

  test("opens to what was sealed", () => {
    fc.assert(
      fc.property(options, (option) => {
        expect(openOption(KEYS, sealOption(KEYS, option))).toEqual(option);
      }),
    );
  });

  test("has the same id each time, and another option another id", () => {
    fc.assert(
      fc.property(options, options, (one, other) => {
        const isSame = JSON.stringify(one, jsonable) === JSON.stringify(other, jsonable);
        expect(sealOption(KEYS, one)).toBe(sealOption(KEYS, one));
        expect(sealOption(KEYS, one) === sealOption(KEYS, other)).toBe(isSame);
      }),
    );
  });

  test("fits the documented length and is URL-safe", () => {
    fc.assert(
      fc.property(options, (option) => {
        expect(sealOption(KEYS, option)).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(sealOption(KEYS, option).length).toBeLessThanOrEqual(OPTION_ID_LENGTH_MAX);
      }),
    );
  });

  test("does not open with another installation's key", () => {
    fc.assert(
      fc.property(options, (option) => {
        expect(openOption(OTHER_KEYS, sealOption(KEYS, option))).toBeNull();
        expect(openOption(ROTATED_KEYS, sealOption(KEYS, option))).toEqual(option);
        expect(sealOption(ROTATED_KEYS, option)).toBe(sealOption(OTHER_KEYS, option));
      }),
    );
  });

  test("does not open after a bit flip, or truncated", () => {
    fc.assert(
      fc.property(options, fc.nat(), fc.integer({ min: 0, max: 7 }), (option, at, bit) => {
        const sealed = Buffer.from(sealOption(KEYS, option), "base64url");
        const index = at % sealed.length;
        expect(openOption(KEYS, sealed.subarray(0, index).toString("base64url"))).toBeNull();
        sealed[index] = (sealed[index] ?? 0) ^ (1 << bit);
        expect(openOption(KEYS, sealed.toString("base64url"))).toBeNull();
      }),
    );
  });

  test("never opens from a forged id", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        expect(openOption(KEYS, text)).toBeNull();
      }),
    );
    expect(openOption(KEYS, randomBytes(500).toString("base64url"))).toBeNull();
  });
});

describe("the digest of results", () => {
  const results = fc.array(fc.string({ unit: "binary", maxLength: 20 }), { maxLength: 4 });

  test("is equal exactly for equal results in the same order", () => {
    fc.assert(
      fc.property(results, results, (one, other) => {
        expect(resultsDigest(one) === resultsDigest(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
    );
  });

  test("distinguishes results whose concatenations are equal", () => {
    expect(resultsDigest(["ab", "c"])).not.toBe(resultsDigest(["a", "bc"]));
    expect(resultsDigest(["1:a"])).not.toBe(resultsDigest(["", "a"]));
  });
});

const jsonable = (_: string, value: unknown): unknown => (typeof value === "bigint" ? value.toString() : value);

test("the payer is an account of the terms' chain", () => {
  const terms = {
    chain: "eip155:1",
    payer: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  } as unknown as Option["terms"];
  expect(payerOf({ terms })).toEqual({
    chain: "eip155:1",
    address: terms.payer,
    text: "eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  });
});
