// Webhook endpoints, their deliveries, and the partner's events.
import type { Static } from "typebox";
import { idempotent, segment } from "../../../client/call.ts";
import type { Event, Events, EventsQuery, webhookEndpoint } from "../../../contract/webhooks/events.ts";
import type {
  CreateEndpointBody,
  Deliveries,
  DeliveryDetail,
  EndpointCreated,
  Endpoints,
  EndpointTested,
  Replayed,
  SecretRotated,
  UpdateEndpointBody,
} from "../../../contract/webhooks/webhooks.ts";
import { request, requestOnceWithKey, requestWithKey } from "./connection.ts";

/** How long the server keeps events and deliveries. */
export const DAYS_KEPT = 30;

/** Deliveries take seconds, and nothing announces them. */
export const REFRESH_MS = 5_000;

export type WebhookEndpoint = Static<typeof webhookEndpoint>;
export type NewEndpoint = Static<typeof CreateEndpointBody>;
export type EndpointChanges = Static<typeof UpdateEndpointBody>;
export type Delivery = Static<typeof Deliveries>["data"][number];
export type DeliveryAttempts = Static<typeof DeliveryDetail>;
export type PartnerEvent = Static<typeof Event>;

const PATH = "/v1/webhook-endpoints";
const at = (id: string): string => `${PATH}/${segment(id)}`;

/** A partner has at most 20. */
export const listEndpoints = (signal: AbortSignal) =>
  request<Static<typeof Endpoints>>({ method: "GET", path: PATH, query: { limit: 100 }, signal });

export const readEndpoint = (id: string, signal: AbortSignal) =>
  request<WebhookEndpoint>({ method: "GET", path: at(id), signal });

/** Not retried: only the response contains the secret. */
export const createEndpoint = (apiKey: string, body: NewEndpoint) =>
  requestOnceWithKey(apiKey)<Static<typeof EndpointCreated>>({ method: "POST", path: PATH, body });

export const updateEndpoint = (apiKey: string, id: string, body: EndpointChanges) =>
  requestWithKey(apiKey)<WebhookEndpoint>({ method: "PATCH", path: at(id), body });

export const rotateSecret = (apiKey: string, id: string, overlapS: number) =>
  requestOnceWithKey(apiKey)<Static<typeof SecretRotated>>({
    method: "POST",
    path: `${at(id)}/rotate-secret`,
    body: { overlapS },
  });

export const deleteEndpoint = (apiKey: string, id: string) =>
  requestWithKey(apiKey)<{ readonly id: string }>({ method: "DELETE", path: at(id) });

const post = <Answer>(path: string, body: object) =>
  request<Answer>({ method: "POST", path, body, headers: idempotent({}) });

export const testEndpoint = (id: string) => post<Static<typeof EndpointTested>>(`${at(id)}/test`, {});

export const replayEvents = (id: string, since: string, onlyFailed: boolean) =>
  post<Static<typeof Replayed>>(`${at(id)}/replay`, { since, onlyFailed });

export const listDeliveries = (
  id: string,
  query: { readonly status?: Delivery["status"]; readonly cursor?: string },
  signal: AbortSignal,
) => request<Static<typeof Deliveries>>({ method: "GET", path: `${at(id)}/deliveries`, query, signal });

export const readDelivery = (id: string, signal: AbortSignal) =>
  request<DeliveryAttempts>({ method: "GET", path: `/v1/webhook-deliveries/${segment(id)}`, signal });

export const retryDelivery = (id: string) =>
  post<{ readonly id: string }>(`/v1/webhook-deliveries/${segment(id)}/retry`, {});

export const listEvents = (query: Static<typeof EventsQuery>, signal: AbortSignal) =>
  request<Static<typeof Events>>({ method: "GET", path: "/v1/events", query, signal });

export const readEvent = (id: string, signal: AbortSignal) =>
  request<PartnerEvent>({ method: "GET", path: `/v1/events/${segment(id)}`, signal });
