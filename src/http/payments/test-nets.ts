import type { PaymentChains } from "../../operations/ports/chain/payment-chain.ts";

/** Whether this installation moves no real money: all its chains are test networks. */
export const areTestNets = (chains: PaymentChains): boolean =>
  chains.size > 0 && [...chains.values()].every(({ isTestNet }) => isTestNet);
