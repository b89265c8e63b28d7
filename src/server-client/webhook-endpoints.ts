import { type CallOptions, idempotent, type Send, segment, type WriteOptions } from "../client/call.ts";
import { everyItem } from "../client/pages.ts";
import type { EventType } from "./event.ts";

export interface WebhookEndpoint {
  readonly id: string;
  readonly url: string;
  /** `["*"]` for all types. */
  readonly events: readonly string[];
  /** Null: all merchants. */
  readonly merchantIds: readonly string[] | null;
  readonly description: string | null;
  readonly enabled: boolean;
  readonly disabledReason: string | null;
  readonly createdAt: string;
}

export interface NewWebhookEndpoint {
  readonly url: string;
  readonly events?: readonly (EventType | "*")[];
  readonly merchantIds?: readonly string[] | null;
  readonly description?: string;
  readonly enabled?: boolean;
}

export interface WebhookDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly type: string;
  readonly status: "pending" | "succeeded" | "failed";
  readonly attempts: number;
  readonly nextAttemptAt: string | null;
  readonly lastAttempt: {
    readonly at: string;
    readonly status: number | null;
    readonly durationMs: number;
    readonly error: string | null;
    /** The response's first 4 KB. */
    readonly response: string | null;
  } | null;
}

export interface Replay {
  /** RFC 3339. */
  readonly since: string;
  readonly until?: string;
  readonly types?: readonly EventType[];
  readonly onlyFailed?: boolean;
}

export interface Page<Item> {
  readonly data: readonly Item[];
  readonly nextCursor: string | null;
}

export interface DeliveryFilter {
  readonly status?: WebhookDelivery["status"];
  readonly limit?: number;
}

const PATH = "/v1/webhook-endpoints";
const pathOf = (id: string): string => `${PATH}/${segment(id)}`;

export const webhookEndpointCalls = (send: Send) => {
  const post = <Answer>(path: string, body: unknown, options: WriteOptions = {}) =>
    send<Answer>({ method: "POST", path, headers: idempotent(options), body, signal: options.signal });
  return {
    /** The response is the only one that contains the secret, besides rotations. */
    create: (endpoint: NewWebhookEndpoint, options?: WriteOptions) =>
      post<WebhookEndpoint & { readonly secret: string }>(PATH, endpoint, options),

    get: (id: string, { signal }: CallOptions = {}) =>
      send<WebhookEndpoint>({ method: "GET", path: pathOf(id), signal }),

    list: ({ signal }: CallOptions = {}) =>
      everyItem(
        (cursor) => send<Page<WebhookEndpoint>>({ method: "GET", path: PATH, query: { cursor }, signal }),
        ({ data }) => data,
      ),

    update: (id: string, changes: Partial<NewWebhookEndpoint>, { signal }: CallOptions = {}) =>
      send<WebhookEndpoint>({ method: "PATCH", path: pathOf(id), body: changes, signal }),

    delete: (id: string, { signal }: CallOptions = {}) =>
      send<{ readonly id: string; readonly deleted: true }>({ method: "DELETE", path: pathOf(id), signal }),

    /** @param overlapS seconds for which the former secret signs too; a day by default */
    rotateSecret: (id: string, { overlapS, ...options }: WriteOptions & { readonly overlapS?: number } = {}) =>
      post<{ readonly id: string; readonly secret: string }>(
        `${pathOf(id)}/rotate-secret`,
        overlapS === undefined ? {} : { overlapS },
        options,
      ),

    test: (id: string, options?: WriteOptions) =>
      post<{ readonly eventId: string; readonly deliveryId: string }>(`${pathOf(id)}/test`, {}, options),

    replay: (id: string, replay: Replay, options?: WriteOptions) =>
      post<{ readonly queued: number }>(`${pathOf(id)}/replay`, replay, options),

    deliveries: (id: string, filter: DeliveryFilter = {}, { signal }: CallOptions = {}) =>
      everyItem(
        (cursor) =>
          send<Page<WebhookDelivery>>({
            method: "GET",
            path: `${pathOf(id)}/deliveries`,
            query: { ...filter, cursor },
            signal,
          }),
        ({ data }) => data,
      ),

    retry: (deliveryId: string, options?: WriteOptions) =>
      post<{ readonly id: string }>(`/v1/webhook-deliveries/${segment(deliveryId)}/retry`, {}, options),
  };
};
