// What a call may be told beside its input.
import type { Request } from "./send.ts";

export type Send = <Answer>(request: Request) => Promise<Answer>;

export interface CallOptions {
  /** Ends the call, retries and all; it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface WriteOptions extends CallOptions {
  /** One per effect: a repeat with the same key and input gives the first answer. Made where it is left out. */
  readonly idempotencyKey?: string;
}

export const idempotent = ({ idempotencyKey = crypto.randomUUID() }: WriteOptions) => ({
  "idempotency-key": idempotencyKey,
});

export interface HeldOptions extends CallOptions {
  /** How long the server may wait for the status to change, at most 60 000. */
  readonly maxPollMs?: number;
}

/** Longest the server holds an answer, whatever it is asked for. */
const HELD_MS_MAX = 60_000;

export const held = ({ maxPollMs = 0, signal }: HeldOptions) => ({
  query: { maxPollMs },
  heldMs: Math.min(maxPollMs, HELD_MS_MAX),
  signal,
});

/** An id in a path. */
export const segment = (id: string): string => encodeURIComponent(id);
