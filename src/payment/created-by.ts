// Who created a payment. Sellers need it, because anyone who may create payments chooses their references.

/**
 * A key on a server, the same by a charge, a key of a point of sale, a till, a user, a buyer on a payment link, or a
 * key on a server that had the transfer of a program settled.
 */
export const CREATOR_TYPES = ["server", "pos", "till", "user", "link", "charge", "x402"] as const;

/** `refund`: the gateway payment of a refund, which no partner sees. */
export type CreatorType = (typeof CREATOR_TYPES)[number] | "refund";

export interface CreatedBy {
  readonly type: CreatorType;
  /** The id of the key, till, user or link; null if it was not recorded. */
  readonly id: string | null;
  /** What people call it now: the key's label, the till's or the user's name, the link's description. */
  readonly name?: string | null;
}
