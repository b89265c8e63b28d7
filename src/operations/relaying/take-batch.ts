// Takes payments out of the relayer's queue into a stored, signed batch, in one turn at the queue.
import type { Address } from "viem";
import type { BatchCall, FeesPerGas, SignedTransaction } from "../ports/chain/chain-writer.ts";
import type { Authorization } from "../ports/chain/payment-chain.ts";
import type { StoredTransaction } from "../ports/relaying/relay.ts";
import type { QuarantinedPayment, ReadablePayments, RelayerState, RelayTurn } from "../ports/relaying/relay-queue.ts";
import {
  type Choice,
  type ChoiceLimits,
  chooseBatch,
  chooseIsolated,
  fillsIn,
  isDecided,
  pickRelayer,
} from "./choose-batch.ts";
import type { PackedBatch } from "./pack-batch.ts";
import { storedBatch } from "./sign-batch.ts";
import { QueueSorter } from "./sort-queue.ts";

export interface TakeLimits extends ChoiceLimits, ReadablePayments {
  /** The relayers that can sign. */
  readonly relayers: readonly Address[];
  /** Unmined batches of one relayer. */
  readonly underWayMax: number;
  /** Gas limits of a relayer's batches in 24 hours; null: unlimited. */
  readonly gasPerDay: bigint | null;
  /** Gas limits of unmined isolated payments, plus the gas that payers' code wasted in 24 hours. */
  readonly gasAtRiskMax: bigint;
}

export interface BatchBuilder {
  pack(authorizations: readonly Authorization[], wereLeftOut: boolean): PackedBatch;
  packIsolated(authorization: Authorization, gasLimit: bigint): BatchCall;
  sign(call: BatchCall, relayer: Address, nonce: bigint): Promise<BuiltTransaction>;
}

export interface BuiltTransaction {
  readonly fees: FeesPerGas;
  readonly signed: SignedTransaction;
}

/** The outcome of one turn at the queue. */
export interface TakenBatch {
  /** Null if none of the payments taken can be encoded, or if they wait for others. */
  readonly transaction: StoredTransaction | null;
  readonly paymentIds: readonly string[];
  readonly quarantined: readonly QuarantinedPayment[];
  /** Milliseconds for which others are awaited at most (Infinity: until a batch is mined); null: none are. */
  readonly fillsInMs: number | null;
}

/**
 * Payments that do not fit stay in the queue.
 * @returns null if nothing can be taken: a relayer with a batch in flight gets one that is not full only after
 * `fillMaxMs`; one whose batch no node accepts, or whose gas of the day is spent, gets none
 */
export async function takeBatch(
  turn: RelayTurn,
  limits: TakeLimits,
  builder: BatchBuilder,
): Promise<TakenBatch | null> {
  const situation = await turn.situation(limits.relayers, limits.gasPerDay !== null);
  const relayer = pickRelayer(situation.relayers, limits);
  if (!relayer) return null;
  const queue = new QueueSorter(situation, limits);
  for await (const page of turn.queued(limits)) {
    queue.add(page);
    if (isDecided(queue, page.at(-1)?.dueAtMs ?? 0, limits)) break;
  }
  // Before any of them is locked: the update may wait for other transactions.
  await turn.quarantine(queue.quarantined);
  const first = await pack(turn, chooseBatch(queue, limits), builder);
  const fillsInMs =
    first && fillsIn({ isFull: first.isFull, queuedMs: situation.nowMs - first.dueAtMs }, relayer, limits);
  const taken = fillsInMs === null ? first : await pack(turn, chooseIsolated(queue), builder);
  await turn.quarantine(first?.quarantined ?? []);
  const quarantined = [...queue.quarantined, ...(first?.quarantined ?? [])];
  if (!taken?.call) {
    if (quarantined.length === 0 && fillsInMs === null) return null;
    return { transaction: null, paymentIds: [], quarantined, fillsInMs };
  }
  const transaction = await store(turn, { ...taken, call: taken.call }, relayer, builder);
  return { transaction, paymentIds: taken.paymentIds, quarantined, fillsInMs: null };
}

interface Packed {
  /** Null if no payment can be encoded. */
  readonly call: BatchCall | null;
  readonly paymentIds: readonly string[];
  /** No other payment could join it. */
  readonly isFull: boolean;
  /** Since when its oldest payment may be relayed. */
  readonly dueAtMs: number;
  readonly isIsolated: boolean;
  readonly quarantined: readonly QuarantinedPayment[];
}

/** @returns null if there is no payment, or others have locked or changed all of them */
async function pack(turn: RelayTurn, choice: Choice | null, builder: BatchBuilder): Promise<Packed | null> {
  if (!choice) return null;
  const locked = await turn.lock(choice.payments);
  const [first] = locked;
  if (!first) return null;
  const dueAtMs = Math.min(...choice.payments.map((payment) => payment.dueAtMs));
  if (choice.isolatedGas !== null) {
    const call = builder.packIsolated(first.authorization, choice.isolatedGas);
    return { call, paymentIds: [first.paymentId], isFull: true, dueAtMs, isIsolated: true, quarantined: [] };
  }
  const { call, packed, refused } = builder.pack(
    locked.map(({ authorization }) => authorization),
    choice.atWorst,
  );
  const idOf = (index: number): string[] => locked.slice(index, index + 1).map(({ paymentId }) => paymentId);
  return {
    call,
    paymentIds: packed.flatMap(idOf),
    isFull: choice.isFull || packed.length + refused.length < locked.length,
    dueAtMs,
    isIsolated: false,
    quarantined: refused.flatMap(({ index, reason }) =>
      idOf(index).map((paymentId) => ({ paymentId, reason: `cannot be encoded: ${reason}` })),
    ),
  };
}

async function store(
  turn: RelayTurn,
  { call, paymentIds, isIsolated }: Packed & { readonly call: BatchCall },
  { address: relayer, nextNonce: nonce }: RelayerState,
  builder: BatchBuilder,
): Promise<StoredTransaction> {
  const { fees, signed } = await builder.sign(call, relayer, nonce);
  const batch = { relayer, nonce, call, signed, fees, paymentIds, isIsolated };
  return storedBatch(batch, await turn.store(batch));
}
