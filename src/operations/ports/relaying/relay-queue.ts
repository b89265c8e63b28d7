// The relayer's queue: the facts about its payments, and one process's turn to take some of them.
import type { Address } from "viem";
import type { BatchCall, FeesPerGas, SignedTransaction } from "../chain/chain-writer.ts";
import type { Authorization } from "../chain/payment-chain.ts";

/** The facts about a queued payment. They decide nothing. */
export interface QueuedPayment {
  readonly paymentId: string;
  readonly payer: string;
  readonly token: string;
  readonly feeReceiver: string;
  readonly method: string;
  readonly destination: string;
  readonly merchantName: string;
  /** Unix milliseconds since which it may be relayed. */
  readonly dueAtMs: number;
  /** A signature of 65 bytes by an account without code, or a sweep. */
  readonly isPlain: boolean;
  /** The payer has code: a contract wallet, or an account that delegates to one (EIP-7702). */
  readonly payerHasCode: boolean;
  /** The payer's wallet is deployed with the payment (EIP-6492). */
  readonly deploysWallet: boolean;
  /** The payer's code has paid a relayed payment on the chain. */
  readonly payerHasPaid: boolean;
  /** The gas limit that the payment needs alone, from a simulation; null: unknown. */
  readonly isolatedGas: bigint | null;
  /** Its batch was abandoned, or an operator released it. */
  readonly isSuspect: boolean;
  /** It comes from a mined batch that left it out. */
  readonly wasLeftOut: boolean;
  /** Mined batches that left it out. */
  readonly timesLeftOut: number;
  /** The payer's strikes, if the last one is less than a day old. */
  readonly strikes: number;
  /** The payer's payments that mined batches left out in the last day. */
  readonly losses: number;
  /** The payer's payments that are unmined, or that a mined batch left out: plain ones, and others. */
  readonly plainUnderWay: number;
  readonly othersUnderWay: number;
}

/** A relayer of a chain, unless another process uses it. */
export interface RelayerState {
  readonly address: Address;
  readonly nextNonce: bigint;
  /** Unmined batches. */
  readonly batches: number;
  /** The batches that are not of one isolated payment. */
  readonly sharedBatches: number;
  /** No node has accepted one of them, or since refused it. */
  readonly isStuck: boolean;
  /** Gas limits of its batches in the last 24 hours; 0 if nothing limits them. */
  readonly gasOfDay: bigint;
}

/** The batches under way on a chain when the next one is chosen. */
export interface RelaySituation {
  readonly nowMs: number;
  readonly relayers: readonly RelayerState[];
  /** Unmined batches of one isolated payment that were not abandoned. */
  readonly isolatedBatches: number;
  /** Gas limits of unmined isolated payments, plus the gas that payers' code wasted in 24 hours. */
  readonly gasAtRisk: bigint;
  /** A payment of a payer with strikes is unmined. */
  readonly isStruckUnderWay: boolean;
}

/** A payment that is not relayed until an operator releases it or its deadline resolves it. */
export interface QuarantinedPayment {
  readonly paymentId: string;
  readonly reason: string;
}

export interface SignedPayment {
  readonly paymentId: string;
  readonly authorization: Authorization;
  /** Earlier attempts to relay it. */
  readonly attempts: number;
}

export interface NewBatch {
  readonly relayer: Address;
  readonly nonce: bigint;
  readonly call: BatchCall;
  readonly signed: SignedTransaction;
  readonly fees: FeesPerGas;
  readonly paymentIds: readonly string[];
  readonly isIsolated: boolean;
}

/** Selects the payments of the queue that are read. */
export interface ReadablePayments {
  /** Payments to a previously configured router stay in the queue. */
  readonly router: Address;
  /**
   * Payers that have no code now; payments of other payers are read if they are noted as having code. Deposit addresses
   * need no examination: they never have code.
   */
  readonly examined: readonly Address[];
}

/** Pages of the queue, the payments that have been due longest first. */
export type QueuePages = AsyncIterable<readonly QueuedPayment[]>;

/** One process's turn at a chain's queue: a transaction, while no other process has one. */
export interface RelayTurn {
  /** @param readsGas whether to read the gas that the relayers' batches of the day may use */
  situation(relayers: readonly Address[], readsGas: boolean): Promise<RelaySituation>;
  queued(which: ReadablePayments): QueuePages;
  /** Locks these payments. @returns the payments that are unchanged and that nothing else has locked, in this order */
  lock(payments: readonly QueuedPayment[]): Promise<readonly SignedPayment[]>;
  quarantine(payments: readonly QuarantinedPayment[]): Promise<void>;
  /** Stores the batch, uses its nonce, and takes its payments out of the queue. @returns its id */
  store(batch: NewBatch): Promise<bigint>;
}
