// A partner holds API keys and owns merchants and payments.
export const ROLES = ["partner", "read", "wallet"] as const;

/** What a key permits: everything, the partner's reads, or the gateway endpoints only. */
export type Role = (typeof ROLES)[number];

export interface Partner {
  readonly id: string;
  readonly name: string;
  /** The API version it is pinned to. */
  readonly version: string;
}

/** The stored part of a key; the key itself is shown once and not stored. */
export interface ApiKeyRecord {
  readonly id: string;
  readonly partnerId: string;
  readonly role: Role;
  readonly prefix: string;
  readonly createdAt: Date;
  /** Accurate to about a minute; null if never used. */
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

export interface WalletApp {
  readonly id: string;
  readonly name: string;
}

export interface WalletAppRecord extends WalletApp {
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}
