// A stablecoin costs what it stands for, to the last unit, and nothing else has a price here.
import { expect, it } from "vitest";
import type { Asset, AuthorizedToken } from "../../src/money/asset.ts";
import { createPegRates } from "../../src/rates/peg.ts";

const asset = (changes: Partial<AuthorizedToken>): Asset => ({
  id: "eip155:1/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
  chain: "eip155:1",
  address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
  symbol: "T",
  name: "Token",
  decimals: 6,
  peggedTo: "USD",
  pays: "eip3009",
  domain: { name: "Token", version: "1" },
  ...changes,
});

it.each([
  ["USD", 1_050n, 6, 10_500_000n],
  ["USD", 1n, 18, 10_000_000_000_000_000n],
  ["JPY", 500n, 6, 500_000_000n],
  ["KWD", 1_001n, 6, 1_001_000n],
  ["KWD", 1_001n, 2, 101n], // 1.001 dinar in a token of two decimals: rounded up
])("%s %s in a token of %s decimals is %s", async (currency, value, decimals, expected) => {
  const quote = await createPegRates().quote({ currency, value }, asset({ decimals, peggedTo: currency }));
  expect(quote).toEqual({ value: expected, expiresAtS: null });
});

it("has no price in another currency, or for what stands for none", async () => {
  const { peggedTo: _, ...free } = asset({});
  const rates = createPegRates();
  expect(await rates.quote({ currency: "USD", value: 100n }, asset({ peggedTo: "EUR" }))).toBeNull();
  expect(await rates.quote({ currency: "USD", value: 100n }, free)).toBeNull();
  expect(await rates.quote({ currency: "XAU", value: 100n }, asset({ peggedTo: "XAU" }))).toBeNull();
});
