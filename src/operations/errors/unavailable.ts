// A dependency of the service is unavailable. The caller made no mistake: the same request may succeed in a moment.
import { Outage } from "./outage.ts";

export class Unavailable extends Outage {
  /** Seconds after which to retry. */
  readonly retryAfterS: number;

  /** @param facts.cause for the log; the caller sees the message */
  constructor(message: string, facts: { readonly cause: unknown; readonly retryAfterS: number }) {
    super(subjectOf(facts.cause), message, { cause: facts.cause });
    this.name = "Unavailable";
    this.retryAfterS = facts.retryAfterS;
  }
}

const subjectOf = (cause: unknown): string =>
  cause instanceof Error ? String("code" in cause ? cause.code : cause.name) : "unknown";
