// The partner's side of the interface as typed calls. Everything it takes and gives is the wire's own form, by the types of
// the schemas that the server checks with; at run time nothing of the server is loaded.
import { merchantCalls } from "./merchants.ts";
import { paymentCalls } from "./payments.ts";
import { type Connection, RETRIES, send, TIMEOUT_MS } from "./send.ts";

export interface PartnerClientOptions {
  /** Where the service is, for example "https://pay.example". */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The merchant of calls that need one and name none. */
  readonly merchantId?: string;
  /** The API version, instead of the one the partner is pinned to. */
  readonly version?: string;
  /** Repeats after a 5xx or a failed connection. */
  readonly retries?: number;
  /** Of one attempt. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof globalThis.fetch;
  /** Waits between attempts; a test may look at how long. */
  readonly wait?: (ms: number) => Promise<void>;
}

export type PartnerClient = ReturnType<typeof createPartnerClient>;

/**
 * Every call rejects with an ApiError where the service refuses, with a NoAnswerError where none came after all retries.
 * Writes carry an Idempotency-Key, so that a retry is harmless; pass your own, and keep it, where a repeat must survive
 * the end of your process.
 */
export function createPartnerClient(options: PartnerClientOptions) {
  const connection: Connection = {
    baseUrl: options.baseUrl.replace(/\/+$/, ""),
    headers: { "api-key": options.apiKey, "pay-version": options.version },
    fetch: options.fetch ?? globalThis.fetch,
    retries: options.retries ?? RETRIES,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    wait: options.wait ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
  };
  const sendOne = <Answer>(request: Parameters<typeof send>[1]) => send<Answer>(connection, request);
  return { merchants: merchantCalls(sendOne), payments: paymentCalls(sendOne, options.merchantId) };
}
