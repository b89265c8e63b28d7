import { describe, expect, test } from "vitest";
import { asksForData, type BuyerDataRules } from "../../src/payment/buyer-data-rules.ts";

const NOTHING: BuyerDataRules = { from: new Map(), chains: [], assets: [], termsUrl: null };
const BASE = "eip155:8453";
const USDC = `${BASE}/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913`;
const usd = (value: bigint) => ({ currency: "USD", value });
const option = { asset: USDC, chain: BASE };

test("without rules, or with empty rules, no data is required", () => {
  expect(asksForData(null, usd(10n ** 17n), option)).toBe(false);
  expect(asksForData(NOTHING, usd(10n ** 17n), option)).toBe(false);
});

describe("from an amount", () => {
  const rules = { ...NOTHING, from: new Map([["USD", 100_000n]]) };
  test.each([
    ["less", usd(99_999n), false],
    ["the exact amount", usd(100_000n), true],
    ["more", usd(100_001n), true],
    ["the same amount of another currency", { currency: "EUR", value: 100_000n }, false],
  ])("%s", (_, amount, isAsked) => {
    expect(asksForData(rules, amount, option)).toBe(isAsked);
  });
});

test.each([
  ["the chain", { ...NOTHING, chains: [BASE] }, true],
  ["another chain", { ...NOTHING, chains: ["eip155:1"] }, false],
  ["the asset", { ...NOTHING, assets: [USDC] }, true],
  ["another asset", { ...NOTHING, assets: [`${BASE}/slip44:60`] }, false],
  ["the chain, although the amount is too small", { ...NOTHING, from: new Map([["USD", 2n]]), chains: [BASE] }, true],
])("by %s", (_, rules, isAsked) => {
  expect(asksForData(rules, usd(1n), option)).toBe(isAsked);
});
