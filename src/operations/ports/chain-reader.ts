// A chain as the watcher reads it. Everything that throws here means that the chain did not respond: the caller changes
// nothing and retries later.
import type { Address, Hex } from "viem";
import type { Option } from "../../payment/option.ts";
import type { PaidEvent } from "../../payment/transfer.ts";

export interface Block {
  readonly number: bigint;
  readonly hash: Hex;
  readonly parentHash: Hex;
  readonly timeS: number;
}

/** A block by its hash, which a node on another chain or another branch does not have. */
export type BlockName = Pick<Block, "number" | "hash">;

/** Block numbers, inclusive. */
export interface BlockRange {
  readonly from: bigint;
  readonly to: bigint;
}

export interface ChainReader {
  /** CAIP-2. */
  readonly id: string;
  head(): Promise<Block>;
  /** Null if the chain has no such block (yet, or any longer). */
  block(number: bigint): Promise<Block | null>;
  /**
   * The router's `Paid` events of one block, in chain order, from one eth_getLogs by block hash (EIP-234). A node
   * without this exact block returns an error, which throws, never an empty list.
   */
  paidEventsIn(block: Block): Promise<readonly PaidEvent[]>;
  /** The same for blocks `from` to `to`, inclusive, by number: for catching up far below the head. */
  paidEventsBetween(from: bigint, to: bigint): Promise<readonly PaidEvent[]>;
  /** Transactions of `account` up to and including block `at`: its next nonce at that block. */
  transactionCount(account: Address, at: BlockName): Promise<bigint>;
  /**
   * Whether an option is used as of block `at`: its authorisation (EIP-3009 authorizationState, Permit2 nonceBitmap)
   * or, if the buyer pays by transaction, its terms (PaymentRouter.paid).
   */
  isUsed(option: Pick<Option, "method" | "terms">, at: BlockName): Promise<boolean>;
  /**
   * The blocks in which the buyer cancelled the option's authorisation, by the token's or Permit2's event; none for
   * other methods. @param within one block, read by its hash, or a range
   */
  cancellations(
    option: Pick<Option, "method" | "terms">,
    within: BlockName | BlockRange,
  ): Promise<readonly BlockName[]>;
  /** @throws if the nodes now serve a different chain */
  checkIdentity(): Promise<void>;
}
