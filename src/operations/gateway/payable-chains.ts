// The chains on which a partner's payments can be paid: test payments on test nets, live ones where money is real. An
// installation that has test nets only takes live payments there as well.
import { isLivemode } from "../../merchant/mode.ts";
import type { PaymentChain, PaymentChains } from "../ports/chain/payment-chain.ts";

type Marked = Pick<PaymentChain, "isTestNet">;

export function isPayable(chains: ReadonlyMap<string, Marked>, partnerId: string, { isTestNet }: Marked): boolean {
  return isLivemode(partnerId) ? !isTestNet || areTestNets(chains) : isTestNet;
}

export const payableChains = (chains: PaymentChains, partnerId: string): PaymentChains =>
  new Map([...chains].filter(([, chain]) => isPayable(chains, partnerId, chain)));

/** Whether no real money can move: all chains are test networks. */
export const areTestNets = (chains: ReadonlyMap<string, Marked>): boolean =>
  chains.size > 0 && [...chains.values()].every(({ isTestNet }) => isTestNet);
