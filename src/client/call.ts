// Options of a call, separate from its input.
import type { Request } from "./send.ts";

export type Send = <Answer>(request: Request) => Promise<Answer>;

export interface CallOptions {
  /** Aborts the call including its retries; it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface WriteOptions extends CallOptions {
  /**
   * Use one key per effect: repeating a call with the same key and input returns the first response. Generated if
   * omitted.
   */
  readonly idempotencyKey?: string;
}

export const idempotent = ({ idempotencyKey = crypto.randomUUID() }: WriteOptions) => ({
  "idempotency-key": idempotencyKey,
});

export interface HeldOptions extends CallOptions {
  /** Milliseconds that the server may wait for the status to change, at most 60 000. */
  readonly maxPollMs?: number;
}

/** The longest that the server holds a response. */
const HELD_MS_MAX = 60_000;

export const held = ({ maxPollMs = 0, signal }: HeldOptions) => ({
  query: { maxPollMs },
  heldMs: Math.min(maxPollMs, HELD_MS_MAX),
  signal,
});

/** An id in a path. */
export const segment = (id: string): string => encodeURIComponent(id);
