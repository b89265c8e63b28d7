// A list of payments: its filter, order, items and statistics.
import type { PaymentForBuyer, PaymentStatus } from "../payment.ts";

/** The owner whose payments a reader may see. */
export interface PaymentOwner {
  readonly partnerId: string;
  /** Null: of all the partner's merchants. */
  readonly merchantIds: readonly string[] | null;
  /** The only creator whose payments it may see: a till or a point of sale; null: everyone's. */
  readonly creatorId?: string | null;
}

/** Each part narrows the list unless it is null. */
export interface PaymentFilter extends PaymentOwner {
  readonly statuses: readonly PaymentStatus[] | null;
  /** CAIP-19, canonical. */
  readonly assets: readonly string[] | null;
  /** CAIP-2. */
  readonly networks: readonly string[] | null;
  /** ISO 4217. */
  readonly currency: string | null;
  /** The till that created them. */
  readonly tillId: string | null;
  /** A literal part of the reference; ASCII case is ignored. */
  readonly reference: string | null;
  /** Unix milliseconds, inclusive. */
  readonly fromMs: number | null;
  /** Unix milliseconds, exclusive. */
  readonly toMs: number | null;
}

/** All payments of an owner. */
export const UNFILTERED = {
  statuses: null,
  assets: null,
  networks: null,
  currency: null,
  tillId: null,
  reference: null,
  fromMs: null,
  toMs: null,
} as const satisfies Omit<PaymentFilter, keyof PaymentOwner>;

/**
 * An order by amount compares standard units, without converting currencies; ties by date, then by id, in the same
 * direction.
 */
export interface PaymentOrder {
  readonly by: "date" | "amount";
  readonly direction: "asc" | "desc";
}

/** A payment's position in an order. */
export interface PaymentPosition {
  /** Standard units as decimal text if ordered by amount, otherwise null. */
  readonly standard: string | null;
  /** ISO 8601 to the millisecond. */
  readonly createdAt: string;
  readonly id: string;
}

export interface ListedPayment extends PaymentForBuyer {
  /** Nonce of the transaction that paid it, from a relayer or anyone else; null: unknown, or not paid. */
  readonly nonce: bigint | null;
  /** When the merchant received the money. */
  readonly settledAt: Date | null;
}

export interface PaymentStatistics {
  readonly payments: bigint;
  /** Distinct buyers. */
  readonly customers: bigint;
  /** Revenue of succeeded payments in smallest units, by ISO 4217 code; sorted by code. */
  readonly revenue: ReadonlyMap<string, bigint>;
  /** Payments by ISO 4217 code. */
  readonly currencies: ReadonlyMap<string, bigint>;
}

export interface PaymentPage {
  readonly payments: readonly ListedPayment[];
  /** The next page begins after this position; null on the last page. */
  readonly end: PaymentPosition | null;
  readonly statistics: PaymentStatistics;
}

/** The matches that a search left out: matching references, because there are too many. */
export type FoundOmission = "references";

export interface FoundPayments extends Omit<PaymentPage, "statistics"> {
  readonly omits: readonly FoundOmission[];
}
