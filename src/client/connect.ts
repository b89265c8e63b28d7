// What every client may be told about its connection.
import { type Connection, RETRIES, TIMEOUT_MS } from "./send.ts";

export interface ConnectionOptions {
  /** Where the service is, for example "https://pay.example". */
  readonly baseUrl: string;
  /** The API version, instead of the one the caller is pinned to. */
  readonly version?: string;
  /** Repeats after a 5xx or a failed connection. */
  readonly retries?: number;
  /** Of one attempt. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof globalThis.fetch;
  /** Waits between attempts; a test may look at how long. */
  readonly wait?: (ms: number) => Promise<void>;
}

export const connect = (options: ConnectionOptions, caller: Connection["headers"]): Connection => ({
  baseUrl: options.baseUrl.replace(/\/+$/, ""),
  headers: { ...caller, "pay-version": options.version },
  fetch: options.fetch ?? globalThis.fetch,
  retries: options.retries ?? RETRIES,
  timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
  wait: options.wait ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
});
