// Events: what happened to a partner's payments, merchants, settlements and webhook endpoints.
import type { CryptoSettlement, Merchant } from "../merchant/merchant.ts";
import type { ListedPayment } from "../payment/lists/list.ts";
import type { Refund } from "../payment/refund.ts";
import type { PaymentException } from "../payment/transfers/exception.ts";
import type { WebhookEndpoint } from "./endpoint.ts";
import type { EventType } from "./types.ts";

/** The subject as it was at the event. */
export type EventSubject =
  | { readonly payment: ListedPayment }
  | { readonly exception: PaymentException }
  | { readonly refund: Refund }
  | { readonly merchant: Merchant }
  | { readonly settlement: CryptoSettlement }
  | { readonly webhookEndpoint: WebhookEndpoint };

export interface PartnerEvent {
  readonly id: string;
  readonly type: EventType;
  readonly at: Date;
  readonly livemode: boolean;
  /** The API version that the partner was pinned to. */
  readonly apiVersion: string;
  readonly merchantId: string | null;
  readonly paymentId: string | null;
  /** Its number among the payment's events, from 1; null without a payment. */
  readonly sequence: number | null;
  readonly subject: EventSubject;
}

/** A place in the order of events. No event appears later at or below a place that was read. */
export interface EventPlace {
  /** Number of the writing transaction. */
  readonly tx: bigint;
  readonly id: bigint;
}

/** Each part narrows the page unless it is null. */
export interface EventFilter {
  readonly types: readonly EventType[] | null;
  readonly paymentId: string | null;
  readonly merchantId: string | null;
  /** Unix milliseconds, inclusive. */
  readonly sinceMs: number | null;
}

const PAYMENT_PREFIX = "pay_";
const EVENT_PREFIX = "evt_";

/** The id of a payment's event: the payment's id and the sequence. */
export const paymentEventId = (paymentId: string, sequence: number): string =>
  `${EVENT_PREFIX}${paymentId.slice(PAYMENT_PREFIX.length)}_${sequence}`;

const OF_PAYMENT = /^evt_([0-9a-z]{32})_([1-9][0-9]{0,5})$/;

/** The reverse of `paymentEventId`; null for the id of any other event. */
export function parsePaymentEventId(id: string): { readonly paymentId: string; readonly sequence: number } | null {
  const [, suffix, sequence] = OF_PAYMENT.exec(id) ?? [];
  return suffix === undefined ? null : { paymentId: PAYMENT_PREFIX + suffix, sequence: Number(sequence) };
}
