// The chains on which a partner's payments can be paid: test payments on test nets, live ones where money is real. An
// installation that has test nets only takes live payments there as well.
import { isLivemode } from "../../merchant/mode.ts";
import type { QuotingChain } from "../../payment/transfers/credit.ts";
import type { PaymentChain, PaymentChains } from "../ports/chain/payment-chain.ts";

type Marked = Pick<PaymentChain, "isTestNet">;

export function isPayable(chains: ReadonlyMap<unknown, Marked>, partnerId: string, { isTestNet }: Marked): boolean {
  return isLivemode(partnerId) ? !isTestNet || areTestNets(chains) : isTestNet;
}

export const payableChains = (chains: PaymentChains, partnerId: string): PaymentChains =>
  new Map([...chains].filter(([, chain]) => isPayable(chains, partnerId, chain)));

/** A chain with the decision whose payments its transfers can pay. @param all the installation's chains */
export const quotingOn = (chain: PaymentChain, all: readonly Marked[]): QuotingChain => ({
  ...chain,
  takes: (partnerId) => isPayable(new Map(all.entries()), partnerId, chain),
});

/** Whether no real money can move: all chains are test networks. */
export const areTestNets = (chains: ReadonlyMap<unknown, Marked>): boolean =>
  chains.size > 0 && [...chains.values()].every(({ isTestNet }) => isTestNet);
