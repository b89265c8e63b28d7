// A dependency of the service is unavailable. The caller made no mistake: the same request may succeed in a moment.

export class Unavailable extends Error {
  /** Seconds after which to retry. */
  readonly retryAfterS: number;

  /** @param facts.cause for the log; the caller sees the message */
  constructor(message: string, facts: { readonly cause: unknown; readonly retryAfterS: number }) {
    super(message, { cause: facts.cause });
    this.name = "Unavailable";
    this.retryAfterS = facts.retryAfterS;
  }
}
