import { pol, usdc, usdt0 } from "./assets.ts";
import { type ChainPreset, TEST_NET_CONFIRMATIONS } from "./preset.ts";

const BLOCK_TIME_S = 2;
/** The tip alone is at least 25 gwei, and busy hours have reached a multiple of it. The coin is cheap. */
const MAX_FEE_PER_GAS_GWEI = "1000";

export const polygon: ChainPreset = {
  caip2: "eip155:137",
  name: "Polygon",
  explorerUrl: "https://polygonscan.com",
  publicRpcUrl: "https://polygon.drpc.org",
  blockTimeS: BLOCK_TIME_S,
  // Validators' milestones finalise blocks within seconds (PIP-11). They have stalled before; the fallback is the
  // checkpoint on Ethereum, about 512 blocks later.
  confirmations: [
    { from: "0", blocks: 6 },
    { from: "1000", blocks: 32 },
    { from: "10000", blocks: 512 },
  ],
  maxFeePerGasGwei: MAX_FEE_PER_GAS_GWEI,
  assets: {
    USDC: usdc("0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359", "USD Coin"),
    USDT: usdt0("0xc2132D05D31c914a87C6611C10748AEb04B58e8F", "USDT0"),
    POL: pol,
  },
};

export const polygonAmoy: ChainPreset = {
  caip2: "eip155:80002",
  name: "Polygon Amoy",
  explorerUrl: "https://amoy.polygonscan.com",
  publicRpcUrl: "https://polygon-amoy.drpc.org",
  testNet: true,
  blockTimeS: BLOCK_TIME_S,
  confirmations: TEST_NET_CONFIRMATIONS,
  maxFeePerGasGwei: MAX_FEE_PER_GAS_GWEI,
  assets: {
    USDC: usdc("0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582", "USDC"),
    POL: pol,
  },
};
