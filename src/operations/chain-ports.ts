// What the relayer and the watcher need of a chain. Everything that throws here means "the chain did not answer": the
// caller leaves things as they are and comes again.
import type { Address, Hex } from "viem";
import type { Option } from "../payment/option.ts";
import type { Authorization } from "./ports.ts";

export interface Block {
  readonly number: bigint;
  readonly hash: Hex;
  readonly parentHash: Hex;
  readonly timeS: number;
}

/** A block by its hash: a node of another chain, or of another branch of this one, does not have it. */
export type BlockName = Pick<Block, "number" | "hash">;

/** A `Paid` event of the router. */
export interface PaidEvent {
  readonly txHash: Hex;
  readonly logIndex: number;
  readonly blockNumber: bigint;
  readonly blockHash: Hex;
  readonly key: Hex;
  readonly termsHash: Hex;
  /** CAIP-19 of what was paid. */
  readonly asset: string;
  /** The zero address where that is the chain's own coin. */
  readonly token: Address;
  readonly payer: Address;
  readonly amount: bigint;
  readonly destination: Address;
  readonly fee: bigint;
}

/** The chain as the watcher reads it. */
export interface ChainReader {
  /** CAIP-2. */
  readonly id: string;
  head(): Promise<Block>;
  /** Null where the chain has no such block (yet, or any more). */
  block(number: bigint): Promise<Block | null>;
  /**
   * The router's `Paid` events of one block, in chain order, by one eth_getLogs with the block's hash (EIP-234): a node
   * that does not have this very block answers with an error, which throws, never with an empty list.
   */
  paidEventsIn(block: Block): Promise<readonly PaidEvent[]>;
  /** The same of blocks `from` to `to`, both included, by number: for catching up far below the head. */
  paidEventsBetween(from: bigint, to: bigint): Promise<readonly PaidEvent[]>;
  /** Transactions that `account` has in the chain up to and including block `at`: its next nonce there. */
  transactionCount(account: Address, at: BlockName): Promise<bigint>;
  /**
   * Whether an option is used up in the state of block `at`: its authorisation (EIP-3009 authorizationState, Permit2
   * nonceBitmap), or, where the buyer pays by transaction, its terms (PaymentRouter.paid).
   */
  isUsed(option: Pick<Option, "method" | "terms">, at: BlockName): Promise<boolean>;
  /** @throws where the nodes serve another chain now than they did */
  checkIdentity(): Promise<void>;
}

export interface FeesPerGas {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** A call to the router that settles several payments. */
export interface BatchCall {
  readonly recipient: Address;
  readonly data: Hex;
  readonly gasLimit: bigint;
}

export interface SignedTransaction {
  readonly hash: Hex;
  readonly raw: Hex;
}

/** What a node said to a raw transaction. All but `sent` and `known` are looked at again by the next tick. */
export type SendOutcome =
  | "sent"
  /** The node has these very bytes already. */
  | "known"
  /** The nonce is in the chain already, by this or another form of the batch. */
  | "nonce_used"
  /** Another form with higher fees is in the pool, or the fees are below what the node takes. */
  | "underpriced"
  /** The relayer's account cannot pay the gas. */
  | "unfunded";

/** The chain as the relayer writes to it. */
export interface ChainWriter {
  /** CAIP-2. */
  readonly id: string;
  readonly relayers: readonly Address[];
  /** Most payments that fit one transaction. */
  readonly batchMax: number;
  /** Most that were left out of an earlier batch. */
  readonly leftOutMax: number;
  /**
   * Encodes payments of one token and one fee receiver, grouped by destination. No RPC.
   * @param wereLeftOut of an earlier batch, maybe for want of gas: this one has enough, whatever each does with it
   */
  encodeBatch(authorizations: readonly Authorization[], wereLeftOut: boolean): BatchCall;
  /** EIP-1559 transaction signed by a relayer's key. No RPC. */
  sign(relayer: Address, nonce: bigint, call: BatchCall, fees: FeesPerGas): Promise<SignedTransaction>;
  /** Fees for inclusion in the next blocks, capped by the chain's configuration. */
  fees(): Promise<FeesPerGas>;
  /** Fees that replace a transaction of `previous` fees in every node's pool (EIP-1559 pools ask for + 10 %), capped; null at the cap. */
  bumped(previous: FeesPerGas): Promise<FeesPerGas | null>;
  send(transaction: SignedTransaction): Promise<SendOutcome>;
  /** The next nonce of an account by the node's latest state. */
  nextNonce(account: Address): Promise<bigint>;
}
