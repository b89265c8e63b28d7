// The schemas of the specification: the ones that validate, with named schemas as references.
import type { TSchema } from "typebox";
import * as books from "../../contract/books/books.ts";
import * as chargeEvents from "../../contract/commerce/charge-events.ts";
import * as charges from "../../contract/commerce/charges.ts";
import * as deposits from "../../contract/deposits/deposits.ts";
import * as errors from "../../contract/errors.ts";
import * as gateway from "../../contract/gateway/gateway.ts";
import * as merchants from "../../contract/merchants/merchants.ts";
import type { JsonObject } from "../../contract/openapi.ts";
import * as links from "../../contract/payment-links/payment-links.ts";
import * as exceptions from "../../contract/payments/exceptions.ts";
import * as legacy from "../../contract/payments/legacy-list.ts";
import * as lists from "../../contract/payments/payment-list.ts";
import * as payments from "../../contract/payments/payments.ts";
import * as receipts from "../../contract/payments/receipts.ts";
import * as refundLists from "../../contract/payments/refund-list.ts";
import * as refunds from "../../contract/payments/refunds.ts";
import * as wire from "../../contract/primitives.ts";
import { EVENT_BODIES } from "../../contract/webhooks/event-bodies.ts";
import * as events from "../../contract/webhooks/events.ts";
import * as webhooks from "../../contract/webhooks/webhooks.ts";
import * as x402 from "../../contract/x402/facilitator.ts";
import type { EventType } from "../../events/types.ts";

/** Every schema that a contract module exports, by its exported name. */
const exported = (module: object): Record<string, TSchema> =>
  Object.fromEntries(Object.entries(module).filter(([name, value]) => /^[A-Z]/.test(name) && isSchema(value)));

const isSchema = (value: unknown): value is TSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value) && "type" in value;

/** `payment_not_found` as PaymentNotFound. */
export function inPascalCase(text: string): string {
  return text.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The name of an event's body: PaymentSucceededEvent. */
export function eventName(type: EventType): string {
  return `${inPascalCase(type)}Event`;
}

const NAMED: Readonly<Record<string, TSchema>> = {
  ...exported(errors),
  ...exported(gateway),
  ...exported(payments),
  ...exported(receipts),
  ...exported(deposits),
  ...exported(merchants),
  ...exported(lists),
  ...exported(legacy),
  ...exported(refunds),
  ...exported(refundLists),
  ...exported(exceptions),
  ...exported(books),
  ...exported(x402),
  Amount: wire.amount,
  AmountInput: wire.amountInput,
  Branding: wire.branding,
  LineItem: wire.lineItem,
  CancelBody: payments.CancelBody,
  PaymentStatus: payments.paymentStatus,
  Payment: lists.payment,
  LegacyPayment: legacy.payment,
  Option: gateway.option,
  CollectData: gateway.collectData,
  CryptoSettlement: merchants.SettlementChanged,
  FiatSettlement: merchants.fiatSettlement,
  Merchant: merchants.merchant,
  PaymentLink: links.PaymentLink,
  PaymentLinks: links.PaymentLinks,
  CreatePaymentLinkBody: links.CreateLinkBody,
  UpdatePaymentLinkBody: links.UpdateLinkBody,
  Charge: charges.charge,
  ChargeResult: charges.ChargeResult,
  Charges: charges.Charges,
  CreateChargeBody: charges.CreateChargeBody,
  ChargeEvent: chargeEvents.ChargeEvent,
  EventType: events.eventType,
  Event: events.Event,
  Events: events.Events,
  EventPayment: events.eventPayment,
  WebhookEndpoint: events.webhookEndpoint,
  WebhookEndpoints: webhooks.Endpoints,
  WebhookEndpointCreated: webhooks.EndpointCreated,
  CreateWebhookEndpointBody: webhooks.CreateEndpointBody,
  UpdateWebhookEndpointBody: webhooks.UpdateEndpointBody,
  WebhookEndpointTested: webhooks.EndpointTested,
  RotateSecretBody: webhooks.RotateSecretBody,
  SecretRotated: webhooks.SecretRotated,
  ReplayBody: webhooks.ReplayBody,
  Replayed: webhooks.Replayed,
  EmptyBody: webhooks.NoBody,
  Delivery: webhooks.delivery,
  DeliveryAttempt: webhooks.attempt,
  DeliveryDetail: webhooks.DeliveryDetail,
  Deliveries: webhooks.Deliveries,
  Retried: webhooks.Retried,
  ...Object.fromEntries(Object.entries(EVENT_BODIES).map(([type, body]) => [eventName(type as EventType), body])),
};

/** If two names have the same schema, the later one is used. */
const nameOf = new Map(Object.entries(NAMED).map(([name, schema]) => [JSON.stringify(schema), name]));

export const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/** A schema as it appears in the specification. */
export function shown(schema: TSchema): JsonObject {
  return portable(referring(plainOf(schema))) as JsonObject;
}

const plainOf = (schema: TSchema): object => JSON.parse(JSON.stringify(schema));

/** What some readers of the specification (RE2, Python) do not know in a pattern, or read differently. */
const NOT_PORTABLE = /\\[pPuk1-9]|\(\?[=!<]/;

/** Moves patterns that not every reader knows into the descriptions. */
function portable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(portable);
  if (typeof value !== "object" || value === null) return value;
  const whole = Object.fromEntries(Object.entries(value).map(mapValue(portable)));
  const { pattern, description, ...others } = whole;
  if (typeof pattern !== "string" || !NOT_PORTABLE.test(pattern)) return whole;
  const rule = `matches \`${pattern}\` (ECMAScript, flag u)`;
  return { ...others, description: typeof description === "string" ? `${description}; ${rule}` : rule };
}

/** All named schemas that the document refers to. */
export function namedSchemas(document: unknown): Readonly<Record<string, JsonObject>> {
  const found = new Map<string, JsonObject>();
  const collect = (value: unknown): void => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = NAMED[name ?? ""];
      if (!schema || found.has(name ?? "")) continue;
      const own = portable(Object.fromEntries(Object.entries(plainOf(schema)).map(mapValue(referring)))) as JsonObject;
      found.set(name ?? "", own);
      collect(own);
    }
  };
  collect(document);
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const mapValue =
  (change: (value: unknown) => unknown) =>
  ([name, value]: [string, unknown]): [string, unknown] => [name, change(value)];

function referring(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(referring);
  if (typeof value !== "object" || value === null) return value;
  const name = nameOf.get(JSON.stringify(value));
  if (name !== undefined) return reference(name);
  const nullableName = nameOf.get(JSON.stringify(withoutNull(value)));
  if (nullableName !== undefined) return { anyOf: [reference(nullableName), { type: "null" }] };
  return Object.fromEntries(Object.entries(value).map(mapValue(referring)));
}

/** Undoes `nullable`; null for any other schema. */
function withoutNull(schema: object): object | null {
  const type = "type" in schema ? schema.type : undefined;
  return Array.isArray(type) && type.length === 2 && type[1] === "null" ? { ...schema, type: type[0] } : null;
}
