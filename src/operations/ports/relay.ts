// The relayer's ports: its store of batches and nonces, and the types that it shares with the operations.
import type { Address, Hex } from "viem";
import type { LogThrottle } from "../timing/log-throttle.ts";
import type { RelayTimes } from "../timing/relay-times.ts";
import type { BatchCall, ChainWriter, FeesPerGas, SignedTransaction } from "./chain-writer.ts";
import type { Log } from "./log.ts";
import type { Authorization } from "./payment-chain.ts";
import type { Tracing } from "./tracing.ts";

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
  /** That empty transaction. */
  readonly isEmpty: boolean;
}

/** A payment that is not relayed until an operator releases it or its deadline resolves it. */
export interface QuarantinedPayment {
  readonly paymentId: string;
  readonly reason: string;
}

/** What one take from the queue did. */
export interface StoredBatch {
  /** Null if none of the payments taken can be encoded, or if they wait for others. */
  readonly transaction: StoredTransaction | null;
  readonly paymentIds: readonly string[];
  readonly quarantined: readonly QuarantinedPayment[];
  /** Milliseconds for which others are awaited at most (Infinity: until a batch is mined); null: none are. */
  readonly fillsInMs: number | null;
}

export interface PackedBatch {
  /** Null if no payment can be encoded. */
  readonly call: BatchCall | null;
  /** Indices of the payments in the call. Those neither here nor in `refused` did not fit. */
  readonly packed: readonly number[];
  readonly refused: readonly RefusedPayment[];
}

export interface RefusedPayment {
  readonly index: number;
  readonly reason: string;
}

export interface BatchBuilder {
  pack(authorizations: readonly Authorization[], wereLeftOut: boolean): PackedBatch;
  packLone(authorization: Authorization, gasLimit: bigint): BatchCall;
  sign(call: BatchCall, relayer: Address, nonce: bigint): Promise<BuiltTransaction>;
}

export interface BuiltTransaction {
  readonly fees: FeesPerGas;
  readonly signed: SignedTransaction;
}

export interface TakeLimits extends Pick<RelayTimes, "fillMaxMs"> {
  readonly relayers: readonly Address[];
  /** Payments to a formerly configured router stay in the queue. */
  readonly router: Address;
  readonly batchMax: number;
  readonly leftOutMax: number;
  readonly underWayMax: number;
  /** Gas limits of a relayer's batches in 24 hours; null: unlimited. */
  readonly gasPerDay: bigint | null;
  /** Payers that have no code now; payments of other payers are taken if they are noted as having code. */
  readonly examined: readonly Address[];
  /** Gas limits of unmined payments relayed alone, plus the gas that payers' code wasted in 24 hours. */
  readonly gasAtRiskMax: bigint;
}

/** A queued payment that is relayed alone, whose gas is unknown. */
export interface LonePayment {
  readonly paymentId: string;
  readonly authorization: Authorization;
}

/** Payments relayed alone, and what failed ones have cost. */
export interface LoneStore {
  /** Payers of queued payments not noted as having code, at most `most`, longest waiting first. */
  queuedPayers(chain: string, most: number): Promise<readonly Address[]>;
  /** Notes that these payers of queued payments have code. */
  notePayerCode(chain: string, payers: readonly Address[]): Promise<void>;
  /** Queued payments to relay alone whose gas is unknown: at most `most`, fewest strikes first. */
  lonePayments(chain: string, most: number): Promise<readonly LonePayment[]>;
  noteLoneGas(paymentId: string, gas: bigint): Promise<void>;
  /** Holds a queued payment whose simulation failed; `resolveUnpaid` verifies it again, at growing intervals. */
  holdQueued(paymentId: string): Promise<void>;
  quarantine(paymentId: string, reason: string): Promise<void>;
  /** The gas that payers' code wasted in 24 hours, and how many queued payments wait because of it. */
  gasWasted(chain: string, gasMax: bigint): Promise<{ readonly gas: bigint; readonly waiting: number }>;
}

export interface RelayStore extends LoneStore {
  /** Registers the relayer; its next nonce becomes at least `nonce`. */
  registerRelayer(chain: string, relayer: Address, nonce: bigint): Promise<void>;
  hasQueued(chain: string): Promise<boolean>;
  /**
   * Moves queued payments of one token into a new batch of the least busy relayer, and stores it as packed and signed,
   * in one transaction. It takes the oldest payment and those to its destination, then those with its fee receiver.
   * Payments that do not fit stay in the queue. Null if nothing can be taken: a relayer with a batch in flight gets one
   * that is not full only after `fillMaxMs`; one whose batch no node accepts, or whose gas of the day is spent, gets
   * none. A payment that was in an abandoned batch, deploys a wallet (EIP-6492), or whose payer has code and has not
   * paid yet or has a strike, is a batch alone, after all others. Payments left out of an earlier batch are batched
   * separately.
   */
  storeBatch(chain: string, limits: TakeLimits, builder: BatchBuilder): Promise<StoredBatch | null>;
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
  /** Quarantines queued payments that mined batches left out too often, or of payers with too many strikes. */
  quarantineStruck(chain: string): Promise<readonly QuarantinedPayment[]>;
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
  /** For conditions that may last for hours: an empty account, fees at the cap. */
  readonly throttle: LogThrottle;
  readonly router: Address;
  readonly tracing: Pick<Tracing, "span">;
  /** Lets a test kill the process at this point. */
  readonly reached: (crashPoint: "relay.built" | "relay.stored" | "relay.sent") => void;
}
