// Connection options shared by all clients.
import { type Connection, RETRIES, TIMEOUT_MS } from "./send.ts";

export interface ConnectionOptions {
  /** The service's URL, for example "https://pay.example". */
  readonly baseUrl: string;
  /** API version; the caller's pinned version if omitted. */
  readonly version?: string;
  /** Maximum retries after a 5xx or a failed connection. */
  readonly retries?: number;
  /** Per attempt. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof globalThis.fetch;
  /** Waits between attempts; tests can replace it. */
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
