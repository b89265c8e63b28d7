// Events on the wire, in lists and in deliveries.
import Type, { type Static } from "typebox";
import { ANY_EVENT, DISABLED_REASONS, WEBHOOK_FORMATS, type WebhookEndpoint } from "../../events/endpoint.ts";
import type { PartnerEvent } from "../../events/event.ts";
import { EVENT_TYPES } from "../../events/types.ts";
import { isTerminal } from "../../payment/transition.ts";
import { merchant, merchantShown, SettlementChanged, settlementShown } from "../merchants/merchants.ts";
import { moment } from "../moment.ts";
import { Exception, type ExceptionDisplay, exceptionToWire } from "../payments/exceptions.ts";
import { cursor, listedPayment, pageLimit, payment } from "../payments/payment-list.ts";
import { failureCode, failureOf, livemode } from "../payments/payments.ts";
import { Refund, refundToWire } from "../payments/refunds.ts";
import * as wire from "../primitives.ts";

export const eventType = wire.oneOf(EVENT_TYPES);

export const EventsQuery = wire.closed({
  type: Type.Optional(Type.Array(eventType)),
  paymentId: Type.Optional(Type.String({ minLength: 1, description: "a payment id" })),
  merchantId: Type.Optional(Type.String({ minLength: 1, description: "a merchant's id" })),
  since: Type.Optional(moment),
  after: Type.Optional(Type.String({ minLength: 1, description: "the id of an event of the last 30 days" })),
  cursor: Type.Optional(cursor),
  limit: Type.Optional(pageLimit),
  maxPollMs: Type.Optional(wire.maxPollMs),
});

/** The id is a string of any form: a stored subject may be older than a rule. */
export const webhookEndpoint = Type.Object({
  id: Type.String(),
  /** Only scheme and host in events, and for callers who may not manage webhook endpoints. */
  url: wire.url,
  format: wire.oneOf(WEBHOOK_FORMATS),
  events: Type.Array(wire.oneOf([ANY_EVENT, ...EVENT_TYPES])),
  merchantIds: Type.Union([Type.Array(Type.String()), Type.Null()]),
  description: wire.nullable(Type.String()),
  enabled: Type.Boolean(),
  disabledReason: wire.oneOfOrNull(DISABLED_REASONS),
  failingSince: Type.Optional(
    Type.String({
      format: "date-time",
      description: "the first failure since a delivery last succeeded; not in events",
    }),
  ),
  createdAt: wire.timestamp,
});

/** Without the path, which is often a secret: for readers. */
export const withoutPath = (endpoint: WebhookEndpoint): WebhookEndpoint => ({
  ...endpoint,
  url: new URL(endpoint.url).origin,
});

export const endpointToWire = (endpoint: WebhookEndpoint): Static<typeof webhookEndpoint> => ({
  id: endpoint.id,
  url: endpoint.url,
  format: endpoint.format,
  events: [...endpoint.events],
  merchantIds: endpoint.merchantIds && [...endpoint.merchantIds],
  description: endpoint.description,
  enabled: endpoint.isEnabled,
  disabledReason: endpoint.disabledReason,
  ...(endpoint.failingSince && { failingSince: endpoint.failingSince.toISOString() }),
  createdAt: endpoint.createdAt.toISOString(),
});

export const eventPayment = Type.Object({
  ...payment.properties,
  isFinal: Type.Boolean(),
  failureCode: Type.Optional(failureCode),
  expiresAt: Type.Optional(Type.Integer({ description: "in `payment.updated`: the new expiry, in Unix seconds" })),
});

/** One of its fields is present, which the type determines. */
const data = Type.Object({
  payment: Type.Optional(eventPayment),
  exception: Type.Optional(Exception),
  refund: Type.Optional(Refund),
  merchant: Type.Optional(merchant),
  settlement: Type.Optional(SettlementChanged),
  webhookEndpoint: Type.Optional(webhookEndpoint),
});

export const Event = Type.Object({
  id: Type.String(),
  type: eventType,
  timestamp: wire.timestamp,
  livemode,
  apiVersion: Type.String(),
  merchantId: Type.Optional(Type.String()),
  paymentId: Type.Optional(Type.String()),
  sequence: Type.Optional(Type.Integer({ minimum: 1 })),
  data,
});

export const Events = Type.Object({ data: Type.Array(Event), nextCursor: wire.nullable(Type.String()) });

/** The inputs for the display of an event. */
export interface EventDisplay extends ExceptionDisplay {
  readonly publicUrl: string;
}

export function eventToWire(event: PartnerEvent, display: EventDisplay): Static<typeof Event> {
  const { id, type, at, livemode, apiVersion, merchantId, paymentId, sequence } = event;
  return {
    id,
    type,
    timestamp: at.toISOString(),
    livemode,
    apiVersion,
    ...(merchantId !== null && { merchantId }),
    ...(paymentId !== null && { paymentId }),
    ...(sequence !== null && { sequence }),
    data: dataOf(event, display),
  };
}

function dataOf({ type, subject }: PartnerEvent, { find, chainName, publicUrl }: EventDisplay): Static<typeof data> {
  if ("payment" in subject) {
    const shown = listedPayment(subject.payment, find, publicUrl);
    const expiry = type === "payment.updated" ? { expiresAt: subject.payment.expiresAtS } : {};
    return {
      payment: { ...shown, isFinal: isTerminal(subject.payment.status), ...failureOf(subject.payment), ...expiry },
    };
  }
  if ("exception" in subject) return { exception: exceptionToWire(subject.exception, { find, chainName }) };
  if ("refund" in subject) return { refund: refundToWire(subject.refund, find, publicUrl) };
  if ("merchant" in subject) return { merchant: merchantShown(subject.merchant, publicUrl) };
  if ("settlement" in subject) return { settlement: settlementShown(subject.settlement) };
  return { webhookEndpoint: endpointToWire(subject.webhookEndpoint) };
}
