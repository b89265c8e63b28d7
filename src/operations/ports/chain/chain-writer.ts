// A chain as the relayer writes to it. Everything that throws here means that the chain did not respond: the caller
// changes nothing and retries later.
import type { Address, Hex } from "viem";
import type { Authorization } from "./payment-chain.ts";

export interface FeesPerGas {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** A router call that settles several payments. */
export interface BatchCall {
  readonly recipient: Address;
  readonly data: Hex;
  readonly gasLimit: bigint;
}

export interface SignedTransaction {
  readonly hash: Hex;
  readonly raw: Hex;
}

/** The nodes' response to a raw transaction. The next run retries all but `sent` and `known`. */
export type SendOutcome =
  | "sent"
  /** The node already has these exact bytes. */
  | "known"
  /** The nonce is already mined, by this or another signed form of the batch. */
  | "nonce_used"
  /** A form with higher fees is in the pool, or the fees are below the node's minimum. */
  | "underpriced"
  /** The relayer's account cannot pay the gas. */
  | "unfunded"
  /** Every node that responded refuses it for another reason, for example its size. */
  | { readonly refusal: string };

export interface ChainWriter {
  /** CAIP-2. */
  readonly id: string;
  readonly relayers: readonly Address[];
  /** The relayers whose keys can sign now: a remote signer that failed rests for some seconds. */
  ableRelayers(): readonly Address[];
  /** Maximum number of payments in one transaction. */
  readonly batchMax: number;
  /** Maximum sum of the gas limits of one relayer's batches in 24 hours; null: unlimited. */
  readonly gasPerDay: bigint | null;
  /** Maximum gas in 24 hours that payers' code may waste before it has ever paid. */
  readonly walletGasPerDay: bigint;
  /** Maximum number of payments in a batch of payments that an earlier batch left out. */
  readonly leftOutMax: number;
  /**
   * Encodes payments of one token, grouped by fee receiver and destination. No RPC.
   * @param wereLeftOut an earlier batch left these out, perhaps for lack of gas: reserve the maximum gas for each
   * @throws TypeError if one of them cannot be encoded, or not together with the others
   */
  encodeBatch(authorizations: readonly Authorization[], wereLeftOut: boolean): BatchCall;
  /**
   * Encodes one payment as a transaction that reverts if it fails, and needs no gas beyond its own. No RPC.
   * @throws TypeError if it cannot be encoded
   */
  encodeIsolated(authorization: Authorization, gasLimit: bigint): BatchCall;
  /**
   * The gas limit that such a transaction of this relayer needs now, with a margin; null if it would fail.
   * @throws TypeError if it cannot be encoded; otherwise if the chain does not respond
   */
  isolatedGas(authorization: Authorization, relayer: Address): Promise<bigint | null>;
  /** Selects the accounts that have code in the node's latest state; at most 500 accounts. */
  withCode(accounts: readonly Address[]): Promise<readonly Address[]>;
  /** How much of a transaction's largest size or gas the call takes, whichever is more. Above 1 no node accepts it. */
  shareOfLimits(call: BatchCall): number;
  /** A transfer of nothing from the relayer to itself, which only uses up a nonce. */
  emptyCall(relayer: Address): BatchCall;
  /** An EIP-1559 transaction signed with a relayer's key. @throws SignerUnavailable if that is with a remote signer */
  sign(relayer: Address, nonce: bigint, call: BatchCall, fees: FeesPerGas): Promise<SignedTransaction>;
  /** Fees for inclusion in the next blocks, up to the configured cap. */
  fees(): Promise<FeesPerGas>;
  /** Fees that replace a transaction with `previous` fees in every pool (at least +10 %), capped; null at the cap. */
  bumped(previous: FeesPerGas): Promise<FeesPerGas | null>;
  /** Sends to the first node that responds. */
  send(transaction: SignedTransaction): Promise<SendOutcome>;
  /** Sends to all nodes, because one may accept a transaction and never pass it on. @returns the best outcome */
  sendToAll(transaction: SignedTransaction): Promise<SendOutcome>;
  /** The next nonce of an account in the node's latest state. */
  nextNonce(account: Address): Promise<bigint>;
}
