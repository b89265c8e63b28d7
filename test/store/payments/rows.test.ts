// Rows of the database become objects of the domain.
import { describe, expect, test } from "vitest";
import type { Option } from "../../../src/payment/option.ts";
import { toBytes, toHex } from "../../../src/store/database/hex.ts";
import {
  OPTION_COLUMNS,
  optionArrays,
  optionPlaces,
  optionTypes,
  optionValues,
  toOption,
} from "../../../src/store/payments/option-columns.ts";
import { type PaymentRow, toPayment } from "../../../src/store/payments/payment-row.ts";
import { toBooked, toReported, toTransfer } from "../../../src/store/transfers/row.ts";

const LOWER = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";
const ADDRESS = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const HASH = `0x${"ab".repeat(32)}` as const;
const AT = new Date("2026-03-04T05:06:07.089Z");

test("bytes are hex in lower case, and back", () => {
  expect(toHex(Buffer.from([0, 171, 255]))).toBe("0x00abff");
  expect(toBytes("0x00ABff").equals(Buffer.from([0, 171, 255]))).toBe(true);
});

const sources = [{ pair: "ETH/USD", source: "a", price: "3000", observedAtS: 1 }];
const option: Option = {
  paymentId: "pay_1",
  asset: "eip155:1/slip44:60",
  method: "native",
  merchantName: "Blue Shop",
  paysOut: "merchant",
  quoteExpiresAtS: 9,
  quoteSources: sources,
  feePpm: 4_000n,
  feeFixed: 5n,
  terms: {
    chain: "eip155:1",
    router: ADDRESS,
    key: HASH,
    token: ADDRESS,
    payer: ADDRESS,
    amount: 100n,
    destination: ADDRESS,
    fee: 1n,
    feeReceiver: ADDRESS,
    deadlineS: 10,
  },
};
const optionRow = {
  option_payment_id: "pay_1",
  option_asset: "eip155:1/slip44:60",
  option_method: "native",
  option_merchant_name: "Blue Shop",
  option_pays_out: "merchant",
  option_quote_expires_at_s: 9n,
  option_quote_sources: sources,
  option_fee_ppm: 4_000n,
  option_fee_fixed: 5n,
  option_chain: "eip155:1",
  option_router: LOWER,
  option_key: toBytes(HASH),
  option_token: LOWER,
  option_payer: LOWER,
  option_amount: 100n,
  option_destination: LOWER,
  option_fee: 1n,
  option_fee_receiver: LOWER,
  option_deadline_s: 10n,
} as const;

describe("an option", () => {
  test("has a value and a typed place for each column", () => {
    const columns = OPTION_COLUMNS.split(", ");
    const places = optionPlaces(3).split(", ");
    const values = optionValues(option);
    expect([places.length, values.length, optionTypes.length]).toEqual(Array(3).fill(columns.length));
    expect(optionArrays([option, option])).toEqual(values.map((value) => [value, value]));
    const stored = Object.fromEntries(columns.map((column, index) => [column, [places[index], values[index]]]));
    expect(stored).toMatchObject({
      asset: ["$3::text", "eip155:1/slip44:60"],
      quote_expires_at_s: [expect.stringMatching(/^\$\d+::bigint$/), 9],
      fee_receiver: [expect.stringMatching(/^\$\d+::text$/), ADDRESS],
      amount: [expect.stringMatching(/^\$\d+::numeric$/), 100n],
      quote_sources: [expect.stringMatching(/^\$\d+::jsonb$/), JSON.stringify(sources)],
    });
    expect(columns).not.toContain("payment_id");
  });

  test("is read back, with checksummed addresses", () => {
    expect(toOption(optionRow)).toEqual(option);
    expect(toOption({ ...optionRow, option_quote_expires_at_s: null })).toEqual({ ...option, quoteExpiresAtS: null });
  });
});

const row: PaymentRow = {
  ...optionRow,
  id: "pay_1",
  partner_id: "prtn_1",
  merchant_id: "mrch_1",
  reference_id: "order-1",
  status: "succeeded",
  currency: "USD",
  amount: 30n,
  description: "Two teas",
  line_items: [{ name: "Tea", quantity: 2, value: "900719925474099301" }],
  success_url: "https://shop.example/ok",
  error_url: "https://shop.example/no",
  takes_deposits: false,
  creator: "till",
  creator_id: "till_1",
  creator_name: "Counter",
  created_at: AT,
  expires_at_s: 300n,
  last_updated_at: AT,
  failure_code: null,
  cancelled_reason: null,
  fee_policy_id: 7n,
  is_past_expiry: true,
  merchant_name: "Blue Shop",
  logo: Buffer.from([255, 0]),
  branding: { color: "#0b6e4f", name: null },
  terms_hash: toBytes(HASH),
  results_digest: null,
  provider_name: "Blue Wallet",
  confirmed_at: AT,
  authorizer: null,
  deposits: null,
  tx_hash: toBytes(HASH),
  swept: null,
  log_index: 3,
  block_number: 8n,
  is_lost: false,
  refunded_at: AT,
  refund_tx_hash: null,
  refund_paid: 30n,
  refund_requested: 30n,
  refund_done: 30n,
  refunds: null,
  payout_refund_id: null,
  payout_payment_id: "",
  payout_asset: "",
  payout_amount: 0n,
  payout_destination: null,
  payout_is_held: false,
  buyer_data_amounts: null,
  buyer_data_chains: [],
  buyer_data_assets: [],
  buyer_data_terms_url: null,
};

describe("a payment", () => {
  const credit = {
    chain: "eip155:1",
    txHash: HASH,
    logIndex: 3,
    blockNumber: 8n,
    amount: option.terms.amount,
    settled: true,
    isLost: false,
  };
  const confirmation = {
    option,
    termsHash: HASH,
    resultsDigest: null,
    providerName: "Blue Wallet",
    confirmedAt: AT,
    authorizer: null,
  };

  test("is read with its merchant, confirmation, credit and refund", () => {
    expect(toPayment(row)).toEqual({
      id: "pay_1",
      partnerId: "prtn_1",
      merchantId: "mrch_1",
      referenceId: "order-1",
      createdBy: { type: "till", id: "till_1", name: "Counter" },
      status: "succeeded",
      amount: { currency: "USD", value: 30n },
      description: "Two teas",
      lineItems: [{ name: "Tea", quantity: 2, value: 900719925474099301n }],
      takesDeposits: false,
      deposits: [],
      checkout: { successUrl: "https://shop.example/ok", errorUrl: "https://shop.example/no" },
      expiresAtS: 300,
      createdAt: AT,
      lastUpdatedAt: AT,
      failureCode: null,
      cancelledReason: null,
      feePolicyId: 7n,
      confirmation,
      credit,
      refundTotals: { paid: 30n, requested: 30n, refunded: 30n },
      refunds: [],
      payout: null,
      refundMark: { refundedAt: AT, txHash: null },
      merchant: { name: "Blue Shop", logo: "ff00", branding: { color: "#0b6e4f", name: null } },
      buyerDataRules: null,
      isPastExpiry: true,
    });
  });

  test.each<[string, Partial<PaymentRow>, object]>([
    ["without a checkout", { success_url: null, error_url: null }, { checkout: null }],
    ["with half a checkout", { error_url: null }, { checkout: null }],
    ["without a logo", { logo: null }, { merchant: { name: "Blue Shop", logo: null } }],
    ["that is not confirmed", { terms_hash: null }, { confirmation: null, credit: null }],
    ["with the digest of its results", { results_digest: toBytes(HASH) }, { confirmation: { resultsDigest: HASH } }],
    ["that is not paid", { tx_hash: null }, { confirmation, credit: null }],
    ["whose transfer is lost", { is_lost: true }, { credit: { ...credit, settled: false, isLost: true } }],
    ["that paid the treasury", { option_pays_out: "treasury" }, { credit: { ...credit, settled: false } }],
    ["that is not refunded", { refunded_at: null }, { refundMark: null }],
    [
      "with a refund's transaction",
      { refund_tx_hash: toBytes(HASH) },
      { refundMark: { refundedAt: AT, txHash: HASH } },
    ],
  ])("%s", (_case, changes, expected) => {
    expect(toPayment({ ...row, ...changes })).toMatchObject(expected);
  });
});

describe("a transfer", () => {
  const transferRow = {
    tx_hash: toBytes(HASH),
    log_index: 3,
    block_number: 8n,
    terms_hash: toBytes(HASH),
    asset: "eip155:1/slip44:60",
    token: LOWER,
    payer: LOWER,
    amount: 100n,
    destination: LOWER,
    fee: 1n,
    fee_receiver: LOWER,
    deadline_s: 10n,
    method: "pay",
    state: "parked",
    payment_id: "pay_1",
    is_orphaned: true,
  } as const;
  const transfer = {
    txHash: HASH,
    logIndex: 3,
    blockNumber: 8n,
    termsHash: HASH,
    asset: "eip155:1/slip44:60",
    token: ADDRESS,
    payer: ADDRESS,
    amount: 100n,
    destination: ADDRESS,
    fee: 1n,
    feeReceiver: ADDRESS,
    deadlineS: 10n,
    method: "pay",
  };

  test("is read with checksummed addresses, and booked with its state", () => {
    expect(toTransfer(transferRow)).toEqual(transfer);
    expect(toBooked(transferRow)).toEqual({ ...transfer, state: "parked", paymentId: "pay_1", isOrphaned: true });
  });

  test("is reported by its place, money and payment", () => {
    expect(toReported({ ...transferRow, partner_id: "prtn_1" })).toEqual({
      txHash: HASH,
      logIndex: 3,
      asset: "eip155:1/slip44:60",
      amount: 100n,
      fee: 1n,
      paymentId: "pay_1",
      partnerId: "prtn_1",
    });
  });
});
