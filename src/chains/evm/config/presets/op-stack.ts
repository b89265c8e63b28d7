// Base, OP Mainnet and their test nets.
import { ether, eurc, eurcByPermit2, usdc, usdt0 } from "./assets.ts";
import { type ChainPreset, TEST_NET_CONFIRMATIONS } from "./preset.ts";

/**
 * Small amounts trust the sequencer, whose blocks are replaced only if it fails before publishing them. Larger amounts
 * wait for the batch on Ethereum ("safe"), and amounts from 10 000 for that batch's finality, 20 to 30 minutes
 * (docs.optimism.io, docs.base.org: "transaction finality"). Depth alone would miss that no batch is published.
 */
const CONFIRMATIONS: ChainPreset["confirmations"] = [
  { from: "0", blocks: 2 },
  { from: "1000", blocks: 60, finality: "safe" },
  { from: "10000", blocks: 900, finality: "finalized" },
];
const BLOCK_TIME_S = 2;

export const base: ChainPreset = {
  caip2: "eip155:8453",
  name: "Base",
  explorerUrl: "https://basescan.org",
  publicRpcUrl: "https://mainnet.base.org",
  blockTimeS: BLOCK_TIME_S,
  confirmations: CONFIRMATIONS,
  maxFeePerGasGwei: "5",
  // USDT is missing because the token of that name on Base belongs to a bridge and is not on Tether's lists.
  assets: {
    USDC: usdc("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", "USD Coin"),
    EURC: eurc("0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42", "EURC"),
    ETH: ether,
  },
};

export const baseSepolia: ChainPreset = {
  caip2: "eip155:84532",
  name: "Base Sepolia",
  explorerUrl: "https://sepolia.basescan.org",
  publicRpcUrl: "https://sepolia.base.org",
  testNet: true,
  blockTimeS: BLOCK_TIME_S,
  confirmations: TEST_NET_CONFIRMATIONS,
  maxFeePerGasGwei: "5",
  assets: {
    USDC: usdc("0x036CbD53842c5426634e7929541eC2318f3dCF7e", "USDC"),
    EURC: eurcByPermit2("0x808456652fdb597867f38412077A9182bf77359F"),
    ETH: ether,
  },
};

export const optimism: ChainPreset = {
  caip2: "eip155:10",
  name: "OP Mainnet",
  explorerUrl: "https://optimistic.etherscan.io",
  publicRpcUrl: "https://mainnet.optimism.io",
  blockTimeS: BLOCK_TIME_S,
  confirmations: CONFIRMATIONS,
  maxFeePerGasGwei: "5",
  assets: {
    USDC: usdc("0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85", "USD Coin"),
    USDT: usdt0("0x01bFF41798a0BcF287b996046Ca68b395DbC1071", "USD₮0"),
    ETH: ether,
  },
};

export const optimismSepolia: ChainPreset = {
  caip2: "eip155:11155420",
  name: "OP Sepolia",
  explorerUrl: "https://optimism-sepolia.blockscout.com",
  publicRpcUrl: "https://sepolia.optimism.io",
  testNet: true,
  blockTimeS: BLOCK_TIME_S,
  confirmations: TEST_NET_CONFIRMATIONS,
  maxFeePerGasGwei: "5",
  assets: {
    USDC: usdc("0x5fd84259d66Cd46123540766Be93DFE6D43130D7", "USDC"),
    ETH: ether,
  },
};
