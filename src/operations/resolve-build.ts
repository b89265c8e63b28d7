// Resolves an option's build action into what the buyer must sign or send right now.
import { type Option, type OptionKeys, openOption, payerOf } from "../payment/option.ts";
import { isTerminal } from "../payment/transition.ts";
import type { PaymentChains, PaymentReader, PaymentTransitions, WalletRpc } from "./ports.ts";
import { readOpenPayment } from "./read-payment.ts";
import { optionNotFound, paymentExpired, quoteExpired, Refusal } from "./refusal.ts";
import { accountRefused, refusedAmong, type ScreeningPorts } from "./screen-accounts.ts";

export interface ResolveBuildPorts extends ScreeningPorts {
  readonly payments: PaymentReader & PaymentTransitions;
  readonly chains: PaymentChains;
  readonly optionKeys: OptionKeys;
  nowS(): number;
}

/**
 * @returns the actions to execute in order
 * @throws Refusal payment_not_found, payment_expired, invalid_state, params_validation (unknown option), quote_expired,
 *   sanctioned_user, internal_error (it is not known whether the account may pay)
 */
export async function resolveBuild(
  ports: ResolveBuildPorts,
  paymentId: string,
  optionId: string,
): Promise<readonly WalletRpc[]> {
  const payment = await readOpenPayment(ports.payments, paymentId);
  if (payment.status === "expired") throw paymentExpired(payment.expiresAtS);
  if (payment.status !== "requires_action") {
    throw new Refusal(
      "invalid_state",
      `The payment is ${payment.status}${isTerminal(payment.status) ? "" : " already"}`,
    );
  }
  const option = openFor(ports.optionKeys, paymentId, optionId);
  const chain = option && ports.chains.get(option.terms.chain);
  if (!option || !chain) throw optionNotFound();
  // An asset that the operator has taken out since is no way to pay any more.
  if (!chain.assets.some(({ id }) => id === option.asset)) throw optionNotFound();
  if (option.quoteExpiresAtS !== null && ports.nowS() >= option.quoteExpiresAtS) throw quoteExpired();
  // What the buyer sends on chain without us cannot be stopped any more once it is handed out.
  if ((await refusedAmong(ports, [payerOf(option)])).size > 0) throw accountRefused();
  return chain.buildActions(option);
}

/** The option if it is one of this payment, else null. */
export function openFor(keys: OptionKeys, paymentId: string, optionId: string): Option | null {
  const option = openOption(keys, optionId);
  return option?.paymentId === paymentId ? option : null;
}
