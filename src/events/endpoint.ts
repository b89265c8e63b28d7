// A partner's webhook endpoint: where events are delivered, and which.
import type { EventType } from "./types.ts";

export const DISABLED_REASONS = ["gone", "failing"] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** All types of events, present and future. */
export const ANY_EVENT = "*";

/** Formats of deliveries: Standard Webhooks, or the body and signature of Coinbase Commerce. */
export const WEBHOOK_FORMATS = ["standard", "commerce"] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

export interface WebhookEndpoint {
  readonly id: string;
  readonly url: string;
  readonly format: WebhookFormat;
  /** Types, or `*`. */
  readonly events: readonly (EventType | typeof ANY_EVENT)[];
  /** Null: of all merchants, and events of no merchant. */
  readonly merchantIds: readonly string[] | null;
  readonly description: string | null;
  readonly isEnabled: boolean;
  /** Why Turnpike disabled it: it answered 410, or failed for five days. Null if it did not. */
  readonly disabledReason: DisabledReason | null;
  /** When a delivery first failed since the last success. Null if none has, or if it is not recorded, as in events. */
  readonly failingSince: Date | null;
  readonly createdAt: Date;
}

/** The most endpoints of one partner. */
export const ENDPOINTS_MAX = 20;
