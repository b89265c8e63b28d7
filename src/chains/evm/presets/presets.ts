// The chains that ship with Turnpike. Chain numbers, names, block times and coins are those of `viem/chains`; Multicall3 and
// Permit2 stand at the same address on each.
import { arbitrum, arbitrumSepolia } from "./arbitrum.ts";
import { ethereum, sepolia } from "./ethereum.ts";
import { base, baseSepolia, optimism, optimismSepolia } from "./op-stack.ts";
import { polygon, polygonAmoy } from "./polygon.ts";
import type { ChainPreset } from "./preset.ts";

/** By the word that an entry of the chains file says as its `preset`. */
export const PRESETS: Readonly<Record<string, ChainPreset>> = {
  ethereum,
  base,
  optimism,
  polygon,
  arbitrum,
  sepolia,
  "base-sepolia": baseSepolia,
  "optimism-sepolia": optimismSepolia,
  "polygon-amoy": polygonAmoy,
  "arbitrum-sepolia": arbitrumSepolia,
};
