// Typed calls of the partner API. The types come from the schemas that the server validates with; no server code is
// loaded at run time.
import { type ConnectionOptions, connect } from "./connect.ts";
import { merchantCalls } from "./merchants.ts";
import { paymentCalls } from "./payments.ts";
import { refundCalls } from "./refunds/refunds.ts";
import { send } from "./send.ts";

export interface PartnerClientOptions extends ConnectionOptions {
  readonly apiKey: string;
  /** Default merchant of calls that need one. */
  readonly merchantId?: string;
}

export type PartnerClient = ReturnType<typeof createPartnerClient>;

/**
 * Every call rejects with an ApiError if the service refuses, or with a NoAnswerError if none came after all retries.
 * Writes carry an Idempotency-Key, so that retries are harmless. Pass and store your own if a repeat must survive a
 * restart of your process.
 */
export function createPartnerClient(options: PartnerClientOptions) {
  const connection = connect(options, { "api-key": options.apiKey });
  const sendOne = <Answer>(request: Parameters<typeof send>[1]) => send<Answer>(connection, request);
  return {
    merchants: merchantCalls(sendOne),
    payments: paymentCalls(sendOne, options.merchantId),
    refunds: refundCalls(sendOne),
  };
}
