// A partner holds API keys and owns merchants and payments.
/** Roles of keys that act for all of a partner's merchants. */
export const PARTNER_ROLES = ["partner", "read", "wallet"] as const;

/** Roles of keys that act for one merchant. */
export const MERCHANT_ROLES = ["charges", "pos"] as const;

export const ROLES = [...PARTNER_ROLES, ...MERCHANT_ROLES] as const;

/**
 * The permissions of a key: everything, the partner's reads, the gateway endpoints only, all charges of one merchant
 * (for a client of Coinbase Commerce), or taking payments for one merchant, of which it sees its own.
 */
export type Role = (typeof ROLES)[number];

export const isOfMerchant = (role: Role): role is (typeof MERCHANT_ROLES)[number] =>
  MERCHANT_ROLES.some((name) => name === role);

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
  /** The merchant that a key of the role pos or charges acts for; null for other roles. */
  readonly merchantId: string | null;
  readonly prefix: string;
  /** The owner's name for the key. */
  readonly label: string | null;
  readonly createdAt: Date;
  /** Accurate to about a minute; null if never used. */
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
  /** Null: never. */
  readonly expiresAt: Date | null;
  /** Canonical networks; empty: any address. */
  readonly allowedAddresses: readonly string[];
}

export interface WalletApp {
  readonly id: string;
  readonly name: string;
}

export interface WalletAppRecord extends WalletApp {
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}
