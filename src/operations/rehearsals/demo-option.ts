// The option by which a demo buyer pays, as a wallet would be offered it.
import type { Address } from "viem";
import type { AuthorizedToken } from "../../money/asset.ts";
import { amountAtPar } from "../../money/par.ts";
import type { Option } from "../../payment/option.ts";
import { expectedOption, optionEndsAtS } from "../../payment/options/expected-terms.ts";
import type { PaymentForBuyer } from "../../payment/payment.ts";
import { type CheckOptionPorts, feesOf, paysToOf } from "../gateway/check-option.ts";
import type { PaymentChain } from "../ports/chain/payment-chain.ts";

export interface OptionPorts extends CheckOptionPorts {
  readonly chain: PaymentChain;
}

/** A payment that the buyer sends itself ends this long after its confirm, and the chain's grace. */
const OWN_S = 60;

/**
 * @param endsSoon the option ends a minute after now, so that a payment that cannot be made fails early
 * @returns null if the merchant has no destination for it
 */
export async function demoOption(
  ports: OptionPorts,
  payment: PaymentForBuyer,
  token: AuthorizedToken,
  payer: Address,
  endsSoon: boolean,
): Promise<Option | null> {
  const { chain } = ports;
  const { destinations } = await ports.optionFacts.of(payment, token.id, null);
  const [paysTo] = destinations.slice(0, 1).flatMap((destination) => paysToOf(destination, chain));
  const amount = amountAtPar(payment.amount, token);
  if (!paysTo || amount === null) return null;
  const nowS = ports.nowS();
  const lifetimeS = endsSoon ? Math.min(OWN_S, ports.optionLifetimeS) : ports.optionLifetimeS;
  return expectedOption(
    { payment, fees: await feesOf(ports.fees, payment), chain, asset: token },
    {
      ...paysTo,
      payer,
      amount,
      merchantName: payment.merchant.name,
      quoteExpiresAtS: payment.expiresAtS <= nowS ? null : optionEndsAtS(payment.expiresAtS, null, nowS, lifetimeS),
      quoteSources: [],
    },
  );
}

/**
 * Terms that were never quoted: half of the amount without a fee, or an earlier deadline. Both reach the merchant, and
 * neither pays the payment.
 */
export function otherTerms(option: Option, terms: "quoted" | "half" | "again"): Option {
  if (terms === "quoted") return option;
  const { amount, deadlineS } = option.terms;
  const changed = terms === "half" ? { amount: (amount + 1n) / 2n, fee: 0n } : { deadlineS: deadlineS - 1 };
  return { ...option, terms: { ...option.terms, ...changed } };
}
