// The deprecated list of one merchant's payments on the wire: snake_case, and only five statuses.
import Type, { type Static } from "typebox";
import { parseAssetId } from "../../money/caip.ts";
import type { ListedPayment, PaymentStatistics } from "../../payment/lists/list.ts";
import { buyerAccount } from "../../payment/options/buyer-account.ts";
import { PAYMENT_STATUSES, type PaymentStatus } from "../../payment/payment.ts";
import { isTerminal } from "../../payment/transition.ts";
import type { FindShownAsset } from "../amounts.ts";
import { moment } from "../moment.ts";
import * as wire from "../primitives.ts";
import { assetFilter, cursor, networks, pageLimit, sortBy, sortDir, standardNumber } from "./payment-list.ts";

/** The statuses of the old format; cancelled payments are left out. */
export const LEGACY_STATUSES = PAYMENT_STATUSES.filter(
  (status): status is Exclude<PaymentStatus, "cancelled"> => status !== "cancelled",
);

/** The currency of the revenue of a merchant without payments. */
const CURRENCY_OF_NOTHING = "USD";

export const LegacyPaymentsQuery = wire.closed({
  start_ts: Type.Optional(moment),
  end_ts: Type.Optional(moment),
  asset: Type.Optional(assetFilter),
  network: Type.Optional(networks),
  sort_by: Type.Optional(sortBy),
  sort_dir: Type.Optional(sortDir),
  cursor: Type.Optional(cursor),
  limit: Type.Optional(pageLimit),
  status: Type.Optional(wire.oneOf(LEGACY_STATUSES)),
});

const nullableText = wire.nullable(Type.String());

export const payment = Type.Object({
  payment_id: Type.String(),
  merchant_id: Type.String(),
  reference_id: Type.String(),
  status: wire.oneOf(PAYMENT_STATUSES),
  is_terminal: Type.Boolean(),
  wallet_name: Type.String(),
  wallet_logo: Type.String(),
  token_symbol: Type.String(),
  token_logo: Type.String(),
  token_decimals: Type.Integer(),
  token_caip19: nullableText,
  token_amount: nullableText,
  chain_id: nullableText,
  chain_logo: Type.String(),
  buyer_caip10: nullableText,
  tx_hash: nullableText,
  nonce: wire.nullable(Type.Integer()),
  fiat_amount: Type.Number(),
  fiat_currency: Type.String(),
  created_at: wire.timestamp,
  last_updated_at: wire.timestamp,
  settled_at: wire.nullable(wire.timestamp),
  settlement_status: nullableText,
  settlement_tx_hash: nullableText,
});

export const LegacyPayments = Type.Object({
  data: Type.Array(payment),
  stats: Type.Object({
    total_customers: Type.Integer(),
    total_revenue: Type.Object({ amount: Type.Number(), currency: Type.String() }),
    total_transactions: Type.Integer(),
  }),
  next_cursor: nullableText,
});

export function legacyPayment(
  payment: ListedPayment,
  find: FindShownAsset,
): Static<typeof LegacyPayments>["data"][number] {
  const { amount, settledAt, nonce } = payment;
  const credit = payment.status === "succeeded" ? payment.credit : null;
  return {
    payment_id: payment.id,
    merchant_id: payment.merchantId,
    reference_id: payment.referenceId,
    status: payment.status,
    is_terminal: isTerminal(payment.status),
    ...paidWith(payment, find),
    tx_hash: credit?.txHash ?? null,
    nonce: credit && nonce !== null ? Number(nonce) : null,
    fiat_amount: standardNumber(amount.value, amount.currency),
    fiat_currency: amount.currency,
    created_at: payment.createdAt.toISOString(),
    last_updated_at: payment.lastUpdatedAt.toISOString(),
    settled_at: settledAt?.toISOString() ?? null,
    settlement_status: payment.confirmation ? (credit?.settled ? "settled" : "not_settled") : null,
    settlement_tx_hash: credit?.settled ? credit.txHash : null,
  };
}

/** The buyer's side. Unknown values are empty strings and 0 where the old format allows no null. */
function paidWith({ confirmation, credit }: ListedPayment, find: FindShownAsset) {
  const option = confirmation?.option;
  const shown = option ? find(option.asset) : null;
  return {
    wallet_name: confirmation?.providerName ?? "",
    wallet_logo: "",
    token_symbol: shown?.asset.symbol ?? "",
    token_logo: shown?.asset.iconUrl ?? "",
    token_decimals: shown?.asset.decimals ?? 0,
    token_caip19: option?.asset ?? null,
    token_amount: (credit?.amount ?? option?.terms.amount)?.toString() ?? null,
    chain_id: option ? (parseAssetId(option.asset)?.chain ?? null) : null,
    chain_logo: shown?.chain.iconUrl ?? "",
    buyer_caip10: confirmation ? buyerAccount(confirmation) : null,
  };
}

/** @param currencies of all payments of the merchant; revenue is in the most used one */
export function legacyStatistics(
  { payments, customers, revenue }: PaymentStatistics,
  currencies: PaymentStatistics["currencies"],
): Static<typeof LegacyPayments>["stats"] {
  const [mostUsed] = [...currencies].sort(([, a], [, b]) => (a === b ? 0 : a > b ? -1 : 1));
  const currency = mostUsed?.[0] ?? CURRENCY_OF_NOTHING;
  return {
    total_customers: Number(customers),
    total_revenue: { amount: standardNumber(revenue.get(currency) ?? 0n, currency), currency },
    total_transactions: Number(payments),
  };
}
