// A delivery: one event for one endpoint, with its attempts.
import type { EventType } from "./types.ts";

export const DELIVERY_STATUSES = ["pending", "succeeded", "failed"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export interface Attempt {
  readonly at: Date;
  /** The HTTP status; null without a response. */
  readonly status: number | null;
  readonly durationMs: number;
  /** Null if it succeeded. */
  readonly error: string | null;
  /** The first 4 KB of the response; null without one. */
  readonly response: string | null;
}

export interface Delivery {
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly type: EventType;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  /** Null once it has ended. */
  readonly nextAttemptAt: Date | null;
  readonly lastAttempt: Attempt | null;
}
