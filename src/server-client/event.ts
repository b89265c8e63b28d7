// An event, as webhooks deliver it and the list of events returns it.
import type { Static } from "typebox";
import type { Exceptions } from "../contract/payments/exceptions.ts";
import type { Payments } from "../contract/payments/payment-list.ts";
import type { Refund } from "../contract/payments/refunds.ts";

/** The server adds types: ignore those that you don't know. */
export type EventType = TurnpikeEvent["type"];

export type TurnpikeEvent =
  | PaymentEvent
  | RefundEvent
  | ExceptionEvent
  | MerchantEvent
  | SettlementEvent
  | WebhookEndpointEvent;

interface Event<Type extends string, Data> {
  /** The same in every delivery of the event. */
  readonly id: string;
  readonly type: Type;
  /** ISO 8601, when it happened. */
  readonly timestamp: string;
  /** False: about a test payment, or of test mode. */
  readonly livemode: boolean;
  readonly apiVersion: string;
  readonly merchantId?: string;
  readonly paymentId?: string;
  /** 1, 2, 3 … within one payment: drop an event that is older than what you have. */
  readonly sequence?: number;
  /** The response of the matching GET at that moment. */
  readonly data: Data;
}

export type PaymentEvent = Event<
  | "payment.created"
  | "payment.updated"
  | "payment.processing"
  | "payment.succeeded"
  | "payment.failed"
  | "payment.expired"
  | "payment.cancelled"
  | "payment.refunded",
  { readonly payment: Static<typeof Payments>["data"][number] & { readonly isFinal: boolean } }
>;

/** Their `paymentId` is that of the refunded payment. */
export type RefundEvent = Event<
  "refund.created" | "refund.claimed" | "refund.succeeded" | "refund.failed" | "refund.cancelled",
  { readonly refund: Static<typeof Refund> }
>;

export type ExceptionEvent = Event<
  "exception.opened" | "exception.resolved",
  { readonly exception: Static<typeof Exceptions>["data"][number] }
>;

export type MerchantEvent = Event<
  "merchant.created" | "merchant.updated" | "merchant.deleted",
  { readonly merchant: { readonly id: string; readonly [field: string]: unknown } }
>;

export type SettlementEvent = Event<
  "settlement.created" | "settlement.changed" | "settlement.deleted",
  { readonly settlement: { readonly id: string; readonly [field: string]: unknown } }
>;

export type WebhookEndpointEvent = Event<
  "webhook_endpoint.disabled" | "webhook_endpoint.test",
  { readonly webhookEndpoint: { readonly id: string; readonly [field: string]: unknown } }
>;
