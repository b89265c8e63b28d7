// Why a payment started by a wallet did not continue.

export type PayErrorReason =
  /** The text is not a payment link of a trusted host. */
  | "not_a_payment_link"
  /** No account can pay this, or no option was chosen. */
  | "no_option"
  /** The payment had ended before: see `gateway.status`. */
  | "already_final"
  /** 409, or the price expired by the local clock: list the options again. */
  | "quote_expired"
  /** 410, or the payment expired by the local clock: a new payment link is needed. */
  | "payment_expired"
  /** 451: the gateway refuses this account without giving a reason. */
  | "account_refused"
  /** The gateway's actions differ from the option. None was signed or sent. */
  | "not_what_was_chosen"
  /** The buyer declined in the wallet, whatever its code (4001 of EIP-1193, 5000 of WalletConnect, a device's). */
  | "refused_in_wallet"
  /** The wallet is locked or has another open request (-32002). */
  | "wallet_busy"
  /** The account no longer exists in the wallet, or access was not granted (4100). */
  | "account_changed"
  /** The wallet could not switch to the option's chain, or does not know it and could not add it (4902). */
  | "unknown_chain"
  /** The account has too little native coin for the network's fee or the amount. */
  | "insufficient_funds"
  /** The wallet lacks a method, a chain or an account. */
  | "wallet_unable";

export class PayError extends Error {
  readonly reason: PayErrorReason;

  constructor(reason: PayErrorReason, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "PayError";
    this.reason = reason;
  }
}
