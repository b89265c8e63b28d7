// Stablecoins have the price of their currency to the last unit, and it does not expire.
import { expect, it } from "vitest";
import { parQuote } from "../../src/rates/peg.ts";
import { assetOf } from "./asset.ts";

it.each([
  ["USD", 1_050n, 6, 10_500_000n],
  ["USD", 1n, 18, 10_000_000_000_000_000n],
  ["JPY", 500n, 6, 500_000_000n],
  ["KWD", 1_001n, 6, 1_001_000n],
  ["KWD", 1_001n, 2, 101n], // 1.001 dinar in a token of two decimals: rounded up
])("%s %s in a token of %s decimals is %s", (currency, value, decimals, expected) => {
  const quote = parQuote({ currency, value }, assetOf({ decimals, peggedTo: currency }));
  expect(quote).toEqual({ value: expected, expiresAtS: null, sources: [] });
});

it("does not exist in another currency, or for an asset without a peg", () => {
  expect(parQuote({ currency: "USD", value: 100n }, assetOf({ peggedTo: "EUR" }))).toBeNull();
  expect(parQuote({ currency: "USD", value: 100n }, assetOf({}))).toBeNull();
  expect(parQuote({ currency: "XAU", value: 100n }, assetOf({ peggedTo: "XAU" }))).toBeNull();
});
