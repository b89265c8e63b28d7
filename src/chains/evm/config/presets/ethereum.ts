import { ether, eurc, eurcByPermit2, usdc, usdtOfTether } from "./assets.ts";
import { type ChainPreset, TEST_NET_CONFIRMATIONS } from "./preset.ts";

export const ethereum: ChainPreset = {
  caip2: "eip155:1",
  name: "Ethereum",
  explorerUrl: "https://etherscan.io",
  blockTimeS: 12,
  // Single blocks are occasionally replaced, two in a row almost never. From 10 000 on, payments wait for finality,
  // which takes two epochs of 32 slots, plus up to one epoch until the next boundary.
  confirmations: [
    { from: "0", blocks: 2 },
    { from: "100", blocks: 4 },
    { from: "1000", blocks: 12 },
    { from: "10000", blocks: 64, finality: "finalized" },
  ],
  maxFeePerGasGwei: "100",
  assets: {
    USDC: usdc("0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", "USD Coin"),
    USDT: usdtOfTether("0xdAC17F958D2ee523a2206206994597C13D831ec7"),
    EURC: eurc("0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c", "Euro Coin"),
    ETH: ether,
  },
};

export const sepolia: ChainPreset = {
  caip2: "eip155:11155111",
  name: "Sepolia",
  explorerUrl: "https://sepolia.etherscan.io",
  testNet: true,
  blockTimeS: 12,
  confirmations: TEST_NET_CONFIRMATIONS,
  maxFeePerGasGwei: "100",
  assets: {
    USDC: usdc("0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238", "USDC"),
    EURC: eurcByPermit2("0x08210F9170F89Ab7658F0B5E3fF39b0E03C594D4"),
    ETH: ether,
  },
};
