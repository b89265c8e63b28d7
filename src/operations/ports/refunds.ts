// The refunds of all partners, as operations use them.
import type { Address, Hex } from "viem";
import type { Actor } from "../../merchant/audit.ts";
import type { FiatAmount, TokenAmount } from "../../money/amount.ts";
import type { CreatedBy } from "../../payment/created-by.ts";
import type { Claim, Refund, RefundStatus } from "../../payment/refund.ts";

export interface NewRefund {
  readonly id: string;
  readonly partnerId: string;
  readonly paymentId: string;
  /** The exception whose money it sends back; null: it sends back what was paid. */
  readonly exceptionId: string | null;
  /** What the payment brought, in smallest units. */
  readonly paid: bigint;
  readonly amount: TokenAmount;
  readonly fiatAmount: FiatAmount;
  /** Null: it requires an address. */
  readonly to: Address | null;
  /** An address that a second person has to accept. */
  readonly claimed: { readonly address: Address; readonly by: string } | null;
  readonly reason: string | null;
  readonly requestedBy: CreatedBy;
  readonly gatewayPaymentId: string;
  readonly gatewayKey: Hex;
  readonly createdAtMs: number;
  readonly expiresAtS: number;
}

/** Each part narrows the list unless it is null. */
export interface RefundFilter {
  readonly partnerId: string;
  readonly merchantIds: readonly string[] | null;
  readonly paymentId: string | null;
  readonly statuses: readonly RefundStatus[] | null;
  readonly from: Date | null;
  readonly to: Date | null;
}

/** The end of a page: the last refund's time (ISO 8601) and id. */
export interface RefundPosition {
  readonly createdAt: string;
  readonly id: string;
}

/** A claim as its decider saw it. */
export interface SeenClaim {
  readonly partnerId: string;
  readonly refundId: string;
  readonly claim: Claim;
}

/** A mined transaction of the merchant, and its transfers that may be this refund: the first unused one counts. */
export interface HandTransfer {
  /** CAIP-2. */
  readonly chain: string;
  readonly txHash: Hex;
  readonly logIndexes: readonly number[];
}

/** What a person knows a refund by: its payment, requester and rate. Null: deleted, or removed. */
export interface RefundNames {
  readonly referenceId: string | null;
  /** The name of the user or till, or the first characters of the key. */
  readonly requesterName: string | null;
  /** The payment's rate: its amount, and the smallest units of the token that it was asked as. */
  readonly rate: { readonly fiat: bigint; readonly tokens: bigint } | null;
}

export interface RefundStore {
  /**
   * Marks a payment as refunded in full, with the first of the transfers that no other refund of the partner has.
   * False, with nothing written, if the payment has not succeeded, has refunds or a mark, or no such transfer is left.
   */
  mark(
    payment: { readonly id: string; readonly partnerId: string; readonly paid: bigint },
    transfer: HandTransfer | null,
    by: Actor,
  ): Promise<boolean>;
  /**
   * Returns null and writes nothing unless the payment has succeeded, enough of it is left to refund, and it may
   * have another refund; or unless its exception is open and has this amount, and no other refund sends its money back.
   */
  create(refund: NewRefund, by: Actor): Promise<Refund | null>;
  find(partnerId: string, refundId: string): Promise<Refund | null>;
  /** Newest first. */
  list(filter: RefundFilter, after: RefundPosition | null, limit: number): Promise<readonly Refund[]>;
  /** Whether more refunds than this match. */
  hasMoreThan(filter: RefundFilter, count: number): Promise<boolean>;
  /** By refund id. */
  namesFor(partnerId: string, refundIds: readonly string[]): Promise<ReadonlyMap<string, RefundNames>>;
  /** The buyer names an address for the refunds of a payment that have none. @returns how many there were */
  claim(paymentId: string, address: Address): Promise<number>;
  /** Returns null and writes nothing if this claim has changed. */
  accept(seen: SeenClaim, by: Actor): Promise<Refund | null>;
  /** The first of two people accepts. Returns null and writes nothing if this claim has changed. */
  acceptFirst(seen: SeenClaim, userId: string, by: Actor): Promise<Refund | null>;
  /** Returns null and writes nothing if this address is no longer claimed. */
  reject(seen: SeenClaim, by: Actor): Promise<Refund | null>;
  /** False, with nothing written, if it is signed, or has ended. */
  cancel(refund: Pick<Refund, "gatewayPaymentId">, by: Actor): Promise<boolean>;
  /** Returns null and writes nothing if the refund does not wait for a signature, or if every transfer is taken. */
  complete(
    refund: { readonly partnerId: string; readonly refundId: string },
    transfer: HandTransfer,
    by: Actor,
  ): Promise<Refund | null>;
  /** Whether the router paid this account in the transaction: its transfers have a payment of their own. */
  hasRouterTransfer(chain: string, txHash: Hex, to: Address): Promise<boolean>;
}
