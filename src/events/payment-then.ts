// A payment as it was at one of its events, from facts that never change: the log, the confirmation and the request.
import type { Hex } from "viem";
import type { ListedPayment } from "../payment/lists/list.ts";
import type { Credit, PaymentForBuyer, PaymentStatus, RefundMark } from "../payment/payment.ts";
import { isTransition } from "../payment/transition.ts";

/** An entry in the log of a payment. */
export interface LogEntry {
  readonly id: bigint;
  readonly type: string;
  readonly status: PaymentStatus;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

export interface MerchantThen {
  readonly name: string;
  /** Hash of its logo. */
  readonly logo: string | null;
}

/**
 * @param now the payment as it is now
 * @param log its log up to the event, oldest first; the event is the last entry
 * @param nonceOf the nonce of a transaction, by its hash; null if unknown
 */
export function paymentThen(
  now: PaymentForBuyer,
  merchant: MerchantThen,
  log: readonly LogEntry[],
  nonceOf: (txHash: string) => bigint | null,
): ListedPayment {
  const event = log.at(-1);
  if (!event) throw new TypeError("an event is part of its payment's log");
  const changed = log.findLast(({ type }) => isTransition(type));
  const confirmation = log.some(({ type }) => type === "confirmed") ? now.confirmation : null;
  const credit = confirmation && creditThen(confirmation.option, log, now.credit?.amount ?? null);
  const paid = log.find(({ type }) => type === "paid");
  return {
    ...now,
    status: event.status,
    expiresAtS: expiryThen(log) ?? now.expiresAtS,
    lastUpdatedAt: changed && changed.at > now.createdAt ? changed.at : now.createdAt,
    failureCode: event.status === "failed" ? now.failureCode : null,
    cancelledReason: event.status === "cancelled" ? now.cancelledReason : null,
    confirmation,
    credit,
    refundMark: markThen(log),
    merchant: { ...merchant, branding: now.merchant.branding },
    nonce: credit ? nonceOf(credit.txHash) : null,
    settledAt: credit?.settled && paid ? paid.at : null,
  };
}

type Confirmed = NonNullable<PaymentForBuyer["confirmation"]>["option"];

/** The place of the payment's transfer at that time: a later reorganisation that moved it is logged as `restored`. */
function creditThen(
  { terms: { chain, amount }, paysOut }: Confirmed,
  log: readonly LogEntry[],
  paid: bigint | null,
): Credit | null {
  if (!log.some(({ type }) => type === "paid")) return null;
  const place = log.findLast(({ type }) => type === "paid" || type === "restored");
  if (!place) return null;
  const { txHash, logIndex, blockNumber } = place.data as { txHash: Hex; logIndex: number; blockNumber: string };
  const isLost = log.some(({ id, type, data }) => id > place.id && type === "exception" && data.kind === LOST);
  return {
    chain,
    txHash,
    logIndex,
    blockNumber: BigInt(blockNumber),
    amount: paid ?? amount,
    settled: paysOut === "merchant" && !isLost,
    isLost,
  };
}

/** Null before it was moved. */
const expiryThen = (log: readonly LogEntry[]): number | null =>
  (log.findLast(({ type }) => type === "updated")?.data.expiresAt as number | undefined) ?? null;

/** The exception that reports a transfer which a reorganisation removed for good. */
const LOST = "settlement_failed";

function markThen(log: readonly LogEntry[]): RefundMark | null {
  const entry = log.find(({ type }) => type === "refunded");
  return entry ? { refundedAt: entry.at, txHash: (entry.data as { txHash?: Hex }).txHash ?? null } : null;
}
