// Values shared by the examples of several endpoints, which all show one order of 12.50 USD, paid in USDC on Base.
export const PAYMENT_ID = "pay_06gzjr6vt8y2m4k9x3c5b7n1q0d8f6h2";
export const MERCHANT_ID = "mrch_06gzjr2w5e8r1t4y7u0p3a6s9d2f5g8h";
export const SETTLEMENT_ID = "crypto_06gzjr3x6c9v2b5n8m1k4j7h0g3f6d9s";
export const EVENT_ID = "evt_06gzjr6vt8y2m4k9x3c5b7n1q0d8f6h2_1";
export const ENDPOINT_ID = "whe_06gzjr8b3n6m9k2j5h8g1f4d7s0a3q6w";
export const CREATED_BY = { type: "server", id: "key_06gzjr1v4d7g0j3m6q9t2w5z8c1f4h7k" };
export const LINK_ID = "plink_06gzjr9c4p7s0v3y6b9e2h5k8n1r4t7w";
export const DELIVERY_ID = "dlv_3f9ac1d27e5b48069c1d8e7f6a5b4c3d";
export const REFUND_ID = "rfd_06gzjrb2n5q8t1w4z7c0f3j6m9p2s5v8";
export const CHAIN = "eip155:8453";
export const ASSET = `${CHAIN}/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913`;
export const DESTINATION = `${CHAIN}:0x90F79bf6EB2c4f870365E785982E1f101E93b906`;
export const BUYER = `${CHAIN}:0x70997970C51812dc3A010C7d01b50e0d17dc79C8`;
export const RELAYER = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
export const BUYER_ADDRESS = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
export const TX_ID = "0x5d1f9c0e7b2a4386d9f05c1b8e7a3426f9d0c5b1a8e7f3624d9c0b5a1e8f7364";
export const SIGNATURE = `0x${"1b".repeat(65)}`;
export const EXPIRES_AT = 1_771_416_300;
export const CREATED_AT = "2026-02-18T12:00:00.000Z";
export const UPDATED_AT = "2026-02-18T12:01:07.250Z";
export const OPTION_ID = "AXJc0fVhQ2p7Yw3mEo8sLk5dTn1uRb6z";
export const ORDER = "order 4711";

export const FIAT = {
  unit: "iso4217/USD",
  value: "1250",
  display: { assetSymbol: "USD", assetName: "US Dollar", decimals: 2 },
};
export const TOKEN = {
  unit: `caip19/${ASSET}`,
  value: "12500000",
  display: { assetSymbol: "USDC", assetName: "USD Coin", decimals: 6, networkName: "Base" },
};

export const NEW_MERCHANT = {
  id: MERCHANT_ID,
  name: "Corner Shop",
  email: "owner@shop.example",
  status: "active",
  createdAt: CREATED_AT,
};
export const MERCHANT = { ...NEW_MERCHANT, iconUrl: "https://pay.example/logos/3f9ac1.webp" };
export const BRANDING = { color: "#0b6e4f", name: "Corner Group" };
export const SETTLEMENT = { id: SETTLEMENT_ID, asset: ASSET, destination: DESTINATION };
export const FIAT_SETTLEMENT = { id: "fiat_06gzjr4k", status: "active", bankType: "sepa" };

/** The `info` of a succeeded payment. */
export const INFO = { optionAmount: TOKEN, txId: TX_ID };

export const STATUSES = {
  waiting: { isFinal: false, status: "requires_action", info: null, pollInMs: 1000 },
  succeeded: { isFinal: true, status: "succeeded", info: INFO },
  failed: { isFinal: true, status: "failed", failureCode: "declined_user", info: null },
};

export const cancelledBy = (cancelledReason: string) => ({
  paymentId: PAYMENT_ID,
  status: "cancelled",
  cancelledReason,
  cancelledAt: UPDATED_AT,
});

/** The `info` of an open payment, which a wallet shows. */
export const PAYMENT_INFO = {
  status: "requires_action",
  amount: FIAT,
  expiresAt: EXPIRES_AT,
  merchant: { name: "Corner Shop" },
};

const listed = {
  paymentId: PAYMENT_ID,
  merchant: { id: MERCHANT_ID, name: "Corner Shop" },
  referenceId: ORDER,
  livemode: true,
  fiatAmount: FIAT,
  createdBy: CREATED_BY,
  createdAt: CREATED_AT,
};
const token = (value: string) => ({ ...TOKEN, value });

/** A page of a list: a paid payment and an open one. */
export const PAYMENT_PAGE = {
  data: [
    {
      ...listed,
      status: "succeeded",
      isTerminal: true,
      isRefunded: false,
      tokenAmount: TOKEN,
      buyer: { accountCaip10: BUYER, accountProviderName: "Example Wallet" },
      transaction: { networkId: "8453", hash: TX_ID, nonce: 7 },
      settlement: { settled: true, amount: token("12450000"), txHash: TX_ID },
      fees: { total: token("50000"), fixed: token("0"), percentage: "0.4" },
      lastUpdatedAt: UPDATED_AT,
      settledAt: UPDATED_AT,
    },
    { ...listed, status: "requires_action", isTerminal: false, isRefunded: false, lastUpdatedAt: CREATED_AT },
  ],
  nextCursor: null,
  stats: { totalRevenue: [{ amount: 12.5, currency: "USD" }], totalTransactions: 2, totalCustomers: 1 },
};

/** A refund of half of it, which the merchant has to sign. */
export const EXCEPTION = {
  id: "exc_06gzjr7b",
  paymentId: PAYMENT_ID,
  kind: "late",
  status: "open",
  amount: TOKEN,
  fiatAmount: FIAT,
  sender: BUYER,
  network: "Base",
  transaction: { networkId: "8453", hash: TX_ID },
  message: "The money arrived after the payment had ended, or the payment ended without counting it.",
  createdAt: UPDATED_AT,
  resolvedAt: null,
  resolution: null,
};
export const REFUND = {
  paymentId: PAYMENT_ID,
  refundId: REFUND_ID,
  merchantId: MERCHANT_ID,
  status: "requires_action",
  amount: token("6250000"),
  fiatAmount: { ...FIAT, value: "625" },
  to: BUYER,
  reason: "One cup was broken",
  requestedBy: CREATED_BY,
  gatewayPaymentId: "pay_06gzjrb2p8s1v4y7b0e3h6k9n2q5t8w1",
  refundUrl: "https://pay.example/pay/pay_06gzjrb2p8s1v4y7b0e3h6k9n2q5t8w1",
  expiresAt: 1_772_020_800,
  createdAt: UPDATED_AT,
  lastUpdatedAt: UPDATED_AT,
};

/** Shortened: header, claims and signature. */
export const RECEIPT = "eyJhbGciOiJFZERTQSIsInR5cCI6….eyJpc3MiOiJodHRwczovL3Bhe….x1c8VJmXo2Yt0sN4…";

/** Half of it has been sent. */
export const DEPOSIT_ADDRESS = {
  asset: ASSET,
  address: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  amount: TOKEN,
  minimum: token("10000"),
  received: token("6250000"),
  expiresAt: EXPIRES_AT,
  uri:
    "ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer" +
    "?address=0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC&uint256=6250000",
};

/** The address in the details of its payment. */
export const SHOWN_DEPOSITS = [
  {
    asset: ASSET,
    address: DEPOSIT_ADDRESS.address,
    amount: TOKEN,
    received: token("6250000"),
    transactions: [
      { hash: TX_ID, from: "0x90F79bf6EB2c4f870365E785982E1f101E93b906", value: "6250000", status: "confirmed" },
    ],
  },
];

/** The event of a payment's creation. */
export const EVENT = {
  id: EVENT_ID,
  type: "payment.created",
  timestamp: CREATED_AT,
  livemode: true,
  apiVersion: "2026-02-18",
  merchantId: MERCHANT_ID,
  paymentId: PAYMENT_ID,
  sequence: 1,
  data: {
    payment: {
      ...listed,
      status: "requires_action",
      isTerminal: false,
      isFinal: false,
      isRefunded: false,
      lastUpdatedAt: CREATED_AT,
    },
  },
};

export const WEBHOOK_ENDPOINT = {
  id: ENDPOINT_ID,
  url: "https://shop.example/turnpike-events",
  format: "standard",
  events: ["payment.succeeded", "payment.refunded"],
  merchantIds: null,
  description: "the order system",
  enabled: true,
  disabledReason: null,
  createdAt: CREATED_AT,
};
export const WEBHOOK_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwKj1vHfXw4kY=";

/** A link with a fixed amount, which one buyer has paid. */
export const PAYMENT_LINK = {
  id: LINK_ID,
  merchantId: MERCHANT_ID,
  url: `https://pay.example/pay-links/${LINK_ID}`,
  x402Url: `https://pay.example/x402/links/${LINK_ID}`,
  status: "active",
  amount: FIAT,
  description: "Concert ticket",
  referencePattern: "TICKET-{number}",
  maxUses: 100,
  expiresAt: EXPIRES_AT,
  fields: [{ label: "Name on the ticket", required: true, maxLength: 100 }],
  checkout: null,
  enabled: true,
  stats: { opened: 7, created: 3, open: 1, succeeded: 1, beyondLimit: 0, amounts: [FIAT] },
  createdAt: CREATED_AT,
};

const failedAttempt = { at: UPDATED_AT, status: 500, durationMs: 41, error: "the status is not 2xx", response: "oops" };

/** Its first attempt failed. */
export const DELIVERY = {
  id: DELIVERY_ID,
  eventId: EVENT_ID,
  type: "payment.created",
  status: "pending",
  attempts: 1,
  nextAttemptAt: "2026-02-18T12:01:12.250Z",
  lastAttempt: failedAttempt,
};
export const DELIVERY_DETAIL = { ...DELIVERY, endpointId: ENDPOINT_ID, history: [failedAttempt] };

const chargePrice = { amount: "12.50", currency: "USD" };

/** The payment as a charge. */
export const CHARGE = {
  id: PAYMENT_ID,
  code: PAYMENT_ID,
  resource: "charge",
  name: ORDER,
  description: "Two coffees",
  hosted_url: `https://pay.example/${PAYMENT_ID}`,
  merchant_id: MERCHANT_ID,
  created_by: CREATED_BY,
  created_at: CREATED_AT,
  expires_at: "2026-02-18T13:00:00.000Z",
  pricing_type: "fixed_price",
  pricing: { local: chargePrice },
  local_price: chargePrice,
  timeline: [{ status: "NEW", time: CREATED_AT }],
  metadata: { order_id: "4711" },
  payments: [],
  addresses: {},
};
export const CANCELLED_CHARGE = { ...CHARGE, timeline: [...CHARGE.timeline, { status: "CANCELED", time: UPDATED_AT }] };
export const CHARGE_PAGE = {
  order: "desc",
  starting_after: null,
  ending_before: null,
  total: 1,
  limit: 25,
  yielded: 1,
  cursor_range: [PAYMENT_ID, PAYMENT_ID],
  previous_uri: null,
  next_uri: null,
};

const REQUIREMENTS = {
  scheme: "exact",
  network: CHAIN,
  asset: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
  amount: "12500000",
  payTo: "0x90F79bf6EB2c4f870365E785982E1f101E93b906",
  maxTimeoutSeconds: 300,
  extra: { name: "USD Coin", version: "2" },
};
/** What a server sends to x402's facilitator. */
export const FACILITATED = {
  x402Version: 2,
  paymentPayload: {
    x402Version: 2,
    resource: { url: "https://api.example/report" },
    accepted: REQUIREMENTS,
    payload: {
      signature: SIGNATURE,
      authorization: {
        from: BUYER_ADDRESS,
        to: REQUIREMENTS.payTo,
        value: REQUIREMENTS.amount,
        validAfter: "0",
        validBefore: String(EXPIRES_AT),
        nonce: `0x${"5d".repeat(32)}`,
      },
    },
  },
  paymentRequirements: REQUIREMENTS,
};
