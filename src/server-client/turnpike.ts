// Everything that a partner's back end needs, for one partner and one or more merchants.
import { type ConnectionOptions, connect } from "../client/connect.ts";
import { createGatewayClient } from "../client/gateway.ts";
import { merchantCalls } from "../client/merchants.ts";
import { paymentLinkCalls } from "../client/payment-links.ts";
import { paymentCalls } from "../client/payments.ts";
import { refundCalls } from "../client/refunds/refunds.ts";
import { send } from "../client/send.ts";
import { bookCalls } from "./books.ts";
import { eventCalls } from "./events.ts";
import { exceptionCalls } from "./exceptions.ts";
import { refundSigner } from "./sign-refund.ts";
import { webhookEndpointCalls } from "./webhook-endpoints.ts";

export interface TurnpikeOptions extends ConnectionOptions {
  /** A key of the role partner, or read. */
  readonly apiKey: string;
  /** Default merchant of calls that need one. */
  readonly merchantId?: string;
}

export type Turnpike = ReturnType<typeof createTurnpike>;

/**
 * Every call rejects with an ApiError if the service refuses, or with a NoAnswerError if none came after all retries.
 * A 5xx, a lost connection and a limit that passes within seconds are retried, after the time in Retry-After. Writes
 * carry an Idempotency-Key, so that retries are harmless. Pass and store your own if a repeat must survive a restart of
 * your process.
 */
export function createTurnpike(options: TurnpikeOptions) {
  const connection = { ...connect(options, { "api-key": options.apiKey }), retriesLimits: true };
  const sendOne = <Answer>(request: Parameters<typeof send>[1]) => send<Answer>(connection, request);
  const refunds = refundCalls(sendOne);
  return {
    payments: paymentCalls(sendOne, options.merchantId),
    refunds: { ...refunds, sign: refundSigner(refunds.get, createGatewayClient(options)) },
    paymentLinks: paymentLinkCalls(sendOne, options.merchantId),
    merchants: merchantCalls(sendOne),
    exceptions: exceptionCalls(sendOne),
    books: bookCalls(sendOne),
    events: eventCalls(sendOne, connection.wait),
    webhookEndpoints: webhookEndpointCalls(sendOne),
  };
}
