// A merchant of a partner. Deleting hides it; its payments stay.
export const MERCHANT_STATUSES = ["active", "inactive", "suspended"] as const;
export type MerchantStatus = (typeof MERCHANT_STATUSES)[number];

export interface Merchant {
  readonly id: string;
  readonly partnerId: string;
  readonly name: string;
  readonly email: string | null;
  readonly status: MerchantStatus;
  readonly iconUrl: string | null;
  readonly createdAt: Date;
}

/** Where the money of one asset goes for one merchant. */
export interface CryptoSettlement {
  readonly id: string;
  /** Canonical CAIP-19. */
  readonly asset: string;
  /** Canonical CAIP-10 on the asset's chain. */
  readonly destination: string;
}
