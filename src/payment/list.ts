// A list of payments: what selects and orders it, what an item shows, and what is said of all that match.
import type { PaymentForBuyer, PaymentStatus } from "./payment.ts";

/** Each part narrows the list; null: it does not. */
export interface PaymentFilter {
  readonly partnerId: string;
  readonly merchantIds: readonly string[] | null;
  readonly statuses: readonly PaymentStatus[] | null;
  /** CAIP-19, canonical. */
  readonly assets: readonly string[] | null;
  /** CAIP-2. */
  readonly networks: readonly string[] | null;
  /** What the reference holds somewhere, taken literally, without regard to the case of ASCII letters. */
  readonly reference: string | null;
  /** Unix milliseconds, inclusive. */
  readonly fromMs: number | null;
  /** Unix milliseconds, exclusive. */
  readonly toMs: number | null;
}

/** By amount: in standard units, currencies unconverted; ties by date, then by id, in the same direction. */
export interface PaymentOrder {
  readonly by: "date" | "amount";
  readonly direction: "asc" | "desc";
}

/** A payment's place in an order. */
export interface PaymentPosition {
  /** Standard units as decimal text, in the order by amount; null in the other. */
  readonly standard: string | null;
  /** ISO 8601 to the millisecond. */
  readonly createdAt: string;
  readonly id: string;
}

export interface ListedPayment extends PaymentForBuyer {
  /** Nonce of the transaction that paid it, where a relayer of ours sent it. */
  readonly relayNonce: bigint | null;
  /** When the merchant had the money. */
  readonly settledAt: Date | null;
}

export interface PaymentStatistics {
  readonly payments: bigint;
  /** Distinct buyers. */
  readonly customers: bigint;
  /** By ISO 4217 code, in its smallest unit, of the succeeded ones; sorted by code. */
  readonly revenue: ReadonlyMap<string, bigint>;
  /** Payments by ISO 4217 code. */
  readonly currencies: ReadonlyMap<string, bigint>;
}

export interface PaymentPage {
  readonly payments: readonly ListedPayment[];
  /** Where the next page begins: after this one; null where it is the last. */
  readonly end: PaymentPosition | null;
  readonly statistics: PaymentStatistics;
}
