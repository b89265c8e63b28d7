// Recovering money from deposit addresses: the port of the chain, and of the books.
import type { Address, Hex } from "viem";
import type { Terms } from "../../payment/terms.ts";
import type { NewException, ReportedTransfer } from "../../payment/transfers/exception.ts";
import type { UnjudgedDeposit } from "../../payment/transfers/judge-deposit.ts";
import type { BatchCall, FeesPerGas, SignedTransaction } from "./chain/chain-writer.ts";
import type { DepositPlace, LeastDeposit } from "./ledger.ts";
import type { RelaySituation } from "./relaying/relay-queue.ts";

/** What identifies money on a deposit address of a chain. */
export interface UnrecoveredKey {
  /** The address's, which is the hash on the payment's own chain. */
  readonly termsHash: Hex;
  /** The zero address: coins. */
  readonly token: Address;
}

/** Money on a deposit address that pays no payment. */
export interface Unrecovered extends UnrecoveredKey {
  readonly partnerId: string;
  /** The terms that the address is derived from, on the chain where the money lies. */
  readonly terms: Terms;
  /** Failed attempts. */
  readonly attempts: number;
  /** An operator asked for it: the day's gas does not matter. */
  readonly isUrgent: boolean;
}

/** A call of the router that passes on all of a token from a deposit address. */
export interface RecoveryAsk extends Pick<Unrecovered, "terms" | "token"> {
  /** Passes on an amount that a sweep would take, without a fee, because no sweep succeeds. */
  readonly withoutFee: boolean;
}

export interface TriedRecoveries {
  /** Makes those that succeed in a simulation, each of which may fail alone. Null: none succeeds. */
  readonly call: BatchCall | null;
  /** In the order of the asks: null if it is in the call, or the reason why not. */
  readonly refusals: readonly (string | null)[];
}

/** What the relayer needs of a chain to recover. */
export interface RecoveringChain {
  /** Gas limits of recoveries in 24 hours. */
  readonly recoveryGasPerDay: bigint;
  /** Simulates the recoveries in the latest state. @throws if the chain does not respond */
  tryRecoveries(asks: readonly RecoveryAsk[], relayer: Address): Promise<TriedRecoveries>;
}

export interface RecoveryBatch {
  readonly relayer: Address;
  readonly nonce: bigint;
  readonly call: BatchCall;
  readonly signed: SignedTransaction;
  readonly fees: FeesPerGas;
  readonly recoveries: readonly Unrecovered[];
}

/** One process's turn at the relayers of a chain. */
export interface RecoveryTurn {
  situation(relayers: readonly Address[], readsGas: boolean): Promise<RelaySituation>;
  /** Stores the batch, uses its nonce, and counts its gas by partner. @returns its id */
  store(batch: RecoveryBatch): Promise<bigint>;
}

/** Gas limits of the recoveries of 24 hours. */
export interface RecoveryGas {
  readonly all: bigint;
  readonly byPartner: ReadonlyMap<string, bigint>;
}

export interface RecoveryStore {
  /** Whether a deposit address was ever given out: without one there is nothing to look for. */
  hasAddresses(): Promise<boolean>;
  /** Deposits of ended payments, and of other tokens, at policy depth; dust counts as judged. In chain order. */
  unjudged(chain: string, depth: number, least: readonly LeastDeposit[]): Promise<readonly UnjudgedDeposit[]>;
  /** Coins that were recovered at policy depth: no event announced them when they came. */
  unjudgedCoins(chain: string, depth: number): Promise<readonly RecoveredCoins[]>;
  /**
   * Reports exceptions, and marks deposits and recoveries of these places as judged.
   * @param paying deposits that are none: what was reported of them before a reorg is resolved
   */
  judged(
    chain: string,
    places: readonly DepositPlace[],
    exceptions: readonly NewException[],
    paying: readonly ReportedTransfer[],
  ): Promise<void>;
  /**
   * Brings the list of unrecovered money up to date with the books of the chain, and counts failed attempts.
   * @param depth blocks after which money counts as passed on
   * @returns what failed too often now
   */
  refresh(chain: string, depth: number, least: readonly LeastDeposit[]): Promise<readonly FailedRecovery[]>;
  /**
   * Money to pass on now, of partners in turn, oldest first. None while a batch of recoveries is under way.
   * @param relayers batches of others count as lost
   */
  due(
    chain: string,
    relayers: readonly Address[],
    least: readonly LeastDeposit[],
    most: number,
  ): Promise<readonly Unrecovered[]>;
  gasOfDay(chain: string): Promise<RecoveryGas>;
  takeTurn<T>(chain: string, work: (turn: RecoveryTurn) => Promise<T>): Promise<T>;
  /** Counts failed attempts. @returns what failed too often now */
  failed(
    chain: string,
    attempts: readonly (UnrecoveredKey & { readonly reason: string })[],
  ): Promise<readonly FailedRecovery[]>;
  /** Addresses of these routers that are watched, in a fixed order after `after`. */
  watched(routers: readonly Address[], after: Hex | null, most: number): Promise<readonly WatchedAddress[]>;
  /** Notes the coins that lie on these addresses; smaller amounts are none. */
  noteCoins(
    chain: string,
    coins: readonly (WatchedAddress & { readonly amount: bigint })[],
    minimum: bigint,
  ): Promise<void>;
}

export interface RecoveredCoins extends DepositPlace {
  readonly paymentId: string;
  readonly partnerId: string;
  readonly amount: bigint;
}

export interface WatchedAddress {
  readonly termsHash: Hex;
  readonly address: Address;
}

export interface FailedRecovery {
  readonly paymentId: string;
  readonly token: string;
  readonly reason: string;
}
