// The relayers that the settings name for a chain.
import type { Config } from "./config.ts";
import type { RelayerSigner } from "./values.ts";

/** The relayers on a chain: private keys, and accounts with a remote signer. */
export const relayersOn = (
  config: Pick<Config, "relayerKeys" | "relayerKeysByChain" | "relayerSigners" | "relayerSignersByChain">,
  chainNumber: number,
): readonly (`0x${string}` | RelayerSigner)[] => [
  ...relayerKeysOn(config, chainNumber),
  ...(config.relayerSignersByChain.get(chainNumber) ?? config.relayerSigners),
];

/** The private keys of the relayers on a chain. */
export const relayerKeysOn = (
  { relayerKeys, relayerKeysByChain }: Pick<Config, "relayerKeys" | "relayerKeysByChain">,
  chainNumber: number,
): readonly `0x${string}`[] => relayerKeysByChain.get(chainNumber) ?? relayerKeys;
