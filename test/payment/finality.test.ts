// The required depth of a transfer, by the payment's amount.
import { describe, expect, test } from "vitest";
import { type ConfirmationPolicy, depthOf, requiredDepth } from "../../src/payment/finality.ts";

const POLICY: ConfirmationPolicy = [
  { fromStandardUnits: 0n, blocks: 1 },
  { fromStandardUnits: 100n, blocks: 3 },
  { fromStandardUnits: 10_000n, blocks: 12 },
];

describe("the required depth", () => {
  test.each([
    ["1", 2, 1],
    ["9999", 2, 1],
    ["10000", 2, 3],
    ["10001", 2, 3],
    ["999999", 2, 3],
    ["1000000", 2, 12],
    ["99", 0, 1],
    ["100", 0, 3],
    ["99999", 3, 1],
    ["100000", 3, 3],
    ["999999999999999999", 2, 12],
  ])("for %s in a currency with %i decimals is %i", (value, decimals, blocks) => {
    expect(requiredDepth(POLICY, BigInt(value), decimals)).toBe(blocks);
  });

  test("is one block, the transfer's own, without a policy", () => {
    expect(requiredDepth([], 1n, 2)).toBe(1);
  });
});

test("a transfer in the head block has a depth of one", () => {
  expect(depthOf(7n, 7n)).toBe(1);
  expect(depthOf(7n, 9n)).toBe(3);
});
