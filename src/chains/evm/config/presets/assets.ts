// Assets shared by the presets. Issuers do not publish EIP-712 domains: the names and versions here reproduce the
// DOMAIN_SEPARATOR that each token returns (test/chains/evm/config/presets.test.ts). They differ by chain.
import type { AssetEntry } from "../assets.ts";

type Hex = `0x${string}`;

/** Circle's addresses: developers.circle.com/stablecoins/usdc-contract-addresses, and `viem/tokens`. */
export const usdc = (address: Hex, domainName: "USD Coin" | "USDC"): AssetEntry => ({
  address,
  symbol: "USDC",
  name: "USD Coin",
  decimals: 6,
  method: "eip3009",
  peggedTo: "USD",
  deposits: true,
  domain: { name: domainName, version: "2" },
});

const EURC = { symbol: "EURC", name: "EURC", decimals: 6, peggedTo: "EUR", deposits: true };

/** Circle's addresses: developers.circle.com/stablecoins/eurc-contract-addresses, and `viem/tokens`. */
export const eurc = (address: Hex, domainName: "Euro Coin" | "EURC"): AssetEntry => ({
  ...EURC,
  address,
  method: "eip3009",
  domain: { name: domainName, version: "2" },
});

/** EURC without a known EIP-712 domain; Permit2 does not need one. */
export const eurcByPermit2 = (address: Hex): AssetEntry => ({ ...EURC, address, method: "permit2" });

/** Tether's token on Ethereum (tether.to/supported-protocols): no EIP-3009, and nonzero allowances must be reset. */
export const usdtOfTether = (address: Hex): AssetEntry => ({
  address,
  symbol: "USDT",
  name: "Tether USD",
  decimals: 6,
  method: "permit2",
  resetsApproval: true,
  peggedTo: "USD",
  deposits: true,
});

/**
 * Tether's USDT0 on other chains (docs.usdt0.to/technical-documentation/deployments). Some deployments have EIP-3009,
 * but the owner can rename their domain (`changeName`), so Permit2 is used.
 * @param symbol as returned by the token on that chain
 */
export const usdt0 = (address: Hex, symbol: "USDT0" | "USD₮0"): AssetEntry => ({
  address,
  symbol,
  name: "Tether USD",
  decimals: 6,
  method: "permit2",
  peggedTo: "USD",
  deposits: true,
});

/** SLIP-44 numbers: github.com/satoshilabs/slips/blob/master/slip-0044.md. Pricing needs a rate (RATES_FILE). */
export const ether: AssetEntry = { symbol: "ETH", name: "Ether", decimals: 18, method: "native", slip44: 60 };
export const pol: AssetEntry = { symbol: "POL", name: "POL", decimals: 18, method: "native", slip44: 966 };
