// One body for each type of event. The payment's events tell one story, and `sequence` counts them.
import type { ChargeEventType } from "../../events/charge-event.ts";
import { EVENT_TYPES, type EventType } from "../../events/types.ts";
import {
  BUYER,
  CHARGE,
  CREATED_AT,
  DELIVERY_ID,
  EVENT,
  EXCEPTION,
  EXPIRES_AT,
  INFO,
  MERCHANT,
  MERCHANT_ID,
  PAYMENT_ID,
  PAYMENT_PAGE,
  REFUND,
  SETTLEMENT,
  UPDATED_AT,
  WEBHOOK_ENDPOINT,
} from "./example-values.ts";

const [paid] = PAYMENT_PAGE.data;
const { payment: open } = EVENT.data;

/** The payment with another status, as its event shows it. */
const at = (status: string, isFinal: boolean, more: object = {}) => ({
  payment: { ...open, status, isTerminal: isFinal, isFinal, lastUpdatedAt: UPDATED_AT, ...more },
});
const succeeded = { ...paid, isFinal: true };
const chosen = {
  tokenAmount: INFO.optionAmount,
  buyer: { accountCaip10: BUYER, accountProviderName: "Example Wallet" },
};
const { to: _, ...unsent } = REFUND;
const endpoint = { ...WEBHOOK_ENDPOINT, url: "https://shop.example" };

const DATA: Readonly<Record<EventType, object>> = {
  "payment.created": EVENT.data,
  "payment.updated": at("requires_action", false, { expiresAt: EXPIRES_AT + 3_600 }),
  "payment.processing": at("processing", false, chosen),
  "payment.succeeded": { payment: succeeded },
  "payment.failed": at("failed", true, chosen),
  "payment.expired": at("expired", true),
  "payment.cancelled": at("cancelled", true),
  "payment.refunded": { payment: { ...succeeded, isRefunded: true, refundedAt: UPDATED_AT } },
  "refund.created": { refund: REFUND },
  "refund.claimed": {
    refund: { ...unsent, status: "requires_address", claim: { account: BUYER, by: "buyer", at: UPDATED_AT } },
  },
  "refund.succeeded": { refund: { ...REFUND, status: "succeeded", txId: INFO.txId } },
  "refund.failed": { refund: { ...REFUND, status: "failed", failure: "expired" } },
  "refund.cancelled": { refund: { ...REFUND, status: "cancelled" } },
  "exception.opened": { exception: EXCEPTION },
  "exception.resolved": {
    exception: {
      ...EXCEPTION,
      status: "resolved",
      resolvedAt: UPDATED_AT,
      resolution: { type: "note", note: "Delivered after all" },
    },
  },
  "merchant.created": { merchant: MERCHANT },
  "merchant.updated": { merchant: MERCHANT },
  "merchant.deleted": { merchant: MERCHANT },
  "settlement.created": { settlement: SETTLEMENT },
  "settlement.changed": { settlement: SETTLEMENT },
  "settlement.deleted": { settlement: SETTLEMENT },
  "webhook_endpoint.disabled": { webhookEndpoint: { ...endpoint, enabled: false, disabledReason: "failing" } },
  "webhook_endpoint.test": { webhookEndpoint: endpoint },
};

/** Counts 1, 2, 3 … within one payment. */
const SEQUENCES: Readonly<Partial<Record<EventType, number>>> = {
  "payment.created": 1,
  "payment.updated": 2,
  "payment.cancelled": 2,
  "payment.expired": 2,
  "payment.processing": 2,
  "payment.failed": 3,
  "payment.succeeded": 3,
  "refund.created": 4,
  "refund.claimed": 5,
  "refund.cancelled": 5,
  "refund.failed": 5,
  "refund.succeeded": 5,
  "payment.refunded": 6,
  "exception.opened": 4,
  "exception.resolved": 5,
};

/** The type of an event that has no merchant. */
const OF_ENDPOINT = /^webhook_endpoint\./;

function eventOf(type: EventType): object {
  const { timestamp, livemode, apiVersion } = EVENT;
  const sequence = SEQUENCES[type];
  const common = { type, timestamp: type === EVENT.type ? timestamp : UPDATED_AT, livemode, apiVersion };
  const data = DATA[type];
  if (sequence !== undefined)
    return {
      id: EVENT.id.replace(/1$/, String(sequence)),
      ...common,
      merchantId: MERCHANT_ID,
      paymentId: PAYMENT_ID,
      sequence,
      data,
    };
  const id = "evt_06gzjr9d5q8t1w4z7c0f3j6m9p2s5v8y";
  return { id, ...common, ...(!OF_ENDPOINT.test(type) && { merchantId: MERCHANT_ID }), data };
}

export const EXAMPLE_EVENTS = Object.fromEntries(EVENT_TYPES.map((type) => [type, eventOf(type)])) as Readonly<
  Record<EventType, object>
>;

const CHARGE_STATUSES: Readonly<Record<ChargeEventType, readonly string[]>> = {
  "charge:created": ["NEW"],
  "charge:confirmed": ["NEW", "PENDING", "COMPLETED"],
  "charge:failed": ["NEW", "EXPIRED"],
  "charge:delayed": ["NEW", "EXPIRED", "UNRESOLVED"],
};

/** As Coinbase Commerce sends it. */
export const exampleChargeEvent = (type: ChargeEventType): object => ({
  id: DELIVERY_ID,
  scheduled_for: UPDATED_AT,
  attempt_number: 1,
  event: {
    id: EVENT.id,
    resource: "event",
    type,
    api_version: "2018-03-22",
    created_at: UPDATED_AT,
    data: {
      ...CHARGE,
      timeline: CHARGE_STATUSES[type].map((status, index) => ({ status, time: index === 0 ? CREATED_AT : UPDATED_AT })),
    },
  },
});
