// Refuses sanctioned accounts. Callers learn that an account is refused, never why, and no log names it.
import type { AccountId } from "../money/caip.ts";
import { Refusal } from "./errors/refusal.ts";
import type { Log } from "./log.ts";

export interface Screening {
  /** The refused ones among these accounts, as CAIP-10. @throws unless every account could be screened */
  refused(accounts: readonly AccountId[]): Promise<ReadonlySet<string>>;
}

/** A source is misconfigured. The message says what to fix and never names a screened account. */
export class ScreeningSourceError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ScreeningSourceError";
  }
}

export interface ScreeningPorts {
  readonly screening: Screening;
  readonly log: Log;
}

/** @throws Refusal internal_error if screening fails: an unscreened account must not pay */
export async function refusedAmong(
  { screening, log }: ScreeningPorts,
  accounts: readonly AccountId[],
): Promise<ReadonlySet<string>> {
  try {
    return await screening.refused(accounts);
  } catch (error) {
    log.error({ err: error }, "a screening source does not respond: nobody can pay until it does (see SCREENING)");
    throw new Refusal("internal_error", "This cannot be processed right now; nothing was done, try again", {
      retryAfterS: 1,
    });
  }
}

/** Always the same text. */
export const accountRefused = (): Refusal => new Refusal("sanctioned_user", "This account cannot be used");
