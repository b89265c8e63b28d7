import type { ExamplesById } from "./example.ts";
import { ASSET, BUYER, CREATED_AT, FIAT, MERCHANT_ID, PAYMENT_ID, TOKEN, TX_ID, UPDATED_AT } from "./values.ts";

const token = (value: string) => ({ ...TOKEN, value });

const common = {
  paymentId: PAYMENT_ID,
  merchant: { id: MERCHANT_ID, name: "Corner Shop" },
  referenceId: "order 4711",
  fiatAmount: FIAT,
  createdAt: CREATED_AT,
};

const payments = {
  data: [
    {
      ...common,
      status: "succeeded",
      isTerminal: true,
      tokenAmount: TOKEN,
      buyer: { accountCaip10: BUYER, accountProviderName: "Example Wallet" },
      transaction: { networkId: "8453", hash: TX_ID, nonce: 7 },
      settlement: { settled: true, amount: token("12450000"), txHash: TX_ID },
      fees: { total: token("50000"), fixed: token("0"), percentage: "0.4" },
      lastUpdatedAt: UPDATED_AT,
      settledAt: UPDATED_AT,
    },
    { ...common, status: "requires_action", isTerminal: false, lastUpdatedAt: CREATED_AT },
  ],
  nextCursor: null,
  stats: { totalRevenue: [{ amount: 12.5, currency: "USD" }], totalTransactions: 2, totalCustomers: 1 },
};

export const LIST_EXAMPLES: ExamplesById = {
  listPayments: { answers: { paidAndWaiting: payments } },
  listMerchantPayments: { answers: { paidAndWaiting: payments } },
  listLegacyPayments: {
    answers: {
      paid: {
        data: [
          {
            payment_id: PAYMENT_ID,
            merchant_id: MERCHANT_ID,
            reference_id: "order 4711",
            status: "succeeded",
            is_terminal: true,
            wallet_name: "Example Wallet",
            wallet_logo: "",
            token_symbol: "USDC",
            token_logo: "",
            token_decimals: 6,
            token_caip19: ASSET,
            token_amount: "12500000",
            chain_id: "eip155:8453",
            chain_logo: "",
            buyer_caip10: BUYER,
            tx_hash: TX_ID,
            nonce: 7,
            fiat_amount: 12.5,
            fiat_currency: "USD",
            created_at: CREATED_AT,
            last_updated_at: UPDATED_AT,
            settled_at: UPDATED_AT,
            settlement_status: "settled",
            settlement_tx_hash: TX_ID,
          },
        ],
        stats: { total_customers: 1, total_revenue: { amount: 12.5, currency: "USD" }, total_transactions: 1 },
        next_cursor: null,
      },
    },
  },
};
