// A partner: who holds API keys, and owns merchants and payments.
export const ROLES = ["partner", "read", "wallet"] as const;

/** What a key may do: all · the partner's reads · the gateway's side only. */
export type Role = (typeof ROLES)[number];

export interface Partner {
  readonly id: string;
  readonly name: string;
  /** The API version it is pinned to. */
  readonly version: string;
}

/** What is kept of a key; the key itself is shown once and never stored. */
export interface ApiKeyRecord {
  readonly id: string;
  readonly partnerId: string;
  readonly role: Role;
  readonly prefix: string;
  readonly createdAt: Date;
  /** To about a minute; null where it never was. */
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
