import { ether, usdc, usdt0 } from "./assets.ts";
import { type ChainPreset, TEST_NET_CONFIRMATIONS } from "./preset.ts";

const BLOCK_TIME_S = 0.25;

export const arbitrum: ChainPreset = {
  caip2: "eip155:42161",
  name: "Arbitrum One",
  explorerUrl: "https://arbiscan.io",
  publicRpcUrl: "https://arb1.arbitrum.io/rpc",
  blockTimeS: BLOCK_TIME_S,
  // As on the OP stack: one second of trust in the sequencer, then time for a batch, then that batch's finality on
  // Ethereum, 30 minutes (docs.arbitrum.io, "finality and chain reorganizations").
  confirmations: [
    { from: "0", blocks: 4 },
    { from: "1000", blocks: 480 },
    { from: "10000", blocks: 7200 },
  ],
  maxFeePerGasGwei: "5",
  assets: {
    USDC: usdc("0xaf88d065e77c8cC2239327C5EDb3A432268e5831", "USD Coin"),
    USDT: usdt0("0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9", "USD₮0"),
    ETH: ether,
  },
};

export const arbitrumSepolia: ChainPreset = {
  caip2: "eip155:421614",
  name: "Arbitrum Sepolia",
  explorerUrl: "https://sepolia.arbiscan.io",
  publicRpcUrl: "https://sepolia-rollup.arbitrum.io/rpc",
  testNet: true,
  blockTimeS: BLOCK_TIME_S,
  confirmations: TEST_NET_CONFIRMATIONS,
  maxFeePerGasGwei: "5",
  assets: {
    USDC: usdc("0x75faf114eafb1BDbe2F0316DF893fd58CE46AA4d", "USD Coin"),
    ETH: ether,
  },
};
