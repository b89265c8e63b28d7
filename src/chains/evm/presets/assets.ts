// What the tokens and coins of the presets have in common. Where each address comes from stands at the address.
//
// EIP-712 domains are not among what issuers publish: they were found by rebuilding, from name and version, the DOMAIN_SEPARATOR that
// each token returns (test/chains/evm/presets.test.ts does it again). They differ: EURC is "Euro Coin" to itself on Ethereum and
// "EURC" on Base, USDC is "USD Coin" on Arbitrum Sepolia and "USDC" on the other test nets.
import type { AssetEntry } from "../config-assets.ts";

type Hex = `0x${string}`;

/** Circle's addresses: developers.circle.com/stablecoins/usdc-contract-addresses, and `viem/tokens`. */
export const usdc = (address: Hex, domainName: "USD Coin" | "USDC"): AssetEntry => ({
  address,
  symbol: "USDC",
  name: "USD Coin",
  decimals: 6,
  method: "eip3009",
  peggedTo: "USD",
  domain: { name: domainName, version: "2" },
});

const EURC = { symbol: "EURC", name: "EURC", decimals: 6, peggedTo: "EUR" };

/** Circle's addresses: developers.circle.com/stablecoins/eurc-contract-addresses, and `viem/tokens`. */
export const eurc = (address: Hex, domainName: "Euro Coin" | "EURC"): AssetEntry => ({
  ...EURC,
  address,
  method: "eip3009",
  domain: { name: domainName, version: "2" },
});

/** EURC where no source tells its EIP-712 domain: Permit2 does without. */
export const eurcByPermit2 = (address: Hex): AssetEntry => ({ ...EURC, address, method: "permit2" });

/**
 * Tether's own token on Ethereum (tether.to/supported-protocols). It has no EIP-3009, and its `approve` refuses to change an
 * allowance that is not 0.
 */
export const usdtOfTether = (address: Hex): AssetEntry => ({
  address,
  symbol: "USDT",
  name: "Tether USD",
  decimals: 6,
  method: "permit2",
  resetsApproval: true,
  peggedTo: "USD",
});

/**
 * Tether's token on other chains, USDT0 (docs.usdt0.to/technical-documentation/deployments). Some of its deployments have
 * EIP-3009, under a domain that its owner can rename (`changeName`): Permit2 does not depend on it.
 * @param symbol as that chain's token gives it
 */
export const usdt0 = (address: Hex, symbol: "USDT0" | "USD₮0"): AssetEntry => ({
  address,
  symbol,
  name: "Tether USD",
  decimals: 6,
  method: "permit2",
  peggedTo: "USD",
});

/** SLIP-44 numbers: github.com/satoshilabs/slips/blob/master/slip-0044.md. Its price needs a rate (RATES_FILE). */
export const ether: AssetEntry = { symbol: "ETH", name: "Ether", decimals: 18, method: "native", slip44: 60 };
export const pol: AssetEntry = { symbol: "POL", name: "POL", decimals: 18, method: "native", slip44: 966 };
