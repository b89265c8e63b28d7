// Checks an option against everything that its payment, its merchant, the configuration and the market say now.
import { getAddress, type Hex } from "viem";
import { type Asset, isEnough } from "../../money/asset.ts";
import { parseAccountId } from "../../money/caip.ts";
import { NO_FEE } from "../../payment/fee.ts";
import type { Option } from "../../payment/option.ts";
import { isExpected, isNearPrice, type PaysTo } from "../../payment/options/expected-terms.ts";
import type { PaymentForBuyer } from "../../payment/payment.ts";
import { fixedAmount, type Payout } from "../../payment/refund.ts";
import { invalid, quoteExpired } from "../errors/refusal.ts";
import type { PaymentChain, PaymentChains } from "../ports/chain/payment-chain.ts";
import type { FeePorts } from "../ports/payments.ts";
import type { PriceQuotes } from "../ports/prices.ts";
import { isPayable } from "./payable-chains.ts";

/** The database's facts about an option. */
export interface OptionFacts {
  /**
   * The merchant's CAIP-10 destinations for the asset, now and within the grace after a change; null: it had none, so
   * the treasury receives the money.
   */
  readonly destinations: readonly (string | null)[];
  /** The buyer was handed this transaction, after the same checks. */
  readonly isHandedOut: boolean;
}

export interface CheckOptionPorts {
  readonly optionFacts: {
    of(payment: PaymentForBuyer, asset: string, sentTerms: Hex | null): Promise<OptionFacts>;
  };
  readonly chains: PaymentChains;
  readonly fees: FeePorts;
  readonly rates: PriceQuotes;
  /** Seconds. */
  readonly optionLifetimeS: number;
  nowS(): number;
}

/**
 * @param chain of the option, which offers its asset
 * @param sentTerms the hash of the option's terms if the buyer may have sent its transaction: one that was handed out
 *   stays valid, because the money may have moved
 * @throws Refusal params_validation (the payer is the destination), quote_expired (no longer offered like this)
 */
export async function checkOption(
  ports: CheckOptionPorts,
  payment: PaymentForBuyer,
  option: Option,
  chain: PaymentChain,
  sentTerms: Hex | null,
): Promise<void> {
  const { terms } = option;
  if (terms.payer === terms.destination) throw paysItself();
  const asset = chain.assets.find(({ id }) => id === option.asset);
  if (!asset || (!payment.payout && !isEnough(asset, terms.amount))) throw quoteExpired();
  const facts = await ports.optionFacts.of(payment, option.asset, sentTerms);
  if (facts.isHandedOut) return;
  if (!isPayable(ports.chains, payment.partnerId, chain)) throw quoteExpired();
  const fees = await feesOf(ports.fees, payment);
  const basis = { payment, fees, chain, asset };
  const paysTo = payment.payout
    ? payoutReceiver(payment.payout, option.asset)
    : facts.destinations.flatMap((destination) => paysToOf(destination, chain));
  if (!isExpected(option, basis, paysTo, ports.nowS(), ports.optionLifetimeS)) throw quoteExpired();
  await checkPrice(ports.rates, payment, option, asset);
}

export const feesOf = (fees: FeePorts, { feePolicyId, payout }: PaymentForBuyer) =>
  payout ? NO_FEE : feePolicyId === null ? fees.standard : fees.find(feePolicyId);

/** The buyer, unless the refund is in another asset, has no address yet, or is held. */
export const payoutReceiver = ({ asset, to, isHeld }: Payout, assetId: string): readonly PaysTo[] =>
  to === null || isHeld || asset !== assetId ? [] : [{ destination: to, paysOut: "merchant" }];

/** The receivers of an asset's payments; empty if the merchant has no destination and the chain no treasury. */
export function paysToOf(destination: string | null, { treasury }: Pick<PaymentChain, "treasury">): readonly PaysTo[] {
  const own = destination === null ? null : parseAccountId(destination);
  if (own) return [{ destination: getAddress(own.address), paysOut: "merchant" }];
  return treasury === null ? [] : [{ destination: treasury, paysOut: "treasury" }];
}

/** A quote has ended if no current price can confirm it. */
async function checkPrice(rates: PriceQuotes, payment: PaymentForBuyer, option: Option, asset: Asset): Promise<void> {
  if (fixedAmount(payment, asset) !== null) return;
  const current = await rates.quote(payment.amount, asset);
  if (!current || !isNearPrice(option.terms.amount, current.value)) throw quoteExpired();
}

const paysItself = () =>
  invalid([{ field: "optionId", message: "must be paid by an account other than the merchant's destination" }]);
