// The store and the network, as the delivery of webhooks uses them.
import type { DisabledReason, WebhookFormat } from "../../events/endpoint.ts";
import type { PartnerEvent } from "../../events/event.ts";
import type { SealedText } from "../../payment/sealed-text.ts";

/** An endpoint that this process serves. */
export interface ServedEndpoint {
  readonly id: string;
  readonly partnerId: string;
  readonly url: string;
  readonly format: WebhookFormat;
  /** The current secret, then the previous one while both sign. */
  readonly secrets: readonly [SealedText, ...SealedText[]];
}

export interface DueDelivery {
  readonly id: string;
  readonly eventId: string;
  /** Null for an event of no payment. */
  readonly paymentId: string | null;
  /** Attempts so far. */
  readonly attempts: number;
  /** Attempts since it was last queued. */
  readonly tries: number;
  /** Null if the event's subject was erased. */
  readonly event: PartnerEvent | null;
}

/** The outcome of an attempt. */
export interface Outcome {
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly status: number | null;
  readonly durationMs: number;
  /** Null if it succeeded. */
  readonly error: string | null;
  readonly response: string | null;
  /** Seconds until the next attempt; null if there is none. */
  readonly retryInS: number | null;
  /** The receiver wants no more. */
  readonly isGone: boolean;
}

/** Endpoints that this process took, and when to look for more. */
export interface Taken {
  readonly endpointIds: readonly string[];
  /** Milliseconds until a delivery is due or a lease of another process ends; null: nothing is pending. */
  readonly nextDueMs: number | null;
  /** Whether events wait for a transaction that is still running. */
  readonly isHeldBack: boolean;
}

export interface DeliveryQueue {
  /** Leases endpoints with events or due deliveries to this process: `limit`, and a few of each partner beyond it. */
  take(limit: number): Promise<Taken>;
  /** Extends this process's leases of these endpoints. A lease that it no longer serves must end. */
  renew(endpointIds: readonly string[]): Promise<void>;
  /** Ends the lease, so that another process may take the endpoint. */
  release(endpointId: string): Promise<void>;
  /**
   * Turns the endpoint's next events into deliveries.
   * @returns whether there may be more, and whether events wait for a transaction that is still running
   */
  advance(endpointId: string): Promise<{ readonly hasMore: boolean; readonly isHeldBack: boolean }>;
  /**
   * Due deliveries, in the order of their first attempts, at most `limit`.
   * @param without ids of deliveries in progress
   * @returns null once the endpoint is disabled, deleted or leased to another process
   */
  due(
    endpointId: string,
    without: readonly string[],
    limit: number,
  ): Promise<{ readonly endpoint: ServedEndpoint; readonly deliveries: readonly DueDelivery[] } | null>;
  /** @returns why the endpoint was disabled, if this outcome did */
  record(outcome: Outcome): Promise<DisabledReason | null>;
}

export interface WebhookResponse {
  readonly status: number;
  /** The first 4 KB. */
  readonly body: string;
  /** The header Retry-After. */
  readonly retryAfter: string | undefined;
}

/** Connections to one endpoint, kept while it is served. */
export interface WebhookChannel {
  /** @throws an error whose message may be shown to the partner */
  post(headers: Readonly<Record<string, string>>, body: string): Promise<WebhookResponse>;
  close(): void;
}
