// A merchant of a partner. Deleting hides it; its payments stay.
import type { Actor } from "./audit.ts";

export const MERCHANT_STATUSES = ["active", "inactive", "suspended"] as const;
export type MerchantStatus = (typeof MERCHANT_STATUSES)[number];

export interface Merchant {
  readonly id: string;
  readonly partnerId: string;
  readonly name: string;
  readonly email: string | null;
  readonly status: MerchantStatus;
  /** The hash of its logo (logo.ts); null: none. */
  readonly logo: string | null;
  readonly createdAt: Date;
}

/** Which of a partner's merchants a list shows. */
export interface MerchantFilter {
  readonly status: MerchantStatus | null;
  /** Part of the name or the id, taken literally and without regard to case. */
  readonly search: string | null;
}

/** Who does something to which merchant. */
export interface MerchantActor extends Actor {
  readonly partnerId: string;
  readonly merchantId: string;
}

/** Where the money of one asset goes for one merchant. */
export interface CryptoSettlement {
  readonly id: string;
  /** Canonical CAIP-19. */
  readonly asset: string;
  /** Canonical CAIP-10 on the asset's chain. */
  readonly destination: string;
}

/** A destination at a bank: what is known of it here is what the operator has configured. */
export interface FiatSettlement {
  readonly id: string;
  readonly status: FiatSettlementStatus;
  /** For example `sepa`. */
  readonly bankType: string;
}

export const FIAT_SETTLEMENT_STATUSES = ["active", "inactive", "pending"] as const;
export type FiatSettlementStatus = (typeof FIAT_SETTLEMENT_STATUSES)[number];
