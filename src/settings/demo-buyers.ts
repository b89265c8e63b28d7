// The demo buyers that the settings name for a chain.
import type { Config } from "./config.ts";

type Keys = Pick<Config, "demoBuyerKeys" | "demoBuyerKeysByChain">;

/** The private keys of the demo buyers on a chain: none on one with real money. */
export const demoBuyerKeysOn = (
  { demoBuyerKeys, demoBuyerKeysByChain }: Keys,
  { chainNumber, isTestNet }: { readonly chainNumber: number; readonly isTestNet: boolean },
): readonly `0x${string}`[] => (isTestNet ? (demoBuyerKeysByChain.get(chainNumber) ?? demoBuyerKeys) : []);
