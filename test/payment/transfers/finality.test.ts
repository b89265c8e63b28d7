// The required depth of a transfer, by its value in US dollars.
import { describe, expect, test } from "vitest";
import type { Asset } from "../../../src/money/asset.ts";
import {
  type ConfirmationPolicy,
  deepest,
  depthFor,
  depthOf,
  requiredStep,
  shallowest,
} from "../../../src/payment/transfers/finality.ts";

const POLICY: ConfirmationPolicy = [
  { fromStandardUnits: 0n, blocks: 1 },
  { fromStandardUnits: 1_000n, blocks: 60 },
  { fromStandardUnits: 10_000n, blocks: 900, finality: "finalized" },
];

const asset = (symbol: string, decimals: number, peggedTo?: string): Asset => ({
  id: symbol,
  chain: "eip155:1",
  address: "0x0000000000000000000000000000000000000000",
  symbol,
  name: symbol,
  decimals,
  ...(peggedTo === undefined ? {} : { peggedTo }),
  method: "native",
});
const CHAIN = {
  confirmations: POLICY,
  assets: [asset("USDC", 6, "USD"), asset("EURC", 6, "EUR"), asset("ETH", 18)],
};

describe("the required depth", () => {
  test.each([
    [0n, 1],
    [999_999_999n, 1],
    [1_000_000_000n, 60],
    [9_999_999_999n, 60],
    [10_000_000_000n, 900],
    [10n ** 30n, 900],
  ])("for %i millionths of a dollar is %i", (micros, blocks) => {
    expect(requiredStep(POLICY, micros).blocks).toBe(blocks);
  });

  test("is one block, the transfer's own, without a policy", () => {
    expect(requiredStep([], 1n)).toEqual({ fromStandardUnits: 0n, blocks: 1 });
  });

  test.each([
    ["10 000 JPY paid in USDC", "JPY", 10_000n, "USDC", 65_000_000n, 1],
    ["50 000 IDR paid in USDC", "IDR", 5_000_000n, "USDC", 3_100_000n, 1],
    ["3 200 KWD paid in USDC", "KWD", 3_200_000n, "USDC", 10_400_000_000n, 900],
    ["10 000 JPY paid in ETH", "JPY", 10_000n, "ETH", 10n ** 16n, 1],
    ["3 200 KWD paid in ETH", "KWD", 3_200_000n, "ETH", 10n ** 18n, 900],
    ["3 BHD paid in ETH", "BHD", 3_000n, "ETH", 10n ** 15n, 1],
    ["700 EUR paid in EURC", "EUR", 70_000n, "EURC", 700_000_000n, 1],
    ["900 EUR paid in EURC, which may be 1 000 USD", "EUR", 90_000n, "EURC", 900_000_000n, 60],
    ["1 000 of a currency worth less than a dollar, in ETH", "SGD", 100_000n, "ETH", 10n ** 17n, 60],
  ])("follows the value of %s", (_, currency, value, paidIn, amount, blocks) => {
    const option = { asset: paidIn, terms: { amount } };
    expect(depthFor(CHAIN, { amount: { currency, value } }, option)).toBe(blocks);
  });
});

test("a transfer in the head block has a depth of one", () => {
  expect(depthOf(7n, 7n)).toBe(1);
  expect(depthOf(7n, 9n)).toBe(3);
});

test("the fewest blocks are those of the first step, the most those of any", () => {
  expect([shallowest(POLICY), deepest(POLICY)]).toEqual([1, 900]);
  const uneven = [...POLICY, { fromStandardUnits: 20_000n, blocks: 30 }].with(0, { fromStandardUnits: 0n, blocks: 3 });
  expect([shallowest(uneven), deepest(uneven)]).toEqual([3, 900]);
  expect(shallowest([])).toBe(1);
});

test("the value of an asset among others counts, not that of the first", () => {
  const option = { asset: "EURC", terms: { amount: 900_000_000n } };
  expect(depthFor(CHAIN, { amount: { currency: "USD", value: 1n } }, option)).toBe(60);
});
