// Currencies, amounts at par, and the upper bounds that limits are compared with.
import { describe, expect, test } from "vitest";
import { isEnough, isTransaction } from "../../src/money/asset.ts";
import { CURRENCIES } from "../../src/money/currency-table.ts";
import { findCurrency } from "../../src/money/fiat.ts";
import { amountAtPar } from "../../src/money/par.ts";
import { MICROS, referenceValue } from "../../src/money/reference.ts";

describe("a currency", () => {
  test.each([
    ["USD", "US Dollar", 2],
    ["JPY", "Yen", 0],
    ["KWD", "Kuwaiti Dinar", 3],
    ["MXN", "Mexican Peso", 2],
  ])("%s has its name and decimals", (code, name, decimals) => {
    expect(findCurrency(code)).toEqual({ code, name, decimals });
  });

  test.each(["XAF", "XCD", "XCG", "XOF", "XPF"])("%s, shared by a region, is one", (code) => {
    expect(findCurrency(code)?.code).toBe(code);
  });

  test.each(["XAU", "XDR", "XTS", "XXX", "ZZZ", "usd", "Usd", "US", "USDX", "AUSD", "USD ", " USD", ""])(
    "%j is none",
    (code) => {
      expect(findCurrency(code)).toBeNull();
    },
  );
});

describe("the least payment of an asset", () => {
  test.each([
    [undefined, 0n, true],
    [10n, 9n, false],
    [10n, 10n, true],
    [10n, 11n, true],
  ])("minimum %s: %i is enough: %s", (minimum, amount, enough) => {
    expect(isEnough(minimum === undefined ? {} : { minimum }, amount)).toBe(enough);
  });
});

test("the buyer sends a transaction for erc20 and native, and signs for the others", () => {
  const methods = ["eip3009", "permit2", "erc20", "native"] as const;
  expect(methods.filter(isTransaction)).toEqual(["erc20", "native"]);
});

describe("an amount at par", () => {
  test.each([
    ["USD", 150n, "USD", 6, 1_500_000n],
    ["USD", 151n, "USD", 1, 16n],
    ["USD", 150n, "EUR", 6, null],
    ["USD", 150n, undefined, 6, null],
    ["ZZZ", 150n, "ZZZ", 6, null],
  ])("%s %i in a token pegged to %s with %i decimals is %s", (currency, value, peggedTo, decimals, expected) => {
    const asset = peggedTo === undefined ? { decimals } : { peggedTo, decimals };
    expect(amountAtPar({ currency, value }, asset)).toBe(expected);
  });
});

describe("the most that a payment can be worth, in millionths of a dollar", () => {
  const ASKED = { currency: "EUR", value: 100n };

  test.each([
    ["a pegged asset's amount counts", { peggedTo: "USD", decimals: 6 }, 2_000_000n, ASKED, 2_000_000n],
    ["and is rounded up", { peggedTo: "USD", decimals: 7 }, 1n, ASKED, 1n],
    ["a currency above a dollar", { peggedTo: "KWD", decimals: 6 }, 1_000_000n, ASKED, 4_000_000n],
    ["for others, the amount asked for", { decimals: 18 }, 10n ** 18n, ASKED, 1_400_000n],
    ["the same without an asset", undefined, 10n ** 18n, ASKED, 1_400_000n],
    ["a currency without decimals", undefined, 1n, { currency: "JPY", value: 100n }, 1_000_000n],
    ["a currency without a bound counts as a dollar", undefined, 1n, { currency: "CAD", value: 100n }, 1_000_000n],
    ["an unknown currency has no decimals", undefined, 1n, { currency: "ZZZ", value: 3n }, 3_000_000n],
  ])("%s", (_rule, asset, amount, asked, micros) => {
    expect(referenceValue(asset, amount, asked)).toBe(micros);
  });

  /** Each was checked to be worth at most a dollar. */
  const WITHOUT_BOUND = `
    AFN ALL AMD AOA AUD AWG AZN BAM BBD BIF BMD BND BOB BOV BSD BTN BWP BYN BZD CAD CDF COU CUP CVE DJF
    DOP ERN ETB FJD GEL GMD GNF GTQ GYD HNL HTG IQD IRR JMD KGS KMF KPW LBP LRD LSL LYD MDL MGA MKD MOP MRU MUR MVR
    MWK MXV MZN NAD NIO NZD PAB PEN PGK RSD SBD SCR SDG SGD SLE SOS SRD SSP STN SVC SYP SZL TJS TMT TND TOP TTD USD
    USN UYI UYU UYW VED VES VUV WST XCD XCG YER ZMW ZWG`;

  test("has a bound for each currency that nobody has checked to be worth at most a dollar", () => {
    const accepted = CURRENCIES.flatMap(({ code }) => findCurrency(code) ?? []);
    const withoutBound = accepted.filter(
      ({ code, decimals }) =>
        referenceValue(undefined, 0n, { currency: code, value: 10n ** BigInt(decimals) }) === MICROS,
    );
    expect(withoutBound.map(({ code }) => code).sort()).toEqual(WITHOUT_BOUND.trim().split(/\s+/));
  });

  test.each([
    ["CHE", 100n, 1_400_000n],
    ["CHW", 100n, 1_600_000n],
    ["CLF", 10_000n, 60_000_000n],
  ])("one %s, a unit of account, is worth more than a dollar", (currency, value, micros) => {
    expect(referenceValue(undefined, 0n, { currency, value })).toBe(micros);
  });
});
