// A payment in the lists, old and new, and the lists' statistics.
import Type, { type TObject } from "typebox";
import { Compile } from "typebox/compile";
import { describe, expect, test } from "vitest";
import {
  LEGACY_STATUSES,
  LegacyPayments,
  legacyPayment,
  legacyStatistics,
} from "../../src/contract/payments/legacy-list.ts";
import { listedPayment, Payments, standardNumber, statisticsToWire } from "../../src/contract/payments/payment-list.ts";
import type { ListedPayment, PaymentStatistics } from "../../src/payment/lists/list.ts";
import { PAYMENT_STATUSES } from "../../src/payment/payment.ts";
import { ADDRESS, ASSET, dollars, HASH, open, paid, SHOWN, show, usdc } from "./paid-payment.ts";

const PUBLIC_URL = "https://pay.example";
const SETTLED_AT = new Date("2026-03-04T05:08:00.000Z");
const PAYER = `eip155:8453:${ADDRESS}`;

const exact = (schema: TObject) => Compile(Type.Object(schema.properties, { additionalProperties: false }));
const isListed = exact(Payments.properties.data.items);
const isLegacy = exact(LegacyPayments.properties.data.items);

const listed = (payment: ListedPayment) => listedPayment(payment, show, PUBLIC_URL);

describe.each(PAYMENT_STATUSES)("a listed payment that is %s", (status) => {
  test.each([paid, open])("matches the schemas", (payment) => {
    expect(isListed.Errors(listed({ ...payment, status }))).toEqual([]);
    expect(isLegacy.Errors(legacyPayment({ ...payment, status }, show))).toEqual([]);
  });

  test("has a transaction, a settled amount and a nonce only when it succeeded", () => {
    const item = listed({ ...paid, status, nonce: 7n });
    expect(item.transaction).toEqual(status === "succeeded" ? { networkId: "8453", hash: HASH, nonce: 7 } : undefined);
    expect(item.settlement).toEqual(
      status === "succeeded" ? { settled: true, amount: usdc("996000"), txHash: HASH } : { settled: false },
    );
    const legacy = legacyPayment({ ...paid, status, nonce: 7n }, show);
    expect([legacy.tx_hash, legacy.nonce]).toEqual(status === "succeeded" ? [HASH, 7] : [null, null]);
    const settled = status === "succeeded" ? ["settled", HASH] : ["not_settled", null];
    expect([legacy.settlement_status, legacy.settlement_tx_hash]).toEqual(settled);
  });
});

describe("a listed payment", () => {
  test("that is open has only the merchant's fields", () => {
    expect(listed(open)).toEqual({
      paymentId: "pay_1",
      merchant: { id: "mrch_1", name: "Blue Shop" },
      referenceId: "order-1",
      livemode: true,
      status: "requires_action",
      isTerminal: false,
      isRefunded: false,
      fiatAmount: dollars("1000"),
      createdAt: "2026-03-04T05:06:07.089Z",
      createdBy: { type: "server", id: "key_1" },
      lastUpdatedAt: "2026-03-04T05:07:00.000Z",
    });
  });

  test("that is paid has the buyer's fields, and the fees by their parts", () => {
    const merchant = { name: "Blue Shop", logo: "ff00", branding: null };
    expect(listed({ ...paid, merchant, settledAt: SETTLED_AT })).toMatchObject({
      merchant: { id: "mrch_1", name: "Blue Shop", iconUrl: "https://pay.example/logos/ff00.webp" },
      isTerminal: true,
      tokenAmount: usdc("1000000"),
      buyer: { accountCaip10: PAYER, accountProviderName: "Blue Wallet" },
      fees: { total: usdc("4000"), fixed: usdc("10000"), percentage: "0.4" },
      transaction: { networkId: "8453", hash: HASH },
      settledAt: "2026-03-04T05:08:00.000Z",
    });
    expect(listed(paid).transaction).not.toHaveProperty("nonce");
  });

  test("that paid the treasury is not settled", () => {
    const credit = paid.credit && { ...paid.credit, settled: false };
    expect(listed({ ...paid, credit }).settlement).toEqual({ settled: false });
    expect(legacyPayment({ ...paid, credit }, show)).toMatchObject({
      tx_hash: HASH,
      settlement_status: "not_settled",
      settlement_tx_hash: null,
    });
  });

  test("that has no credit yet has no transaction, even if it succeeded", () => {
    expect(listed({ ...paid, credit: null })).not.toHaveProperty("transaction");
    expect(legacyPayment({ ...paid, credit: null, nonce: 7n }, show)).toMatchObject({
      tx_hash: null,
      nonce: null,
    });
  });

  test("that was refunded has the time, and the transaction if the merchant named one", () => {
    const refundedAt = SETTLED_AT;
    expect(listed({ ...paid, refundMark: { refundedAt, txHash: null } })).toMatchObject({
      refundedAt: "2026-03-04T05:08:00.000Z",
    });
    expect(listed({ ...paid, refundMark: { refundedAt, txHash: null } })).not.toHaveProperty("refundTxHash");
    expect(listed({ ...paid, refundMark: { refundedAt, txHash: HASH } })).toMatchObject({ refundTxHash: HASH });
  });
});

describe("a payment in the old list", () => {
  const OLD = {
    payment_id: "pay_1",
    merchant_id: "mrch_1",
    reference_id: "order-1",
    fiat_amount: 10,
    fiat_currency: "USD",
    created_at: "2026-03-04T05:06:07.089Z",
    last_updated_at: "2026-03-04T05:07:00.000Z",
  };

  test("has empty texts, zeros and nulls before it is confirmed", () => {
    expect(legacyPayment(open, show)).toEqual({
      ...OLD,
      status: "requires_action",
      is_terminal: false,
      wallet_name: "",
      wallet_logo: "",
      token_symbol: "",
      token_logo: "",
      token_decimals: 0,
      token_caip19: null,
      token_amount: null,
      chain_id: null,
      chain_logo: "",
      buyer_caip10: null,
      tx_hash: null,
      nonce: null,
      settled_at: null,
      settlement_status: null,
      settlement_tx_hash: null,
    });
  });

  test("has every field once it is paid", () => {
    const asset = { ...SHOWN.asset, iconUrl: "https://icons.example/usdc" };
    const chain = { ...SHOWN.chain, iconUrl: "https://icons.example/base" };
    expect(legacyPayment({ ...paid, nonce: 0n, settledAt: SETTLED_AT }, () => ({ asset, chain }))).toEqual({
      ...OLD,
      status: "succeeded",
      is_terminal: true,
      wallet_name: "Blue Wallet",
      wallet_logo: "",
      token_symbol: "USDC",
      token_logo: "https://icons.example/usdc",
      token_decimals: 6,
      token_caip19: ASSET,
      token_amount: "1000000",
      chain_id: "eip155:8453",
      chain_logo: "https://icons.example/base",
      buyer_caip10: PAYER,
      tx_hash: HASH,
      nonce: 0,
      settled_at: "2026-03-04T05:08:00.000Z",
      settlement_status: "settled",
      settlement_tx_hash: HASH,
    });
  });

  test("keeps its asset's id if the asset is no longer configured, and its chain as far as it is known", () => {
    expect(legacyPayment(paid, () => null)).toMatchObject({ token_caip19: ASSET, token_symbol: "", token_decimals: 0 });
    const option = paid.confirmation && { ...paid.confirmation.option, asset: "not CAIP-19" };
    const confirmation = paid.confirmation && option && { ...paid.confirmation, option };
    expect(legacyPayment({ ...paid, confirmation }, show)).toMatchObject({ chain_id: null });
  });

  test("is never filtered by cancelled, a status that the old format does not have", () => {
    expect(LEGACY_STATUSES).toEqual(["requires_action", "processing", "succeeded", "failed", "expired"]);
  });
});

describe("statistics", () => {
  const statistics = (revenue: Iterable<[string, bigint]>): PaymentStatistics => ({
    payments: 5n,
    customers: 3n,
    revenue: new Map(revenue),
    currencies: new Map(),
  });

  test("have the revenue by currency in standard units", () => {
    const revenue: [string, bigint][] = [
      ["JPY", 500n],
      ["USD", 1050n],
    ];
    expect(statisticsToWire(statistics(revenue))).toEqual({
      totalRevenue: [
        { amount: 500, currency: "JPY" },
        { amount: 10.5, currency: "USD" },
      ],
      totalTransactions: 5,
      totalCustomers: 3,
    });
  });

  test.each<[string, [string, bigint][], string, number]>([
    [
      "the most used one",
      [
        ["JPY", 1n],
        ["USD", 3n],
        ["EUR", 2n],
      ],
      "USD",
      10.5,
    ],
    [
      "the most used one, in any order",
      [
        ["USD", 3n],
        ["EUR", 2n],
        ["JPY", 1n],
      ],
      "USD",
      10.5,
    ],
    [
      "the first of two",
      [
        ["EUR", 2n],
        ["USD", 2n],
      ],
      "EUR",
      0,
    ],
    ["US dollars without payments", [], "USD", 10.5],
  ])("of the old list have the revenue in one currency: %s", (_rule, used, currency, amount) => {
    expect(legacyStatistics(statistics([["USD", 1050n]]), new Map(used))).toEqual({
      total_customers: 3,
      total_revenue: { amount, currency },
      total_transactions: 5,
    });
  });

  test("of an unknown currency count its smallest units", () => {
    expect(standardNumber(12n, "ZZZ")).toBe(12);
  });
});
