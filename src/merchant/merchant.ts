// A merchant of a partner. Deleting one hides it; its payments remain.

import type { Branding } from "../payment/branding/branding.ts";
import type { Actor } from "./audit.ts";

export const MERCHANT_STATUSES = ["active", "inactive", "suspended"] as const;
export type MerchantStatus = (typeof MERCHANT_STATUSES)[number];

export interface Merchant {
  readonly id: string;
  readonly partnerId: string;
  readonly name: string;
  readonly email: string | null;
  readonly status: MerchantStatus;
  /** Hash of its logo (logo.ts), or null. */
  readonly logo: string | null;
  /** The merchant's own branding, not its partner's. Absent from events that are older than this field. */
  readonly branding?: Branding | null;
  readonly createdAt: Date;
}

/** Filter for a partner's list of merchants. */
export interface MerchantFilter {
  /** Null: any. */
  readonly ids: readonly string[] | null;
  readonly status: MerchantStatus | null;
  /** Part of the name or id, case-insensitive; no wildcards. */
  readonly search: string | null;
}

/** The actor, and the merchant it acts on. */
export interface MerchantActor extends Actor {
  readonly partnerId: string;
  readonly merchantId: string;
}

/** The destination of one asset of a merchant. */
export interface CryptoSettlement {
  readonly id: string;
  /** Canonical CAIP-19. */
  readonly asset: string;
  /** Canonical CAIP-10 on the asset's chain. */
  readonly destination: string;
}

/** A bank account, configured by the operator. */
export interface FiatSettlement {
  readonly id: string;
  readonly status: FiatSettlementStatus;
  /** For example `sepa`. */
  readonly bankType: string;
}

export const FIAT_SETTLEMENT_STATUSES = ["active", "inactive", "pending"] as const;
export type FiatSettlementStatus = (typeof FIAT_SETTLEMENT_STATUSES)[number];
