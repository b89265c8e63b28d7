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
  /** 451: the gateway takes nothing from this account, and does not say why. */
  | "account_refused"
  /** The gateway asks for something else than the option says. Nothing of that was signed or sent. */
  | "not_what_was_chosen"
  /** The buyer said no in the wallet (EIP-1193, 4001). */
  | "refused_in_wallet"
  /** An earlier request is open in the wallet, or the wallet is locked (-32002). */
  | "wallet_busy"
  /** The wallet has no such account any more, or no access to it was given (4100). */
  | "account_changed"
  /** The wallet does not know the option's chain and could not be told of it (4902). */
  | "unknown_chain"
  /** The account has not enough coin for the network's fee, or for the amount. */
  | "insufficient_funds"
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
