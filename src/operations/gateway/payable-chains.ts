// The chains on which a partner's payments can be paid: test payments on test nets, live ones where money is real. An
// installation that has test nets only takes live payments there as well.
import { isLivemode } from "../../merchant/mode.ts";
import type { QuotingChain } from "../../payment/transfers/credit.ts";
import type { PaymentChain, PaymentChains } from "../ports/chain/payment-chain.ts";

type Marked = Pick<PaymentChain, "isTestNet">;

export const isPayable = (chains: ReadonlyMap<unknown, Marked>, partnerId: string, chain: Marked): boolean =>
  takesMode(chains, isLivemode(partnerId), chain);

const takesMode = (chains: ReadonlyMap<unknown, Marked>, livemode: boolean, { isTestNet }: Marked): boolean =>
  livemode ? !isTestNet || areTestNets(chains) : isTestNet;

/** The modes whose payments each chain takes, with the other facts that decide for which chains an expiry waits. */
export function expiryChains(configured: readonly (Marked & { caip2: string; treasury: string | null })[]) {
  const chains = new Map(configured.entries());
  return configured.map((chain) => ({
    id: chain.caip2,
    hasTreasury: chain.treasury !== null,
    takesLive: takesMode(chains, true, chain),
    takesTest: takesMode(chains, false, chain),
  }));
}

export const payableChains = (chains: PaymentChains, partnerId: string): PaymentChains =>
  new Map([...chains].filter(([, chain]) => isPayable(chains, partnerId, chain)));

/** A chain with the decision whose payments its transfers can pay. @param all the installation's chains */
export function quotingOn(chain: PaymentChain, all: readonly Marked[]): QuotingChain {
  const chains = new Map(all.entries());
  return { ...chain, takes: (partnerId) => isPayable(chains, partnerId, chain) };
}

/** Whether no real money can move: all chains are test networks. */
export const areTestNets = (chains: ReadonlyMap<unknown, Marked>): boolean =>
  chains.size > 0 && [...chains.values()].every(({ isTestNet }) => isTestNet);
