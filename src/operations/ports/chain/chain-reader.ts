// A chain as the watcher reads it. Everything that throws here means that the chain did not respond: the caller changes
// nothing and retries later.
import type { Address, Hex } from "viem";
import type { Option } from "../../../payment/option.ts";
import type { DepositEvent, RecoveredEvent } from "../../../payment/transfers/deposit-event.ts";
import type { Proof } from "../../../payment/transfers/proof.ts";
import type { PaidEvent, Transfer } from "../../../payment/transfers/transfer.ts";

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

/** Selects the payment keys that this installation knows: other installations share the router. */
export type OwnKeys = (paymentKeys: readonly Hex[]) => Promise<ReadonlySet<Hex>>;

/** What may lie on an address. */
export interface Holding {
  readonly address: Address;
  /** The zero address: coins. */
  readonly token: Address;
}

/** The deposit addresses of this installation. */
export interface OwnAddresses {
  /** All that are watched; null if they are more than `most`. */
  list(most: number): Promise<readonly Address[] | null>;
  /** Selects those of this installation. */
  among(addresses: readonly Address[]): Promise<ReadonlySet<Address>>;
}

/** What the watcher looks for. */
export interface Own {
  /** By default, the router's events of all installations are returned and checked. */
  readonly keys?: OwnKeys;
  /** By default, no deposits are read. */
  readonly addresses?: OwnAddresses;
}

/** Everything of this installation that blocks show, each list in chain order. */
export interface ChainEvents {
  readonly transfers: readonly PaidEvent[];
  readonly deposits: readonly DepositEvent[];
  readonly recoveries: readonly RecoveredEvent[];
}

export interface PaidRange {
  readonly events: readonly PaidEvent[];
  /** The last block covered. */
  readonly to: bigint;
}

/** Deposits to the address of a sweep before it. */
export interface Backing {
  readonly deposits: readonly DepositEvent[];
  /** The sum of those of them that must have their proof as well; smallest units. */
  readonly needed: bigint;
}

export interface ToProve {
  readonly transfer: Transfer;
  /** The deposits that a sweep can have passed on; absent for other transfers. */
  readonly backing?: Backing;
  readonly proof: Proof;
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
   * @param ownOf picks the payment keys whose events are returned and checked; by default all
   */
  paidEventsIn(block: Block, ownOf?: OwnKeys): Promise<readonly PaidEvent[]>;
  /** The same for blocks from `from` on by number, to `to` or as far as nodes return in one call. */
  paidEventsFrom(from: bigint, to: bigint, ownOf?: OwnKeys): Promise<PaidRange>;
  /**
   * The events of this installation in one block, read by its hash: the router's, and transfers of the configured
   * tokens to deposit addresses. Nothing is requested for the latter if no address is watched.
   */
  eventsIn(block: Block, own: Own): Promise<ChainEvents>;
  /** The same for blocks from `from` on by number, to `to` or as far as nodes return in one call. */
  eventsFrom(from: bigint, to: bigint, own: Own): Promise<ChainEvents & { readonly to: bigint }>;
  /** Transactions of `account` up to and including block `at`: its next nonce at that block. */
  transactionCount(account: Address, at: BlockName): Promise<bigint>;
  /** A transaction's nonce; null if the node does not have the transaction. */
  transactionNonce(txHash: Hex): Promise<bigint | null>;
  /** A transaction's sender; null if the node does not have the transaction. */
  transactionSender(txHash: Hex): Promise<Address | null>;
  /** What lies on addresses in the state of block `at`, in order. Null: the token does not say. */
  balancesAt(at: BlockName, holdings: readonly Holding[]): Promise<readonly (bigint | null)[]>;
  /**
   * Whether an option is used as of block `at`: its authorisation (EIP-3009 authorizationState, Permit2 nonceBitmap)
   * or, if the buyer pays by transaction, its terms (PaymentRouter.paid).
   */
  isUsed(option: Pick<Option, "method" | "terms">, at: BlockName): Promise<boolean>;
  /**
   * The blocks in which the buyer cancelled the option's authorisation, by the token's or Permit2's event; none for
   * other methods. With method transfer, whose authorisation anyone can use without the router, also those of its use.
   * @param within one block, read by its hash, or a range
   */
  cancellations(
    option: Pick<Option, "method" | "terms">,
    within: BlockName | BlockRange,
  ): Promise<readonly BlockName[]>;
  /**
   * Selects the transfers that have their proof: independent nodes show the event in the same block, deep enough. A
   * node that does not respond shows nothing. Never throws.
   */
  proven<T extends ToProve>(transfers: readonly T[]): Promise<readonly T[]>;
  /** @throws if the nodes now serve a different chain */
  checkIdentity(): Promise<void>;
}
