import {
  LEGACY_STATUSES,
  LegacyPayments,
  LegacyPaymentsQuery,
  legacyPayment,
  legacyStatistics,
} from "../../../contract/payments/legacy-list.ts";
import { PAYMENTS_LIMIT_DEFAULT } from "../../../contract/payments/payment-list.ts";
import { merchantMissing } from "../../../operations/errors/refusal.ts";
import { EVERYBODY } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { paymentFilter } from "../../lists/payment-filter.ts";
import { paymentPage } from "../../lists/payment-page.ts";
import {
  ASSET,
  BUYER,
  CREATED_AT,
  MERCHANT_ID,
  ORDER,
  PAYMENT_ID,
  TX_ID,
  UPDATED_AT,
} from "../../openapi/example-values.ts";
import { shownAssets } from "../../payments/shown-asset.ts";

export const listLegacyPayments = endpoint({
  id: "listLegacyPayments",
  tag: "Other clients",
  summary: "List one merchant's payments in snake case (deprecated)",
  about: "Replaced by `GET /v1/merchants/payments`. Cancelled payments are left out.",
  route: "GET /v1/merchants/:merchantId/payments",
  caller: "partner",
  console: EVERYBODY,
  deprecated: { since: new Date("2026-02-18T00:00:00Z"), successor: "/v1/merchants/payments" },
  legacyKey: true,
  request: { query: LegacyPaymentsQuery },
  response: [200, LegacyPayments],
  examples: {
    responses: {
      paid: {
        data: [
          {
            payment_id: PAYMENT_ID,
            merchant_id: MERCHANT_ID,
            reference_id: ORDER,
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
  uses: ["payments", "lists", "chains", "cursorKeys"],
  async handle(services, { caller, params: { merchantId }, query }) {
    const { lists, chains } = services;
    const { partnerId } = caller;
    if (!(await lists.knowsMerchant(partnerId, merchantId))) throw merchantMissing();
    const filter = paymentFilter(chains, caller, {
      start: query.start_ts,
      end: query.end_ts,
      symbols: undefined,
      asset: query.asset,
      network: query.network,
      statuses: query.status ? [query.status] : LEGACY_STATUSES,
      merchantIds: [merchantId],
      reference: undefined,
    });
    const { payments, nextCursor, statistics } = await paymentPage(services, {
      list: "legacy payments",
      filter,
      order: { by: query.sort_by ?? "date", direction: query.sort_dir ?? "desc" },
      cursor: query.cursor,
      limit: query.limit ?? PAYMENTS_LIMIT_DEFAULT,
    });
    return {
      data: payments.map((payment) => legacyPayment(payment, shownAssets(chains))),
      stats: legacyStatistics(statistics, await lists.currencies({ partnerId, merchantIds: [merchantId] })),
      next_cursor: nextCursor,
    };
  },
});
