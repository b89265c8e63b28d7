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

/** An id in a path. */
export const segment = (id: string): string => encodeURIComponent(id);
