// Assets that this installation accepts: tokens and native coins, configured by the operator and checked at boot.
import type { Address } from "viem";

interface AssetBase {
  /** Canonical CAIP-19. */
  readonly id: string;
  /** CAIP-2 of its chain. */
  readonly chain: string;
  /** The zero address for the native coin. */
  readonly address: Address;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  readonly iconUrl?: string;
  /** ISO 4217 code of the currency that a stablecoin is pegged to one to one. */
  readonly peggedTo?: string;
  /** The smallest payment, in smallest units. */
  readonly minimum?: bigint;
  /** The smallest transfer to a deposit address that counts, in smallest units; by default 0.01 of a standard unit. */
  readonly depositMinimum?: bigint;
  /** Payments may be paid by a plain transfer of it to their deposit address. */
  readonly takesDeposits?: boolean;
}

/** Whether a payment of this many smallest units is offered. */
export const isEnough = ({ minimum }: Pick<Asset, "minimum">, amount: bigint): boolean =>
  minimum === undefined || amount >= minimum;

/** A token with EIP-3009: the buyer signs and pays no gas. */
export interface AuthorizedToken extends AssetBase {
  readonly method: "eip3009";
  /** The EIP-712 domain of its signatures. */
  readonly domain: { readonly name: string; readonly version: string };
}

/** A token moved by Permit2: the buyer signs, after approving Permit2. */
export interface Permit2Token extends AssetBase {
  readonly method: "permit2";
  /** Amount of a missing Permit2 approval: this payment's, or the maximum, so that no later one is needed. */
  readonly approval: "exact" | "max";
  /** Whether `approve` rejects changing a nonzero allowance (USDT on Ethereum). */
  readonly resetsApproval: boolean;
}

/** A token that the router pulls after an approval of the exact amount: the buyer sends transactions. */
export interface ApprovedToken extends AssetBase {
  readonly method: "erc20";
  readonly resetsApproval: boolean;
}

/** The chain's native coin: the buyer sends it with a transaction. */
export interface Coin extends AssetBase {
  readonly method: "native";
}

export type Asset = AuthorizedToken | Permit2Token | ApprovedToken | Coin;

/** How a buyer's wallet pays with an asset. */
export type Method = Asset["method"];

/**
 * How an option is paid: by the wallet, as its asset is; by a plain transfer to the payment's deposit address; or by a
 * transfer to the merchant that the payer has authorised, with a nonce that the payer chose (x402's facilitator).
 */
export type OptionMethod = Method | "deposit" | "transfer";

/** Methods paid by the buyer's own transaction; for the others, the relayer sends it. */
export const isTransaction = (method: OptionMethod): method is TransactionMethod =>
  method === "erc20" || method === "native";

type TransactionMethod = "erc20" | "native";
export type RelayedMethod = Exclude<OptionMethod, TransactionMethod>;
