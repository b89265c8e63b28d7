// Why a payment that a wallet began did not go on.

export type PayErrorReason =
  /** The text is no payment link of a trusted host. */
  | "not_a_payment_link"
  /** No account can pay this, or nothing was chosen. */
  | "no_option"
  /** The payment had reached its end before: see `status` of the gateway. */
  | "already_final"
  /** 409, or the time of its price ran out here: list the options again. */
  | "quote_expired"
  /** 410, or the countdown ran out here: a new payment link is needed. */
  | "payment_expired"
  /** The gateway asks for something else than the option says. Nothing of that was signed or sent. */
  | "not_what_was_chosen"
  /** The wallet cannot do it: a method, a chain or an account is missing. */
  | "wallet_unable";

export class PayError extends Error {
  readonly reason: PayErrorReason;

  constructor(reason: PayErrorReason, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "PayError";
    this.reason = reason;
  }
}
