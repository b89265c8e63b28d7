// The refunds of a payment, as columns of its row, and a refund as the JSON that `refund_json` makes of it.
import { getAddress, type Hex } from "viem";
import type { CreatorType } from "../../payment/created-by.ts";
import type { PaymentForBuyer } from "../../payment/payment.ts";
import type { Refund, RefundFailure, RefundStatus } from "../../payment/refund.ts";
import { toHex } from "../database/hex.ts";

/**
 * Only a payment `p` with a refund or mark has a row of totals, so the others cost one lookup. Only a refund's own
 * gateway payment has a payout.
 */
export const REFUND_JOINS = `
    left join refund_totals totals on totals.payment_id = p.id and totals.partner_id = p.partner_id
    left join lateral (
      select created_at, tx_hash from refund_marks
       where totals.payment_id is not null and payment_id = totals.payment_id and partner_id = totals.partner_id
      offset 0) mark on true
    left join lateral (
      select id, payment_id, asset, amount, destination, exception_id from refunds
       where p.creator = 'refund' and gateway_payment_id = p.id offset 0) payout on true`;

export const REFUND_COLUMNS = `
         totals.paid as refund_paid, totals.requested as refund_requested, totals.refunded as refund_done,
         mark.created_at as refunded_at, mark.tx_hash as refund_tx_hash,
         case when totals.payment_id is not null then (
           select jsonb_agg(refund_json(f) order by f.created_at, f.id) from refunds f
            where f.payment_id = p.id and f.partner_id = p.partner_id and f.exception_id is null) end as refunds,
         payout.id as payout_refund_id, payout.payment_id as payout_payment_id, payout.asset as payout_asset,
         payout.amount as payout_amount, payout.destination as payout_destination,
         payout.id is not null and (exists (
           select from transfers x where x.payment_id = payout.payment_id and x.state = 'credited'
              and x.orphaned_at is not null) or exists (
           select from exceptions x
            where x.id = payout.exception_id
              and (not x.holds_place or x.resolution in ('note', 'chain')
                   or x.amount <> payout.amount))) as payout_is_held`;

export interface RefundColumns {
  readonly refund_paid: bigint | null;
  readonly refund_requested: bigint;
  readonly refund_done: bigint;
  readonly refunded_at: Date | null;
  readonly refund_tx_hash: Buffer | null;
  readonly refunds: readonly StoredRefund[] | null;
  readonly payout_refund_id: string | null;
  readonly payout_payment_id: string;
  readonly payout_asset: string;
  readonly payout_amount: bigint;
  readonly payout_destination: string | null;
  readonly payout_is_held: boolean;
}

/** What `refund_json` makes of a refund. */
export interface StoredRefund {
  readonly id: string;
  readonly merchantId: string;
  readonly paymentId: string;
  readonly gatewayPaymentId: string;
  readonly status: RefundStatus;
  readonly asset: string;
  readonly amount: string;
  readonly currency: string;
  readonly fiat: string;
  readonly destination: string | null;
  readonly claimed: string | null;
  readonly claimedBy: string | null;
  readonly claimedAt: number | null;
  /** Absent in the JSON of older events. */
  readonly acceptedBy?: string | null;
  /** Absent in the JSON of older events. */
  readonly isRejected?: boolean;
  /** Absent in the JSON of older events. */
  readonly exceptionId?: string | null;
  readonly reason: string | null;
  readonly requester: CreatorType;
  readonly requesterId: string | null;
  readonly failure: RefundFailure | null;
  readonly txHash: Hex | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly expiresAt: number;
}

const dateOf = (seconds: number): Date => new Date(Math.round(seconds * 1_000));

export const toRefund = (stored: StoredRefund): Refund => ({
  id: stored.id,
  merchantId: stored.merchantId,
  paymentId: stored.paymentId,
  exceptionId: stored.exceptionId ?? null,
  gatewayPaymentId: stored.gatewayPaymentId,
  status: stored.status,
  amount: { asset: stored.asset, value: BigInt(stored.amount) },
  fiatAmount: { currency: stored.currency, value: BigInt(stored.fiat) },
  to: stored.destination === null ? null : getAddress(stored.destination),
  claim:
    stored.claimed === null || stored.claimedAt === null
      ? null
      : {
          address: getAddress(stored.claimed),
          by: stored.claimedBy,
          at: dateOf(stored.claimedAt),
          acceptedBy: stored.acceptedBy ?? null,
        },
  isRejected: stored.isRejected ?? false,
  reason: stored.reason,
  requestedBy: { type: stored.requester, id: stored.requesterId },
  failure: stored.failure,
  txHash: stored.txHash,
  createdAt: dateOf(stored.createdAt),
  updatedAt: dateOf(stored.updatedAt),
  expiresAtS: stored.expiresAt,
});

export const toRefundFacts = (
  row: RefundColumns,
): Pick<PaymentForBuyer, "refundMark" | "refundTotals" | "refunds" | "payout"> => ({
  refundMark: row.refunded_at && {
    refundedAt: row.refunded_at,
    txHash: row.refund_tx_hash && toHex(row.refund_tx_hash),
  },
  refundTotals:
    row.refund_paid === null
      ? null
      : { paid: row.refund_paid, requested: row.refund_requested, refunded: row.refund_done },
  refunds: (row.refunds ?? []).map(toRefund),
  payout:
    row.payout_refund_id === null
      ? null
      : {
          refundId: row.payout_refund_id,
          paymentId: row.payout_payment_id,
          asset: row.payout_asset,
          amount: row.payout_amount,
          to: row.payout_destination === null ? null : getAddress(row.payout_destination),
          isHeld: row.payout_is_held,
        },
});
