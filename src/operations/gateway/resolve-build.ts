// Resolves an option's build action into the actions the buyer must sign or send now.
import { isTransaction } from "../../money/asset.ts";
import { type Option, type OptionKeys, openOption, payerOf } from "../../payment/option.ts";
import { termsHash } from "../../payment/terms.ts";
import { depthFor } from "../../payment/transfers/finality.ts";
import { isTerminal } from "../../payment/transition.ts";
import { asksOption } from "../buyer-data/collect-buyer-data.ts";
import { chainSilent, invalid, optionNotFound, quoteExpired, Refusal } from "../errors/refusal.ts";
import { askChain } from "../monitoring/report-outage.ts";
import { type FullLinkPorts, refuseFullLink } from "../payment-links/full-link.ts";
import { readOpenPayment, refuseExpired } from "../payments/read-payment.ts";
import type { PaymentChain, PaymentChains, WalletRpc } from "../ports/chain/payment-chain.ts";
import type { Intent } from "../ports/ledger.ts";
import type { PaymentReader, PaymentTransitions } from "../ports/payments.ts";
import { type CheckOptionPorts, checkOption } from "./check-option.ts";
import { accountRefused, refusedAmong, type ScreeningPorts } from "./screen-accounts.ts";

export interface ResolveBuildPorts extends ScreeningPorts, CheckOptionPorts, FullLinkPorts {
  readonly payments: PaymentReader & PaymentTransitions;
  readonly chains: PaymentChains;
  readonly optionKeys: OptionKeys;
  readonly intents: {
    /**
     * Stores the transaction a wallet is about to send, so that the payment counts even if the wallet never confirms.
     */
    remember(paymentId: string, partnerId: string, intent: Intent): Promise<void>;
  };
}

/**
 * @returns the actions to execute in order
 * @throws Refusal payment_not_found, payment_expired, invalid_state, params_validation (the option is unknown, it pays
 *   its payer, or a receiver refuses its coin), quote_expired, sanctioned_user, internal_error (the chain or the
 *   screening does not respond: retry)
 */
export async function resolveBuild(
  ports: ResolveBuildPorts,
  paymentId: string,
  optionId: string,
): Promise<readonly WalletRpc[]> {
  const payment = await readOpenPayment(ports.payments, paymentId);
  refuseExpired(payment);
  if (payment.status !== "requires_action") {
    throw new Refusal(
      "invalid_state",
      `The payment is ${payment.status}${isTerminal(payment.status) ? "" : " already"}`,
    );
  }
  await refuseFullLink(ports, payment);
  const option = openFor(ports.optionKeys, paymentId, optionId);
  const chain = option && chainOf(ports.chains, option);
  if (!option || !chain) throw optionNotFound();
  if (option.quoteExpiresAtS !== null && ports.nowS() >= option.quoteExpiresAtS) throw quoteExpired();
  await checkOption(ports, payment, option, chain, null);
  // A transaction cannot be revoked once it is handed out.
  if ((await refusedAmong(ports, [payerOf(option)])).size > 0) throw accountRefused();
  if (option.method === "native" && !(await chain.takesCoin(option))) throw coinRefused();
  const actions = await buildActions(ports, chain, option);
  if (isTransaction(option.method)) {
    await ports.intents.remember(paymentId, payment.partnerId, {
      option,
      termsHash: termsHash(option.terms),
      requiredDepth: depthFor(chain, payment, option),
      needsData: asksOption(payment, option),
    });
  }
  return actions;
}

const coinRefused = () =>
  invalid([{ field: "optionId", message: "cannot be paid: its receiver refuses the coin. Choose another option" }]);

async function buildActions(
  ports: ResolveBuildPorts,
  chain: PaymentChain,
  option: Option,
): Promise<readonly WalletRpc[]> {
  try {
    return await askChain(ports, chain, "could not build an option's actions", () => chain.buildActions(option));
  } catch {
    throw chainSilent();
  }
}

/** The option, or null if it is not one of this payment. */
export function openFor(keys: OptionKeys, paymentId: string, optionId: string): Option | null {
  const option = openOption(keys, optionId);
  return option?.paymentId === paymentId ? option : null;
}

/**
 * The chain that an option is paid on; null if it is no longer configured, has another router now (whose events alone
 * are read), or no longer offers the asset by this method.
 */
export function chainOf(chains: PaymentChains, { terms, asset, method }: Option): PaymentChain | null {
  const chain = chains.get(terms.chain);
  if (chain?.router !== terms.router) return null;
  return chain.assets.some((each) => each.id === asset && each.method === method) ? chain : null;
}
