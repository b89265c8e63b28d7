// Refuses sanctioned accounts. Callers learn that an account is refused, never why, and no log names it.
import type { AccountId } from "../../money/caip.ts";
import { Outage } from "../errors/outage.ts";
import { Refusal } from "../errors/refusal.ts";
import { type OutagePorts, reportingOutages } from "../monitoring/report-outage.ts";
import type { PaymentTransitions } from "../ports/payments.ts";

export interface Screening {
  /** The refused ones among these accounts, as CAIP-10. @throws unless every account could be screened */
  refused(accounts: readonly AccountId[]): Promise<ReadonlySet<string>>;
}

/** A source is misconfigured. The message says what to fix and never names a screened account. */
export class ScreeningSourceError extends Outage {
  constructor(message: string) {
    super(message, message);
    this.name = "ScreeningSourceError";
  }
}

export interface ScreeningPorts extends OutagePorts {
  readonly screening: Screening;
}

/** Logged as an error: it stops every payment. */
const OUTAGE = {
  level: "error",
  key: "screening",
  began: "a screening source does not respond: nobody can pay until it does (see SCREENING)",
  ended: "every screening source responds again",
  fields: {},
} as const;

/** @throws Refusal internal_error if screening fails: an unscreened account must not pay */
export async function refusedAmong(
  ports: ScreeningPorts,
  accounts: readonly AccountId[],
): Promise<ReadonlySet<string>> {
  try {
    return await reportingOutages(ports, OUTAGE, () => ports.screening.refused(accounts));
  } catch {
    throw new Refusal("internal_error", "This cannot be processed right now; nothing was done, try again", {
      retryAfterS: 1,
    });
  }
}

export interface ScreenPayerPorts extends ScreeningPorts {
  readonly payments: Pick<PaymentTransitions, "apply">;
}

/**
 * A refused account ends the payment; nothing it signed is stored.
 * @throws Refusal sanctioned_user; internal_error if screening fails
 */
export async function screenPayer(ports: ScreenPayerPorts, paymentId: string, account: AccountId): Promise<void> {
  const refused = await refusedAmong(ports, [account]);
  if (refused.size === 0) return;
  // Changes nothing if another confirm or the expiry came first.
  await ports.payments.apply(paymentId, { type: "declined", failureCode: "declined_user" });
  throw accountRefused();
}

/** Always the same text. */
export const accountRefused = (): Refusal => new Refusal("sanctioned_user", "This account cannot be used");
