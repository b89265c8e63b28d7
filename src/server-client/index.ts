// The exports of `turnpike/server`. Only web standards (fetch, Web Crypto): runs in Node, Deno, Bun and edge runtimes.
import { decimals } from "./currencies.ts";
import { difference, match } from "./orders.ts";
import { verifyWebhook } from "./verify-webhook.ts";

export type { CallOptions, HeldOptions, WriteOptions } from "../client/call.ts";
export { ApiError, type Issue, NoAnswerError } from "../client/errors.ts";
export { PayError, type PayErrorReason } from "../client/pay-error.ts";
export type { PaymentLink } from "../client/payment-links.ts";
export type { NewRefund, Refund } from "../client/refunds/refunds.ts";
export type { BooksExport, ClosedBooksMonth } from "./books.ts";
export type {
  EventType,
  ExceptionEvent,
  MerchantEvent,
  PaymentEvent,
  RefundEvent,
  SettlementEvent,
  TurnpikeEvent,
  WebhookEndpointEvent,
} from "./event.ts";
export type { EventFilter, EventPage, FollowOptions } from "./events.ts";
export type { PaymentException } from "./exceptions.ts";
export type { OrderDifference, OrderEvent, StoredOrder } from "./orders.ts";
export type { RefundSigner, SignRefundOptions } from "./sign-refund.ts";
export { createTurnpike, type Turnpike, type TurnpikeOptions } from "./turnpike.ts";
export { type VerifyOptions, WebhookVerificationError } from "./verify-webhook.ts";
export type {
  NewWebhookEndpoint,
  Replay,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointChanges,
} from "./webhook-endpoints.ts";

export const currencies = { decimals };
export const orders = { match, difference };
export const webhooks = { verify: verifyWebhook };
