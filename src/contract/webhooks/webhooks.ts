// Webhook endpoints and deliveries on the wire.
import Type, { type Static } from "typebox";
import { type Attempt, DELIVERY_STATUSES, type Delivery } from "../../events/delivery.ts";
import { ANY_EVENT, WEBHOOK_FORMATS } from "../../events/endpoint.ts";
import { EVENT_TYPES } from "../../events/types.ts";
import { moment } from "../moment.ts";
import { cursor, pageLimit } from "../payments/payment-list.ts";
import * as wire from "../primitives.ts";
import { webhookEndpoint } from "./events.ts";

const URL_LENGTH_MAX = 2_048;
const MERCHANTS_MAX = 100;
const DESCRIPTION_LENGTH_MAX = 256;

const fields = {
  url: Type.String({ maxLength: URL_LENGTH_MAX, description: "a public https URL without credentials" }),
  events: Type.Array(wire.oneOf([ANY_EVENT, ...EVENT_TYPES]), {
    minItems: 1,
    maxItems: EVENT_TYPES.length + 1,
    uniqueItems: true,
  }),
  merchantIds: Type.Union([
    Type.Array(Type.String({ minLength: 1, maxLength: wire.ID_LENGTH_MAX }), {
      minItems: 1,
      maxItems: MERCHANTS_MAX,
      uniqueItems: true,
    }),
    Type.Null(),
  ]),
  description: wire.nullable(wire.shownLines(DESCRIPTION_LENGTH_MAX)),
  enabled: Type.Boolean(),
};

export const CreateEndpointBody = wire.closed({
  url: fields.url,
  format: Type.Optional(wire.oneOf(WEBHOOK_FORMATS)),
  events: Type.Optional(fields.events),
  merchantIds: Type.Optional(fields.merchantIds),
  description: Type.Optional(fields.description),
  enabled: Type.Optional(fields.enabled),
});

export const UpdateEndpointBody = Type.Object(
  {
    url: Type.Optional(fields.url),
    events: Type.Optional(fields.events),
    merchantIds: Type.Optional(fields.merchantIds),
    description: Type.Optional(fields.description),
    enabled: Type.Optional(fields.enabled),
  },
  { additionalProperties: false, minProperties: 1 },
);

const secret = Type.String({ description: "whsec_ and base64" });

/** A repeat may get a response that was stored before endpoints had a format. */
export const EndpointCreated = Type.Object({
  ...webhookEndpoint.properties,
  format: Type.Optional(webhookEndpoint.properties.format),
  secret,
});

export const EndpointsQuery = wire.closed({ cursor: Type.Optional(cursor), limit: Type.Optional(pageLimit) });

export const Endpoints = Type.Object({
  data: Type.Array(webhookEndpoint),
  nextCursor: wire.nullable(Type.String()),
});

/** A day. */
export const OVERLAP_S_MAX = 86_400;

export const RotateSecretBody = wire.nullable(
  wire.closed({
    overlapS: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: OVERLAP_S_MAX,
        default: OVERLAP_S_MAX,
        description: `seconds for which the former secret signs as well, 0 to ${OVERLAP_S_MAX}`,
      }),
    ),
  }),
);

export const SecretRotated = Type.Object({ id: Type.String(), secret });

/** An empty body is accepted. */
export const NoBody = wire.nullable(wire.closed({}));

export const EndpointTested = Type.Object({ eventId: Type.String(), deliveryId: Type.String() });

export const ReplayBody = wire.closed({
  since: moment,
  until: Type.Optional(moment),
  types: Type.Optional(Type.Array(wire.oneOf(EVENT_TYPES), { minItems: 1, maxItems: EVENT_TYPES.length })),
  onlyFailed: Type.Optional(Type.Boolean()),
});

export const Replayed = Type.Object({ queued: Type.Integer({ minimum: 0 }) });

export const DeliveriesQuery = wire.closed({
  status: Type.Optional(wire.oneOf(DELIVERY_STATUSES)),
  cursor: Type.Optional(cursor),
  limit: Type.Optional(pageLimit),
});

export const attempt = Type.Object({
  at: wire.timestamp,
  /** Null: no response. */
  status: wire.nullable(Type.Integer()),
  durationMs: Type.Integer(),
  /** Null: it succeeded. */
  error: wire.nullable(Type.String()),
  /** The response's first 4 KB. */
  response: wire.nullable(Type.String()),
});

export const delivery = Type.Object({
  id: Type.String(),
  eventId: Type.String(),
  type: wire.oneOf(EVENT_TYPES),
  status: wire.oneOf(DELIVERY_STATUSES),
  attempts: Type.Integer({ minimum: 0 }),
  nextAttemptAt: wire.nullable(wire.timestamp),
  lastAttempt: Type.Union([attempt, Type.Null()]),
});

export const Deliveries = Type.Object({ data: Type.Array(delivery), nextCursor: wire.nullable(Type.String()) });

export const DeliveryDetail = Type.Object({
  ...delivery.properties,
  endpointId: Type.String(),
  /** All attempts, oldest first. */
  history: Type.Array(attempt),
});

export const Retried = Type.Object({ id: Type.String() });

const attemptToWire = ({ at, status, durationMs, error, response }: Attempt): Static<typeof attempt> => ({
  at: at.toISOString(),
  status,
  durationMs,
  error,
  response,
});

export const deliveryToWire = (delivery: Delivery): Static<typeof Deliveries>["data"][number] => ({
  id: delivery.id,
  eventId: delivery.eventId,
  type: delivery.type,
  status: delivery.status,
  attempts: delivery.attempts,
  nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
  lastAttempt: delivery.lastAttempt && attemptToWire(delivery.lastAttempt),
});

export const deliveryDetail = (delivery: Delivery, history: readonly Attempt[]): Static<typeof DeliveryDetail> => ({
  ...deliveryToWire(delivery),
  endpointId: delivery.endpointId,
  history: history.map(attemptToWire),
});
