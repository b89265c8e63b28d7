// The chains that ship with Turnpike. Chain numbers, names, block times and coins come from `viem/chains`; Multicall3
// and Permit2 have the same address on all of them.
import { ethereum, sepolia } from "./ethereum.ts";
import { base, baseSepolia, optimism, optimismSepolia } from "./op-stack.ts";
import { polygon, polygonAmoy } from "./polygon.ts";
import type { ChainPreset } from "./preset.ts";

/** Keyed by the `preset` value in the chains file. */
export const PRESETS: Readonly<Record<string, ChainPreset>> = {
  ethereum,
  base,
  optimism,
  polygon,
  sepolia,
  "base-sepolia": baseSepolia,
  "optimism-sepolia": optimismSepolia,
  "polygon-amoy": polygonAmoy,
};
