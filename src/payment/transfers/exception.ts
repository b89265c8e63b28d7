// An exception: money that moved for a payment without matching the payment's status.
import type { Address, Hex } from "viem";
import type { FiatAmount, TokenAmount } from "../../money/amount.ts";
import type { CreatedBy } from "../created-by.ts";
import type { Transfer } from "./transfer.ts";

export const EXCEPTION_KINDS = [
  "underpaid",
  "overpaid",
  "late",
  "duplicate",
  "reorged",
  "settlement_failed",
  "foreign_token",
  "refused_sender",
  "unknown_refund",
] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

const RETURNABLE: readonly ExceptionKind[] = ["underpaid", "overpaid", "late", "duplicate"];

/** Whether a refund can send its money back: money of other kinds is not at the merchant's account. */
export const isReturnable = (kind: ExceptionKind): boolean => RETURNABLE.includes(kind);

export const RESOLUTION_TYPES = ["note", "refund", "chain"] as const;

/**
 * How an exception ended: somebody marked it as handled, with a note; a refund sent its money back; or the chain
 * settled it, by a transfer that returned or that pays its payment after all.
 */
export interface Resolution {
  readonly type: (typeof RESOLUTION_TYPES)[number];
  readonly note: string | null;
  readonly by: CreatedBy | null;
  readonly refundId: string | null;
}

export const BY_CHAIN: Resolution = { type: "chain", note: null, by: null, refundId: null };

/** A payment's rate of an asset: how many smallest units of it the payment's amount was asked as. */
export interface ExceptionRate {
  readonly fiat: FiatAmount;
  /** Null: the payment was never asked in the asset. */
  readonly tokens: bigint | null;
}

export interface PaymentException {
  readonly id: string;
  readonly paymentId: string;
  readonly kind: ExceptionKind;
  readonly token: TokenAmount | null;
  /** Null: once its payment is deleted. */
  readonly rate: ExceptionRate | null;
  /** The part of the amount that the transfer declared as a fee; smallest units. */
  readonly fee: bigint;
  /** The account that sent all of it; null if that is unknown, as of coins, or if several accounts did. */
  readonly sender: Address | null;
  /** It came to a deposit address: the sender may be an account that an exchange shares. */
  readonly isDeposit: boolean;
  readonly transaction: { readonly chain: string; readonly hash: Hex } | null;
  /** Describes in words what happened. */
  readonly message: string;
  readonly createdAt: Date;
  /** Null while the exception is open. */
  readonly resolvedAt: Date | null;
  readonly resolution: Resolution | null;
  /** The transaction that passed a deposit on to the payment's destination; absent until it is mined. */
  readonly recovery?: { readonly chain: string; readonly hash: Hex };
}

/** The part of a transfer that an exception records. */
export type ReportedTransfer = Pick<Transfer, "txHash" | "logIndex" | "asset" | "amount" | "fee"> & {
  readonly paymentId: string | null;
  readonly partnerId: string | null;
};

/** An exception before it is reported. */
export interface NewException {
  readonly kind: ExceptionKind;
  readonly transfer: ReportedTransfer;
  readonly message: string;
  /** It is a sum of transfers from several accounts: no sender is recorded. */
  readonly hasSeveralSenders?: boolean;
}

const MESSAGES: Readonly<Record<ExceptionKind, string>> = {
  underpaid:
    "A transfer of less than the payment's amount arrived, with terms that were never offered. It does not pay the " +
    "payment.",
  overpaid:
    "A transfer with terms that were never offered arrived: it is more than the payment's amount, or the payment was " +
    "already paid.",
  late: "The money arrived after the payment had ended, or the payment ended without counting it.",
  duplicate: "Another transfer had already paid the payment; this one is an extra transfer.",
  reorged: "A chain reorganisation removed a transfer that had been reported; it may return.",
  settlement_failed:
    "A chain reorganisation removed the transfer after the payment had succeeded, and it cannot be resent. " +
    "The merchant does not have the money.",
  foreign_token:
    "Another token, or the chain's coin, was sent to the payment's deposit address. It does not pay the payment.",
  refused_sender:
    "The sender of a deposit may not pay here. The money stays on the deposit address until the operator passes it on.",
  unknown_refund:
    "The database was restored from a backup, and it lacks a refund that the chain has. The refund went to an account " +
    "that had paid, so it may have refunded this payment. Compare it with your records before you refund.",
};

export const exceptionOf = (kind: ExceptionKind, transfer: ReportedTransfer): NewException => ({
  kind,
  transfer,
  message: MESSAGES[kind],
});

const GOES_ON = "The router passes it on to the payment's destination.";

const DEPOSIT_MESSAGES: Readonly<Partial<Record<ExceptionKind, string>>> = {
  underpaid: `Less than the payment's amount lay on its deposit address when it ended. ${GOES_ON}`,
  overpaid: `More than the payment's amount was sent to its deposit address. ${GOES_ON}`,
  late: `The deposit arrived after the payment had ended, or after its exchange rate had. ${GOES_ON}`,
  duplicate: `The payment was already paid; this deposit is an extra one. ${GOES_ON}`,
};

/** An exception about a deposit, or about coins from a deposit address. */
export const exceptionOfDeposit = (kind: ExceptionKind, transfer: Omit<ReportedTransfer, "fee">): NewException => ({
  kind,
  transfer: { ...transfer, fee: 0n },
  message: DEPOSIT_MESSAGES[kind] ?? MESSAGES[kind],
});
