// A payment: what a merchant asks for, what a buyer agreed to, and what the chain showed.
import type { Hex } from "viem";
import type { FiatAmount } from "../money/amount.ts";
import type { BuyerDataRules } from "./buyer-data-rules.ts";
import type { Option } from "./option.ts";

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

/** The option a buyer confirmed. A payment is locked to it from then on. */
export interface Confirmation {
  readonly option: Option;
  readonly termsHash: Hex;
  /**
   * What `resultsDigest` made of the results; an identical confirm is recognised by it. Null where no wallet confirmed: the
   * watcher found the buyer's transaction first.
   */
  readonly resultsDigest: Hex | null;
  /** Name of the wallet that confirmed, as the buyer sees it; empty where it is not known. */
  readonly providerName: string;
  readonly confirmedAt: Date;
}

/** The transfer on chain that paid a payment. */
export interface Credit {
  readonly chain: string;
  readonly txHash: Hex;
  readonly logIndex: number;
  readonly blockNumber: bigint;
  /** True where the money went to the merchant's own destination rather than to the operator's treasury. */
  readonly settled: boolean;
  /** A reorg took it out after the payment had succeeded, and it can not be made again: nobody has the money but the payer. */
  readonly isLost: boolean;
}

/** The merchant's mark that a payment was paid back; its status stays. */
export interface Refund {
  readonly refundedAt: Date;
  /** The transaction that paid it back, where the merchant named one; it was found on the payment's chain. */
  readonly txHash: Hex | null;
}

export interface Payment {
  readonly id: string;
  readonly partnerId: string;
  readonly merchantId: string;
  readonly referenceId: string;
  readonly status: PaymentStatus;
  readonly amount: FiatAmount;
  readonly checkout: Checkout | null;
  /** Unix seconds; the database's clock decides whether it has passed. */
  readonly expiresAtS: number;
  readonly createdAt: Date;
  readonly lastUpdatedAt: Date;
  readonly failureCode: FailureCode | null;
  readonly cancelledReason: CancelledReason | null;
  /** What its options' fees are made by; null: the installation's own. */
  readonly feePolicyId: bigint | null;
  readonly confirmation: Confirmation | null;
  readonly credit: Credit | null;
  readonly refund: Refund | null;
}

/** A payment as a buyer's wallet may see it, with the merchant it is for. */
export interface PaymentForBuyer extends Payment {
  readonly merchant: {
    readonly name: string;
    /** Hash of its logo. */
    readonly logo: string | null;
  };
  /** When the buyer is asked for data; null: never. */
  readonly buyerDataRules: BuyerDataRules | null;
  /** Whether the database's clock is at or past `expiresAtS`. */
  readonly isPastExpiry: boolean;
}

/** Where a payment lives when the operator gives no other time: five minutes (the interface's default). */
export const PAYMENT_LIFETIME_S = 300;
