// Something this service itself needs does not serve it right now. No fault of the caller's and no bug: the same request may
// succeed in a moment. Unlike a refusal, it says nothing of what was asked for.

export class Unavailable extends Error {
  /** Seconds after which a repeat makes sense. */
  readonly retryAfterS: number;

  /** @param facts.cause for the log; the message is what the caller reads */
  constructor(message: string, facts: { readonly cause: unknown; readonly retryAfterS: number }) {
    super(message, { cause: facts.cause });
    this.name = "Unavailable";
    this.retryAfterS = facts.retryAfterS;
  }
}
