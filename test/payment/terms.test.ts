// The hash that a buyer signs as the nonce changes with every term. test/contracts/terms-hash.test.ts shows that the
// router computes the same hash.
import { getAddress, type Hex, keccak256, stringToHex } from "viem";
import { describe, expect, test } from "vitest";
import { paymentKey, type Terms, termsHash } from "../../src/payment/terms.ts";

const address = (digit: string) => getAddress(`0x${digit.repeat(40)}`);

const TERMS: Terms = {
  chain: "eip155:31337",
  router: address("1"),
  key: paymentKey("pay_1"),
  token: address("2"),
  payer: address("3"),
  amount: 10_000_000n,
  destination: address("4"),
  fee: 40_000n,
  feeReceiver: address("5"),
  deadlineS: 1_800_000_000,
};

const CHANGES: Readonly<{ [field in keyof Terms]: Terms[field] }> = {
  chain: "eip155:1",
  router: address("6"),
  key: paymentKey("pay_2"),
  token: address("6"),
  payer: address("6"),
  amount: 10_000_001n,
  destination: address("6"),
  fee: 40_001n,
  feeReceiver: address("6"),
  deadlineS: 1_800_000_001,
};

describe("the hash of terms", () => {
  test.each(Object.entries(CHANGES))("changes with the %s", (field, value) => {
    expect(termsHash({ ...TERMS, [field]: value })).not.toBe(termsHash(TERMS));
  });

  test("distinguishes roles: swapped addresses are other terms", () => {
    const { payer, destination } = TERMS;
    expect(termsHash({ ...TERMS, payer: destination, destination: payer })).not.toBe(termsHash(TERMS));
  });

  test("is equal for equal terms", () => {
    expect(termsHash({ ...TERMS })).toBe(termsHash(TERMS));
  });
});

test("a payment's key is the hash of its id and does not reveal it", () => {
  const expected: Hex = keccak256(stringToHex("pay_1"));
  expect(paymentKey("pay_1")).toBe(expected);
});
