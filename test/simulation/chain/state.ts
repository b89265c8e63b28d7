// The state of a simulated chain, and what a call to a contract changes and returns.
import { type Address, encodeErrorResult, type Hex, parseAbi } from "viem";
import type { Terms } from "../../../src/payment/terms.ts";
import { addressOf, type WalletKind } from "./accounts.ts";

export const CHAIN_NUMBER = 4_711;
export const CAIP2 = `eip155:${CHAIN_NUMBER}`;
export const ROUTER = addressOf("router");
export const MULTICALL3 = addressOf("multicall3");
export const PERMIT2 = addressOf("permit2");
/** Paid by signature (EIP-3009). */
export const USDC = addressOf("USDC");
/** Paid by the buyer's own transaction. */
export const USDT = addressOf("USDT");
export const DOMAIN = { name: "USDC", version: "2" };
export const DECIMALS = 6;
/** Any code will do: the boot check compares the router's with what its constructor returns. */
export const CODE: Hex = "0x60016002";

const REASON = parseAbi(["error Error(string message)"]);

export interface State {
  /** Token units by `token owner`. */
  readonly balances: Map<string, bigint>;
  /** Units that the router may pull, by `token owner`. */
  readonly allowances: Map<string, bigint>;
  /** `authorizer nonce`. */
  readonly used: Set<string>;
  /** Terms paid by `pay`. */
  readonly paid: Set<Hex>;
  readonly nonces: Map<Address, bigint>;
  /** Wei. */
  readonly coin: Map<Address, bigint>;
}

export const copyOf = (state: State): State => ({
  balances: new Map(state.balances),
  allowances: new Map(state.allowances),
  used: new Set(state.used),
  paid: new Set(state.paid),
  nonces: new Map(state.nonces),
  coin: new Map(state.coin),
});

export interface Log {
  readonly address: Address;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  /** The terms of a `Paid` event. */
  readonly paid?: PaidTerms;
  readonly transfer?: TokenTransfer;
}

export type PaidTerms = Terms & { readonly hash: Hex };

/** A transfer by its sender's own call. */
export interface TokenTransfer {
  readonly token: Address;
  readonly from: Address;
  readonly to: Address;
  readonly amount: bigint;
}

export interface Outcome {
  readonly success: boolean;
  readonly data: Hex;
  readonly logs: readonly Log[];
  readonly gas: bigint;
  /** Gas burned by contracts that failed their payment, by payer. */
  readonly burned: readonly (readonly [Address, bigint])[];
}

export interface Context {
  readonly state: State;
  readonly wallets: ReadonlyMap<Address, WalletKind>;
  /** The block's time in Unix seconds. */
  readonly timeS: number;
  readonly from: Address;
  readonly isSimulated: boolean;
}

export const done = (data: Hex, more: Partial<Outcome> = {}): Outcome => ({
  success: true,
  data,
  logs: [],
  gas: 30_000n,
  burned: [],
  ...more,
});
/** A failed call that returns this error. */
export const failed = (data: Hex): Outcome => ({ ...done(data), success: false });
export const reverted = (message: string): Outcome => failed(encodeErrorResult({ abi: REASON, args: [message] }));

export function move({ balances }: State, of: Address, from: Address, to: Address, amount: bigint): boolean {
  const held = balances.get(`${of} ${from}`) ?? 0n;
  if (held < amount) return false;
  balances.set(`${of} ${from}`, held - amount);
  balances.set(`${of} ${to}`, (balances.get(`${of} ${to}`) ?? 0n) + amount);
  return true;
}
