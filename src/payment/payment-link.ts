// A payment link: a public page on which buyers create payments for one merchant, as often as its limits allow.
import type { Checkout } from "./payment.ts";

/** Buyers pay this amount. Values are in the currency's smallest unit. */
export interface FixedAmount {
  readonly currency: string;
  readonly value: bigint;
}

/** Buyers choose an amount between two bounds, which are included. */
export interface OpenAmount {
  readonly currency: string;
  readonly min: bigint;
  readonly max: bigint;
  /** Prefilled; null: none. */
  readonly suggested: bigint | null;
}

export type LinkAmount = FixedAmount | OpenAmount;

export const isOpenAmount = (amount: LinkAmount): amount is OpenAmount => "min" in amount;

/** A text that the buyer is asked for. */
export interface LinkField {
  readonly label: string;
  readonly isRequired: boolean;
  /** Counted in Unicode code points. */
  readonly lengthMax: number;
}

/** A value that a buyer entered. */
export interface EnteredField {
  readonly label: string;
  readonly value: string;
}

export interface PaymentLink {
  readonly id: string;
  readonly partnerId: string;
  readonly merchantId: string;
  readonly amount: LinkAmount;
  /** Shown to buyers; null: none. */
  readonly description: string | null;
  /** See payment-links/reference-pattern.ts. */
  readonly referencePattern: string;
  /** Null: no limit. */
  readonly usesMax: number | null;
  /** Unix seconds; null: never. Payments created before it run on to their own expiry. */
  readonly expiresAtS: number | null;
  readonly fields: readonly LinkField[];
  readonly checkout: Checkout | null;
  /** Whether its payments may be paid by a transfer to a deposit address. */
  readonly takesDeposits: boolean;
  readonly isEnabled: boolean;
  readonly createdAt: Date;
}

export interface LinkFigures {
  /** Views of its page. A network adds only a few in a quarter of an hour. */
  readonly opened: bigint;
  /** Payments created. */
  readonly created: bigint;
  /** Payments that are neither paid nor over. */
  readonly open: bigint;
  readonly succeeded: bigint;
  /** The amount of those that succeeded, in the currency's smallest unit. */
  readonly paid: bigint;
}

export const LINK_STATUSES = ["active", "disabled", "expired", "used_up"] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

/** A link with its figures, as its partner sees it. */
export interface CountedLink {
  readonly link: PaymentLink;
  readonly figures: LinkFigures;
  /** Decided by the database's clock. */
  readonly isPastExpiry: boolean;
}

export function linkStatus({ link, figures, isPastExpiry }: CountedLink): LinkStatus {
  if (!link.isEnabled) return "disabled";
  if (isPastExpiry) return "expired";
  return link.usesMax !== null && figures.succeeded >= link.usesMax ? "used_up" : "active";
}

/** Succeeded payments beyond the limit of uses: their buyers sent the money when it was not reached yet. */
export const beyondLimit = ({ link: { usesMax }, figures: { succeeded } }: CountedLink): number =>
  usesMax === null ? 0 : Math.max(0, Number(succeeded) - usesMax);

/** The most links of a partner, without deleted ones. */
export const LINKS_MAX = 1_000;

/** Paid uses are counted per view, so a limit above it would cost more than it tells. */
export const USES_MAX = 10_000;

/** Lifetime of its payments. */
export const LINK_PAYMENT_LIFETIME_S = 900;

/** The path of its page. */
export const paymentLinkPath = (id: string): string => `/pay-links/${id}`;

/** The path at which x402 clients pay it. */
export const x402LinkPath = (id: string): string => `/x402/links/${id}`;
