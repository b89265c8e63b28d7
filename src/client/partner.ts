// The partner's side of the interface as typed calls. Everything it takes and gives is the wire's own form, by the types of
// the schemas that the server checks with; at run time nothing of the server is loaded.
import { type ConnectionOptions, connect } from "./connect.ts";
import { merchantCalls } from "./merchants.ts";
import { paymentCalls } from "./payments.ts";
import { send } from "./send.ts";

export interface PartnerClientOptions extends ConnectionOptions {
  readonly apiKey: string;
  /** The merchant of calls that need one and name none. */
  readonly merchantId?: string;
}

export type PartnerClient = ReturnType<typeof createPartnerClient>;

/**
 * Every call rejects with an ApiError where the service refuses, with a NoAnswerError where none came after all retries.
 * Writes carry an Idempotency-Key, so that a retry is harmless; pass your own, and keep it, where a repeat must survive
 * the end of your process.
 */
export function createPartnerClient(options: PartnerClientOptions) {
  const connection = connect(options, { "api-key": options.apiKey });
  const sendOne = <Answer>(request: Parameters<typeof send>[1]) => send<Answer>(connection, request);
  return { merchants: merchantCalls(sendOne), payments: paymentCalls(sendOne, options.merchantId) };
}
