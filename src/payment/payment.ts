// A payment: the merchant's request, the buyer's confirmation and the credit on chain.
import type { Address, Hex } from "viem";
import type { FiatAmount } from "../money/amount.ts";
import type { Branding } from "./branding/branding.ts";
import type { BuyerDataRules } from "./buyer-data-rules.ts";
import type { CreatedBy } from "./created-by.ts";
import type { ShownDeposits } from "./deposit.ts";
import type { LineItem } from "./line-item.ts";
import type { Option } from "./option.ts";
import type { Payout, Refund, RefundTotals } from "./refund.ts";

export const PAYMENT_STATUSES = [
  "requires_action",
  "processing",
  "succeeded",
  "failed",
  "expired",
  "cancelled",
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export type FailureCode = "declined_user";
export type CancelledReason = "cancelled_by_user" | "cancelled_by_merchant";

export interface Checkout {
  readonly successUrl: string;
  readonly errorUrl: string;
}

/** The option a buyer confirmed, to which the payment is locked. */
export interface Confirmation {
  readonly option: Option;
  readonly termsHash: Hex;
  /**
   * `resultsDigest` of the results, to recognise an identical confirm. Null if the watcher found the buyer's
   * transaction before any wallet confirmed.
   */
  readonly resultsDigest: Hex | null;
  /** Name of the wallet that confirmed; empty if unknown. */
  readonly providerName: string;
  readonly confirmedAt: Date;
  /** The account that authorised the transfer of a deposit (an x402 client's); null: none did. */
  readonly authorizer: Address | null;
}

/** The transfer on chain that paid a payment. */
export interface Credit {
  readonly chain: string;
  readonly txHash: Hex;
  readonly logIndex: number;
  readonly blockNumber: bigint;
  /** What was paid, the fee included; smallest units. Above the terms' amount only within a deposit's tolerance. */
  readonly amount: bigint;
  /** Whether the money went to the merchant's destination, not to the operator's treasury. */
  readonly settled: boolean;
  /** A reorg permanently removed it after the payment had succeeded: the payer still has the money. */
  readonly isLost: boolean;
}

/** All of a payment's money went back; its status stays. */
export interface RefundMark {
  readonly refundedAt: Date;
  /** The transaction that the merchant named, verified on the payment's chain; null if the merchant named none. */
  readonly txHash: Hex | null;
}

export interface Payment {
  readonly id: string;
  readonly partnerId: string;
  readonly merchantId: string;
  readonly referenceId: string;
  readonly status: PaymentStatus;
  readonly amount: FiatAmount;
  readonly description: string | null;
  readonly lineItems: readonly LineItem[];
  readonly checkout: Checkout | null;
  /** Unix seconds; the database's clock decides whether it has passed. */
  readonly expiresAtS: number;
  /** Whether it may be paid by a transfer to a deposit address. */
  readonly takesDeposits: boolean;
  readonly createdBy: CreatedBy;
  readonly createdAt: Date;
  readonly lastUpdatedAt: Date;
  readonly failureCode: FailureCode | null;
  readonly cancelledReason: CancelledReason | null;
  /** The fee policy of its options; null: the installation's. */
  readonly feePolicyId: bigint | null;
  /** Its deposit addresses. */
  readonly deposits: readonly ShownDeposits[];
  readonly confirmation: Confirmation | null;
  readonly credit: Credit | null;
  /** Set once everything was refunded, or the merchant marked it so. */
  readonly refundMark: RefundMark | null;
  /** Null without a refund or mark. */
  readonly refundTotals: RefundTotals | null;
  /** Oldest first. */
  readonly refunds: readonly Refund[];
}

/** A payment with its merchant, as a buyer's wallet may see it. */
export interface PaymentForBuyer extends Payment {
  readonly merchant: {
    readonly name: string;
    /** Hash of its logo. */
    readonly logo: string | null;
    /** Its own, or its partner's. */
    readonly branding: Branding | null;
  };
  /** What it pays out if it is the gateway payment of a refund; null for every other payment. */
  readonly payout: Payout | null;
  /** When buyer data is required; null: never. */
  readonly buyerDataRules: BuyerDataRules | null;
  /** Whether the database's clock is at or past `expiresAtS`. */
  readonly isPastExpiry: boolean;
}

/**
 * The status that decides a buyer's next step. Past its expiry a payment accepts none, even while the chains' blocks up
 * to then are still being read and may show that it was paid in time.
 */
export const statusForBuyer = ({ status, isPastExpiry }: PaymentForBuyer): PaymentStatus =>
  status === "requires_action" && isPastExpiry ? "expired" : status;

/** Default lifetime of a payment: five minutes, as the interface defines. */
export const PAYMENT_LIFETIME_S = 300;
