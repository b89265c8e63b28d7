// The types of events. Types are only ever added; receivers ignore those they do not know.

/** Types in the log of a payment. */
export const PAYMENT_EVENT_TYPES = [
  "payment.created",
  "payment.updated",
  "payment.processing",
  "payment.succeeded",
  "payment.failed",
  "payment.expired",
  "payment.cancelled",
  "payment.refunded",
  "refund.created",
  "refund.claimed",
  "refund.succeeded",
  "refund.failed",
  "refund.cancelled",
  "exception.opened",
  "exception.resolved",
] as const;

/**
 * Types that only a payment with money has. Webhooks of other payments go after them, because strangers can create
 * payments without end.
 */
export const MONEY_EVENT_TYPES = [
  "payment.succeeded",
  "payment.refunded",
  "refund.created",
  "refund.claimed",
  "refund.succeeded",
  "refund.failed",
  "refund.cancelled",
  "exception.opened",
  "exception.resolved",
] as const satisfies readonly (typeof PAYMENT_EVENT_TYPES)[number][];

/** Types that concern the partner and no payment. */
export const PARTNER_EVENT_TYPES = [
  "merchant.created",
  "merchant.updated",
  "merchant.deleted",
  "settlement.created",
  "settlement.changed",
  "settlement.deleted",
  "webhook_endpoint.disabled",
  "webhook_endpoint.test",
] as const;
export type PartnerEventType = (typeof PARTNER_EVENT_TYPES)[number];

export const EVENT_TYPES = [...PAYMENT_EVENT_TYPES, ...PARTNER_EVENT_TYPES] as const;
export type EventType = (typeof EVENT_TYPES)[number];
