// The relayer's ports: its store of batches and nonces, and the types that it shares with the operations.
import type { Address, Hex } from "viem";
import type { LogThrottle } from "../../timing/log-throttle.ts";
import type { RelayTimes } from "../../timing/relay-times.ts";
import type { BatchCall, ChainWriter, FeesPerGas, SignedTransaction } from "../chain/chain-writer.ts";
import type { Log } from "../log.ts";
import type { Tracing } from "../tracing.ts";
import type { QuarantinedPayment, QueuePages, ReadablePayments, RelayTurn, SignedPayment } from "./relay-queue.ts";

/** A stored transaction: one signed form of a batch. */
export interface StoredTransaction extends SignedTransaction {
  readonly batchId: bigint;
  readonly relayer: Address;
  readonly nonce: bigint;
  readonly call: BatchCall;
  readonly fees: FeesPerGas;
  /** Blocks since a node first accepted it. */
  readonly blocksWaited: number;
  /** Its payments have left it; an empty transaction takes its nonce. */
  readonly isAbandoned: boolean;
  /** This is the empty transaction of an abandoned batch. */
  readonly isEmpty: boolean;
}

/** Isolated payments, and the gas that failed ones have wasted. */
export interface IsolatedStore {
  /** Payers of queued payments not noted as having code, at most `most`, longest waiting first. */
  queuedPayers(chain: string, most: number): Promise<readonly Address[]>;
  /** Notes that these payers of queued payments have code. */
  notePayerCode(chain: string, payers: readonly Address[]): Promise<void>;
  /** Queued payments that run code of their payer, and whose gas is unknown. */
  queuedWithoutGas(chain: string, which: ReadablePayments): QueuePages;
  /** Selects the queued payments. */
  signed(paymentIds: readonly string[]): Promise<readonly SignedPayment[]>;
  noteIsolatedGas(paymentId: string, gas: bigint): Promise<void>;
  /** Holds a queued payment whose simulation failed; `resolveUnpaid` verifies it again after `delayMs`. */
  holdQueued(paymentId: string, delayMs: number): Promise<void>;
  /** Only if it is queued. */
  quarantine(payment: QuarantinedPayment): Promise<void>;
  /** The gas that payers' code wasted in 24 hours. */
  gasWasted(chain: string): Promise<bigint>;
  /** How many queued payments need more gas than this alone. */
  queuedAbove(chain: string, gas: bigint): Promise<number>;
}

export interface RelayStore extends IsolatedStore {
  /** Registers the relayer; its next nonce becomes at least `nonce`. */
  registerRelayer(chain: string, relayer: Address, nonce: bigint): Promise<void>;
  hasQueued(chain: string): Promise<boolean>;
  /** Waits for other processes' turns at the chain's queue, then runs `work` in one transaction. */
  takeTurn<T>(chain: string, work: (turn: RelayTurn) => Promise<T>): Promise<T>;
  /**
   * Abandons a batch that its relayer cannot pay for or no node accepts, and requeues its payments, if another one of
   * `relayers` is free.
   */
  releaseBatch(chain: string, batchId: bigint, relayers: readonly Address[], reason: string): Promise<void>;
  /** Another signed form of a batch, under the same nonce. */
  storeReplacement(transaction: StoredTransaction): Promise<void>;
  /** The newest form of each unmined batch of `relayers` not sent for `silentMs`, or never, by relayer and nonce. */
  silentTransactions(
    chain: string,
    relayers: readonly Address[],
    silentMs: number,
    most: number,
  ): Promise<readonly StoredTransaction[]>;
  markSent(hash: Hex): Promise<void>;
  noteRefusal(batchId: bigint, reason: string): Promise<Refused>;
  /**
   * Abandons a refused batch. Its payments are sent again, each in a batch by itself; one that was already by itself is
   * quarantined.
   */
  abandonRefused(batchId: bigint): Promise<readonly QuarantinedPayment[]>;
  /** Abandons other relayers' unmined batches that were not sent for `silentMs`, and requeues their payments. */
  releaseLeftovers(chain: string, relayers: readonly Address[], silentMs: number): Promise<readonly Leftover[]>;
  /** Gas limits of each relayer's batches in the last 24 hours. */
  gasOfDay(chain: string, relayers: readonly Address[]): Promise<ReadonlyMap<Address, bigint>>;
  /** Relayers with a batch unmined for `afterMs`, each with its lowest unmined nonce. */
  stalledRelayers(chain: string, relayers: readonly Address[], afterMs: number): Promise<readonly StalledRelayer[]>;
  /**
   * Forgets the relayer's unmined batches, requeues their payments, and continues at `nonce`. Batches from there on
   * that counted as mined are unmined.
   */
  restartAt(chain: string, relayer: Address, nonce: bigint): Promise<void>;
}

export interface Refused {
  /** How often the nodes have refused the batch since they last accepted it. */
  readonly refusals: number;
  /** It is one payment, whose earlier batch was abandoned. */
  readonly isSuspect: boolean;
}

export interface Leftover {
  readonly relayer: Address;
  readonly payments: number;
}

export interface StalledRelayer {
  readonly relayer: Address;
  readonly lowestNonce: bigint;
}

export interface RelayPorts extends RelayTimes {
  readonly chain: ChainWriter;
  readonly store: RelayStore;
  readonly log: Log;
  /** Limits log lines about conditions that may last for hours: an empty account, fees at the cap. */
  readonly throttle: LogThrottle;
  readonly router: Address;
  readonly tracing: Pick<Tracing, "span">;
  /** Lets a test kill the process at this point. */
  readonly crashPoint: (point: "relay.built" | "relay.stored" | "relay.sent") => void;
}
