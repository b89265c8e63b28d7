// A month of a partner's books that is closed.

export interface ClosedMonth {
  /** For example 2026-11, in UTC. */
  readonly month: string;
  /** SHA-256 of the canonical export, in hex. */
  readonly checksum: string;
  readonly entries: number;
  readonly closedAt: Date;
  readonly closedBy: ClosedBy;
}

export const CLOSER_TYPES = ["user", "key", "operator"] as const;

interface ClosedBy {
  /** A user or a key's session in the console, or the operator on the command line. */
  readonly type: (typeof CLOSER_TYPES)[number];
  /** Null: the operator. */
  readonly id: string | null;
  /** The user's name or the key's label; null if there is none. */
  readonly name: string | null;
}
