import type { Static } from "typebox";
import { type CallOptions, idempotent, type Send, segment, type WriteOptions } from "../client/call.ts";
import { everyItem } from "../client/pages.ts";
import type { webhookEndpoint } from "../contract/webhooks/events.ts";
import type {
  CreateEndpointBody,
  Deliveries,
  EndpointCreated,
  Endpoints,
  EndpointTested,
  ReplayBody,
  Replayed,
  Retried,
  SecretRotated,
  UpdateEndpointBody,
} from "../contract/webhooks/webhooks.ts";

export type WebhookEndpoint = Static<typeof webhookEndpoint>;
export type NewWebhookEndpoint = Static<typeof CreateEndpointBody>;
export type WebhookEndpointChanges = Static<typeof UpdateEndpointBody>;
export type WebhookDelivery = Static<typeof Deliveries>["data"][number];
export type Replay = Static<typeof ReplayBody>;

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
    /** Only this response and those of rotations contain a secret. */
    create: (endpoint: NewWebhookEndpoint, options?: WriteOptions) =>
      post<Static<typeof EndpointCreated>>(PATH, endpoint, options),

    get: (id: string, { signal }: CallOptions = {}) =>
      send<WebhookEndpoint>({ method: "GET", path: pathOf(id), signal }),

    list: ({ signal }: CallOptions = {}) =>
      everyItem(
        (cursor) => send<Static<typeof Endpoints>>({ method: "GET", path: PATH, query: { cursor }, signal }),
        ({ data }) => data,
      ),

    update: (id: string, changes: WebhookEndpointChanges, { signal }: CallOptions = {}) =>
      send<WebhookEndpoint>({ method: "PATCH", path: pathOf(id), body: changes, signal }),

    delete: (id: string, { signal }: CallOptions = {}) =>
      send<{ readonly id: string; readonly deleted: true }>({ method: "DELETE", path: pathOf(id), signal }),

    /** @param overlapS seconds for which the previous secret signs as well; a day by default */
    rotateSecret: (id: string, { overlapS, ...options }: WriteOptions & { readonly overlapS?: number } = {}) =>
      post<Static<typeof SecretRotated>>(
        `${pathOf(id)}/rotate-secret`,
        overlapS === undefined ? {} : { overlapS },
        options,
      ),

    test: (id: string, options?: WriteOptions) =>
      post<Static<typeof EndpointTested>>(`${pathOf(id)}/test`, {}, options),

    replay: (id: string, replay: Replay, options?: WriteOptions) =>
      post<Static<typeof Replayed>>(`${pathOf(id)}/replay`, replay, options),

    deliveries: (id: string, filter: DeliveryFilter = {}, { signal }: CallOptions = {}) =>
      everyItem(
        (cursor) =>
          send<Static<typeof Deliveries>>({
            method: "GET",
            path: `${pathOf(id)}/deliveries`,
            query: { ...filter, cursor },
            signal,
          }),
        ({ data }) => data,
      ),

    retry: (deliveryId: string, options?: WriteOptions) =>
      post<Static<typeof Retried>>(`/v1/webhook-deliveries/${segment(deliveryId)}/retry`, {}, options),
  };
};
