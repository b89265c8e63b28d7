// An option is accepted only if it equals the one computed from the payment, its fees and its chain.
import type { Address } from "viem";
import { describe, expect, test } from "vitest";
import type { Option } from "../../../src/payment/option.ts";
import {
  expectedOption,
  isExpected,
  isNearPrice,
  type OptionChoice,
  optionEndsAtS,
  periodEndsAtS,
  type TermsBasis,
} from "../../../src/payment/options/expected-terms.ts";
import { paymentKey } from "../../../src/payment/terms.ts";

const address = (digit: string): Address => `0x${digit.repeat(40)}`;
const [ROUTER, TOKEN, PAYER, SHOP, TREASURY, CHAIN_FEES, OWN_FEES] = ["1", "2", "3", "4", "5", "6", "7"].map(
  address,
) as [Address, Address, Address, Address, Address, Address, Address];

const NOW_S = 1_800_000_000;
const DAY_S = 86_400;
const EXPIRES_AT_S = NOW_S + 300;

const basis: TermsBasis = {
  payment: { id: "pay_1", amount: { currency: "USD", value: 1_000n }, expiresAtS: EXPIRES_AT_S },
  fees: { id: null, ppm: 4_000n, fixed: new Map([["USD", 30n]]), minimum: new Map(), receivers: new Map() },
  chain: { id: "eip155:8453", router: ROUTER, feeReceiver: CHAIN_FEES, inclusionGraceS: 120 },
  asset: { id: "eip155:8453/erc20:0x2", address: TOKEN, method: "eip3009", peggedTo: "USD", decimals: 6 },
};
const atPar: OptionChoice = {
  payer: PAYER,
  destination: SHOP,
  merchantName: "Test shop",
  paysOut: "merchant",
  amount: 10_000_000n,
  quoteExpiresAtS: null,
  quoteSources: [],
};
const SHOP_ONLY = [{ destination: SHOP, paysOut: "merchant" }] as const;

test("the terms follow from the payment, its fee policy and its chain", () => {
  const option = expectedOption(basis, atPar);
  expect(option).toMatchObject({ paymentId: "pay_1", method: "eip3009", feePpm: 4_000n, feeFixed: 30n });
  expect(option.terms).toEqual({
    chain: "eip155:8453",
    router: ROUTER,
    key: paymentKey("pay_1"),
    token: TOKEN,
    payer: PAYER,
    amount: 10_000_000n,
    destination: SHOP,
    fee: 40_000n + 300_000n,
    feeReceiver: CHAIN_FEES,
    deadlineS: EXPIRES_AT_S + 120,
  });
  const own = { ...basis, fees: { ...basis.fees, receivers: new Map([["*", OWN_FEES]]) } };
  expect(expectedOption(own, atPar).terms.feeReceiver).toBe(OWN_FEES);
});

describe("an option that was listed", () => {
  const option = expectedOption(basis, atPar);
  const isAccepted = (changed: Option, facts = basis, nowS = NOW_S) =>
    isExpected(changed, facts, SHOP_ONLY, nowS, DAY_S);
  const withTerms = (terms: Partial<Option["terms"]>): Option => ({ ...option, terms: { ...option.terms, ...terms } });

  test("is accepted", () => {
    expect(isAccepted(option)).toBe(true);
    expect(isAccepted(withTerms({ payer: TREASURY }))).toBe(true);
  });

  test.each<[string, Option]>([
    ["chain", withTerms({ chain: "eip155:1" })],
    ["router", withTerms({ router: SHOP })],
    ["payment key", withTerms({ key: paymentKey("pay_2") })],
    ["token", withTerms({ token: SHOP })],
    ["amount, lower", withTerms({ amount: 1n })],
    ["amount and fee, lower", withTerms({ amount: 1n, fee: 0n })],
    ["amount, higher", withTerms({ amount: 10_000_001n })],
    ["destination", withTerms({ destination: PAYER })],
    ["fee", withTerms({ fee: 0n })],
    ["fee receiver", withTerms({ feeReceiver: PAYER })],
    ["deadline", withTerms({ deadlineS: EXPIRES_AT_S + 121 })],
    ["payment", { ...option, paymentId: "pay_2" }],
    ["asset", { ...option, asset: "eip155:8453/slip44:60" }],
    ["method", { ...option, method: "permit2" }],
    ["kind of destination", { ...option, paysOut: "treasury" }],
    ["fee's percentage", { ...option, feePpm: 0n }],
    ["fixed fee", { ...option, feeFixed: 0n }],
    ["end, with its deadline", expectedOption(basis, { ...atPar, quoteExpiresAtS: EXPIRES_AT_S + 1 })],
  ])("is refused with another %s", (_, changed) => {
    expect(isAccepted(changed)).toBe(false);
  });

  test("is refused after a change of the fees, the fee receiver or the grace for inclusion", () => {
    expect(isAccepted(option, { ...basis, fees: { ...basis.fees, ppm: 5_000n } })).toBe(false);
    expect(isAccepted(option, { ...basis, chain: { ...basis.chain, feeReceiver: OWN_FEES } })).toBe(false);
    expect(isAccepted(option, { ...basis, chain: { ...basis.chain, inclusionGraceS: 60 } })).toBe(false);
  });

  test("is accepted for each destination it may pay, and for no other", () => {
    const toTreasury = expectedOption(basis, { ...atPar, destination: TREASURY, paysOut: "treasury" });
    const both = [...SHOP_ONLY, { destination: TREASURY, paysOut: "treasury" }] as const;
    for (const one of [option, toTreasury]) expect(isExpected(one, basis, both, NOW_S, DAY_S)).toBe(true);
    expect(isAccepted(toTreasury)).toBe(false);
    expect(isExpected(option, basis, [], NOW_S, DAY_S)).toBe(false);
  });

  test("at a rate keeps its quoted amount, and always ends", () => {
    const inEuros = { ...basis, asset: { ...basis.asset, peggedTo: "EUR" } };
    const quoted = { ...atPar, amount: 9_259_260n, quoteExpiresAtS: NOW_S + 60 };
    expect(isAccepted(expectedOption(inEuros, quoted), inEuros)).toBe(true);
    expect(isAccepted(expectedOption(inEuros, { ...quoted, quoteExpiresAtS: null }), inEuros)).toBe(false);
  });

  test("lives for at most a day", () => {
    const later = { ...basis, payment: { ...basis.payment, expiresAtS: NOW_S + 30 * DAY_S } };
    const endless = expectedOption(later, atPar);
    expect(isAccepted(endless, later)).toBe(false);
    const endsAtS = optionEndsAtS(later.payment.expiresAtS, null, NOW_S, DAY_S);
    expect(isAccepted(expectedOption(later, { ...atPar, quoteExpiresAtS: endsAtS }), later)).toBe(true);
  });
});

describe("an option ends", () => {
  test.each([
    ["with its payment, if that ends within a day", EXPIRES_AT_S, null, null],
    ["with its payment, if that ends in exactly a day", NOW_S + DAY_S, null, null],
    ["within the day, if its payment ends a second later", NOW_S + DAY_S + 1, null, NOW_S + DAY_S],
    ["with its price", EXPIRES_AT_S, NOW_S + 60, NOW_S + 60],
    ["with its payment, if the price holds for longer", EXPIRES_AT_S, NOW_S + 3_600, EXPIRES_AT_S],
  ])("%s", (_, expiresAtS, priceEndsAtS, expected) => {
    expect(optionEndsAtS(expiresAtS, priceEndsAtS, NOW_S, DAY_S)).toBe(expected);
  });

  test("within a day but not before 23 hours, at the same time for all requests of an hour", () => {
    const ends = [0, 600, 3_000, 3_599].map((second) => optionEndsAtS(NOW_S + 30 * DAY_S, null, NOW_S + second, DAY_S));
    expect(new Set(ends)).toEqual(new Set([NOW_S + DAY_S]));
    expect(optionEndsAtS(NOW_S + 30 * DAY_S, null, NOW_S + 3_600, DAY_S)).toBe(NOW_S + DAY_S + 3_600);
  });
});

describe("a refund's options", () => {
  const GRACE_S = 120;
  const endOf = (afterS: number, expiresAtS = NOW_S + 31 * DAY_S) =>
    periodEndsAtS({ createdAt: new Date(NOW_S * 1_000), expiresAtS }, NOW_S + afterS, DAY_S, GRACE_S);

  test("end at the same time throughout a period, which is within their longest life", () => {
    const end = endOf(0);
    for (const afterS of [-1, 1, 3_600, 82_799]) expect(endOf(afterS)).toBe(end);
    expect(end).toBe(NOW_S + 82_800);
    expect(optionEndsAtS(NOW_S + 31 * DAY_S, end, NOW_S, DAY_S)).toBe(end);
  });

  test("begin anew only once the chain refuses the former terms", () => {
    expect(endOf(82_800)).toBe(null);
    expect(endOf(82_800 + GRACE_S + 59)).toBe(null);
    expect(endOf(82_800 + GRACE_S + 60)).toBe(NOW_S + 82_800 + GRACE_S + 60 + 82_800);
  });

  test("end with the refund", () => {
    expect(endOf(0, NOW_S + 300)).toBe(NOW_S + 300);
  });
});

test.each([
  [1_000n, 1_000n, true],
  [900n, 1_000n, true],
  [899n, 1_000n, false],
  [2_000n, 1_000n, true],
  [1n, 10n ** 30n, false],
])("a quote of %s with a current price of %s is near it: %s", (quoted, current, isNear) => {
  expect(isNearPrice(quoted, current)).toBe(isNear);
});
