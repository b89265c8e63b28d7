// Prices of assets: never below the rate, less than one unit above it, by the route in the configuration.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compare, fractionOf, multiply } from "../../src/money/fraction.ts";
import type { RatesEntry } from "../../src/rates/config.ts";
import { createRates, valueAt } from "../../src/rates/rates.ts";
import { assetOf } from "./asset.ts";
import { ratesOf } from "./pair.ts";

const NOW_MS = Date.parse("2026-06-01T12:00:00Z");

const entry = (prices: Readonly<Record<string, string>>, changes: Partial<RatesEntry> = {}): RatesEntry => ({
  pairs: Object.entries(prices).map(([pair, price]) => ({
    pair,
    maxAgeS: 3_600,
    sources: [{ type: "static", price, asOf: "2026-06-01T11:59:00Z" }],
  })),
  ...changes,
});

const ratesFrom = (given: RatesEntry, nowMs = NOW_MS) =>
  createRates(ratesOf(given), {
    feeds: new Map(),
    nowMs: () => nowMs,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });

const PRICES = { "ETH/USD": "3000.00", "EUR/USD": "1.08", "USD/JPY": "150", "POL/ETH": "0.0001" };
const ETH = assetOf({ symbol: "ETH", decimals: 18 });
const USDC = assetOf({ symbol: "USDC", decimals: 6, peggedTo: "USD" });
const EURC = assetOf({ symbol: "EURC", decimals: 6, peggedTo: "EUR" });

describe("a quote", () => {
  test.each([
    // 12.50 USD / 3000
    ["USD", 1_250n, ETH, 4_166_666_666_666_667n, ["ETH/USD"]],
    // 10.80 USD at 3000, which is 10.00 EUR
    ["EUR", 1_000n, ETH, 3_600_000_000_000_000n, ["ETH/USD", "EUR/USD"]],
    // 10.00 EUR is 10.80 USD
    ["EUR", 1_000n, USDC, 10_800_000n, ["EUR/USD"]],
    // 10.00 USD is 9.259259… EUR
    ["USD", 1_000n, EURC, 9_259_260n, ["EUR/USD"]],
    // yen have no decimals: 1 500 yen is 10 USD
    ["JPY", 1_500n, USDC, 10_000_000n, ["USD/JPY"]],
    ["JPY", 1_500n, EURC, 9_259_260n, ["EUR/USD", "USD/JPY"]],
    // three legs: 1 POL is 0.3 USD is 45 yen
    ["JPY", 45n, assetOf({ symbol: "POL", decimals: 18 }), 10n ** 18n, ["POL/ETH", "ETH/USD", "USD/JPY"]],
  ])("of %s %s", async (currency, value, asset, expected, pairs) => {
    const quote = await ratesFrom(entry(PRICES)).quote({ currency, value }, asset);
    expect(quote).toMatchObject({ value: expected, expiresAtS: NOW_MS / 1000 + 60 });
    expect(quote?.sources.map(({ pair }) => pair)).toEqual(pairs);
  });

  test("includes each source's price and time", async () => {
    const quote = await ratesFrom(entry(PRICES, { quoteLifetimeS: 30 })).quote(
      { currency: "EUR", value: 1_000n },
      USDC,
    );
    expect(quote).toEqual({
      value: 10_800_000n,
      expiresAtS: NOW_MS / 1000 + 30,
      sources: [{ pair: "EUR/USD", source: "static", price: "1.08", observedAtS: NOW_MS / 1000 - 60 }],
    });
  });

  test("of a stablecoin in its own currency is one to one and does not expire, whatever a pair says", async () => {
    const rates = ratesFrom(entry({ "USDC/USD": "0.5", "USD/EUR": "2" }));
    const quote = await rates.quote({ currency: "USD", value: 1_000n }, USDC);
    expect(quote).toEqual({ value: 10_000_000n, expiresAtS: null, sources: [] });
  });

  test.each([
    ["another asset", "USD", assetOf({ symbol: "WBTC" })],
    ["another currency", "KWD", USDC],
    ["more than three legs", "JPY", assetOf({ symbol: "FAR" })],
    ["a symbol that is also a currency code", "USD", assetOf({ symbol: "SOS" })],
    ["a code that is not a currency", "XAU", USDC],
  ])("does not exist for %s", async (_, currency, asset) => {
    const rates = ratesFrom(entry({ ...PRICES, "SOS/USD": "0.002", "USD/XAU": "0.0005", "FAR/POL": "2" }));
    expect(await rates.quote({ currency, value: 1_000n }, asset)).toBeNull();
  });

  test("does not exist once a price on its route is too old, while others remain", async () => {
    const given = entry({ "ETH/USD": "3000" });
    const fresh = { pair: "EUR/USD", maxAgeS: 86_400, sources: entry({ "EUR/USD": "1.08" }).pairs[0]?.sources ?? [] };
    const rates = ratesFrom({ pairs: [...given.pairs, fresh] }, NOW_MS + 3_600_000);
    expect(await rates.quote({ currency: "USD", value: 1_000n }, ETH)).toBeNull();
    expect(await rates.quote({ currency: "EUR", value: 1_000n }, ETH)).toBeNull();
    expect(await rates.quote({ currency: "EUR", value: 1_000n }, USDC)).toMatchObject({ value: 10_800_000n });
  });

  test("does not exist if no token amount could express it", async () => {
    const rates = ratesFrom(entry({ "DUST/USD": "0.000000000000000000000000000001" }));
    const dust = assetOf({ symbol: "DUST", decimals: 36 });
    expect(await rates.quote({ currency: "USD", value: 10n ** 17n }, dust)).toBeNull();
    expect(await rates.quote({ currency: "USD", value: 1n }, assetOf({ symbol: "DUST" }))).toMatchObject({
      value: 10n ** 34n,
    });
  });
});

test("without a rates file only pegged assets have a price", async () => {
  const rates = createRates(null, {
    feeds: new Map(),
    nowMs: () => NOW_MS,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  expect(await rates.quote({ currency: "USD", value: 1_000n }, USDC)).toMatchObject({ value: 10_000_000n });
  expect(await rates.quote({ currency: "USD", value: 1_000n }, ETH)).toBeNull();
  expect(await rates.states()).toEqual([]);
});

test("an amount is never below the rate, and less than one unit above it", () => {
  const decimals = fc.integer({ min: 0, max: 36 });
  const price = fc.record({
    numerator: fc.bigInt({ min: 1n, max: 10n ** 40n }),
    denominator: fc.bigInt({ min: 1n, max: 10n ** 40n }),
  });
  const amount = fc.bigInt({ min: 1n, max: 10n ** 18n - 1n });
  fc.assert(
    fc.property(amount, price, fc.constantFrom(0, 2, 3), decimals, (owed, perAsset, ofCurrency, ofAsset) => {
      const value = valueAt(owed, perAsset, ofCurrency, ofAsset);
      const worth = (units: bigint) => multiply(fractionOf(units, ofAsset), perAsset);
      expect(compare(worth(value), fractionOf(owed, ofCurrency))).toBeGreaterThanOrEqual(0);
      expect(compare(worth(value - 1n), fractionOf(owed, ofCurrency))).toBeLessThan(0);
    }),
  );
});
