// What this installation accepts, as the operator configured it and as the chain confirmed it at boot: a token, or the chain's
// own coin.
import type { Address } from "viem";

interface AssetBase {
  /** Canonical CAIP-19. */
  readonly id: string;
  /** CAIP-2 of its chain. */
  readonly chain: string;
  /** The zero address where it is the chain's own coin. */
  readonly address: Address;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  readonly iconUrl?: string;
  /** ISO 4217 code of the currency it stands for one to one, where it is a stablecoin. */
  readonly peggedTo?: string;
}

/** A token with EIP-3009: the buyer signs, and pays no gas. */
export interface AuthorizedToken extends AssetBase {
  readonly method: "eip3009";
  /** The EIP-712 domain its signatures are made for. */
  readonly domain: { readonly name: string; readonly version: string };
}

/** A token that Permit2 moves: the buyer signs, once Permit2 is approved. */
export interface Permit2Token extends AssetBase {
  readonly method: "permit2";
  /** What a missing approval of Permit2 is asked for: this payment's amount, or all there can be, so that it is the last one. */
  readonly approval: "exact" | "max";
  /** Whether `approve` refuses to change an allowance that is not 0 (USDT on Ethereum). */
  readonly resetsApproval: boolean;
}

/** A token that the router takes after an approval of exactly the amount: the buyer sends transactions. */
export interface ApprovedToken extends AssetBase {
  readonly method: "erc20";
  readonly resetsApproval: boolean;
}

/** The chain's own coin: the buyer sends it along with a transaction. */
export interface Coin extends AssetBase {
  readonly method: "native";
}

export type Asset = AuthorizedToken | Permit2Token | ApprovedToken | Coin;

/** How a buyer pays with an asset. */
export type Method = Asset["method"];

/** Methods whose payment is a transaction of the buyer's own; with the others the buyer signs, and the relayer sends. */
export const isTransaction = (method: Method): method is TransactionMethod => method === "erc20" || method === "native";

type TransactionMethod = "erc20" | "native";
export type SignatureMethod = Exclude<Method, TransactionMethod>;
