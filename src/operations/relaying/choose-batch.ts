// Chooses the payments of the relayer's next batch, and the relayer that sends it (docs/decisions/0004, 0005). Nothing
// here reads or writes.
import type { QueuedPayment, RelayerState } from "../ports/relaying/relay-queue.ts";
import type { SortedQueue } from "./sort-queue.ts";

export interface ChoiceLimits {
  readonly batchMax: number;
  /** The same for payments that may waste the gas of a batch. */
  readonly leftOutMax: number;
  /** A payment goes ahead of earlier ones in its batch only if it was queued at most this long after them. */
  readonly fillMaxMs: number;
}

export interface Choice {
  /** The batch's payments, at least one, in the order in which the router pays them. */
  readonly payments: readonly QueuedPayment[];
  /** The batch has its maximum of payments, or a payment that must go alone. */
  readonly isFull: boolean;
  /** An earlier batch left them out, perhaps because one of them burned its gas. */
  readonly atWorst: boolean;
  /** The gas limit of an isolated payment; null if the payments are not isolated. */
  readonly isolatedGas: bigint | null;
}

/**
 * The oldest payment decides the batch's token. Payments left out of an earlier batch are batched separately from new
 * ones. Payments of payers with strikes, and then isolated ones, go alone after all others.
 */
export function chooseBatch({ ready, struck, isolated }: SortedQueue, limits: ChoiceLimits): Choice | null {
  const [oldest] = ready;
  if (!oldest) return struck ? alone(struck) : chooseIsolated({ isolated });
  if (oldest.isSuspect) return alone(oldest);
  const joining = joiningOf(oldest, ready);
  const most = mostWith(oldest, limits);
  return {
    payments: together(joining, oldest.dueAtMs + limits.fillMaxMs).slice(0, most),
    isFull: joining.length >= most,
    atWorst: oldest.wasLeftOut,
    isolatedGas: null,
  };
}

const joiningOf = (oldest: QueuedPayment, ready: readonly QueuedPayment[]): readonly QueuedPayment[] =>
  ready.filter(
    ({ token, wasLeftOut, isSuspect }) => token === oldest.token && wasLeftOut === oldest.wasLeftOut && !isSuspect,
  );

const mostWith = ({ wasLeftOut }: QueuedPayment, { batchMax, leftOutMax }: ChoiceLimits): number =>
  wasLeftOut ? leftOutMax : batchMax;

/** Among so many that came at once, enough go to one destination. */
const READY_MAX = 1_000;

/** Payments that are due after `untilMs` would not change the choice, or enough are known. */
export function isDecided({ ready }: Pick<SortedQueue, "ready">, untilMs: number, limits: ChoiceLimits): boolean {
  const [oldest] = ready;
  if (!oldest) return false;
  if (oldest.isSuspect || ready.length >= READY_MAX) return true;
  const isFull = joiningOf(oldest, ready).length >= mostWith(oldest, limits);
  return isFull && untilMs > oldest.dueAtMs + limits.fillMaxMs;
}

/** @returns null if no isolated payment may go */
export const chooseIsolated = ({ isolated }: Pick<SortedQueue, "isolated">): Choice | null =>
  isolated && { ...alone(isolated), isolatedGas: isolated.isolatedGas };

const alone = (payment: QueuedPayment): Choice => ({
  payments: [payment],
  isFull: true,
  atWorst: payment.wasLeftOut || payment.strikes > 0,
  isolatedGas: null,
});

/**
 * Puts payments together that the router pays out together (router-call.ts), each group where its first
 * payment stands. Payments due after `untilMs` stay behind, in order.
 */
function together(payments: readonly QueuedPayment[], untilMs: number): readonly QueuedPayment[] {
  const early = payments.filter(({ dueAtMs }) => dueAtMs <= untilMs);
  const groups = grouped(early, ({ feeReceiver, method }) => `${feeReceiver} ${method}`);
  const payouts = groups.flatMap((group) =>
    grouped(group, ({ destination, method, merchantName }) =>
      method === "permit2" ? `${destination} ${merchantName}` : destination,
    ),
  );
  return [...payouts.flat(), ...payments.slice(early.length)];
}

/** Items with equal keys, in order of first appearance. */
function grouped<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()];
}

export interface RelayerLimits {
  /** Unmined batches of one relayer. */
  readonly underWayMax: number;
  /** Gas limits of a relayer's batches in 24 hours; null: unlimited. */
  readonly gasPerDay: bigint | null;
}

/**
 * The least busy relayer. Isolated payments do not make it busy. One with a stuck batch is skipped, because further
 * batches would wait behind it.
 */
export function pickRelayer(
  relayers: readonly RelayerState[],
  { underWayMax, gasPerDay }: RelayerLimits,
): RelayerState | null {
  const free = relayers.filter(
    ({ batches, isStuck, gasOfDay }) =>
      batches < underWayMax && !isStuck && (gasPerDay === null || gasOfDay < gasPerDay),
  );
  const [least = null] = free.toSorted(
    (a, b) => a.sharedBatches - b.sharedBatches || a.batches - b.batches || (a.address < b.address ? -1 : 1),
  );
  return least;
}

/**
 * A batch waits for a while to be full if its relayer is busy. A batch that is not full leaves the last place free.
 * @param queuedMs how long its oldest payment has been due
 * @returns how many milliseconds it still waits; null: it goes now. Infinity: until the relayer has another place
 */
export function fillsIn(
  { isFull, queuedMs }: { readonly isFull: boolean; readonly queuedMs: number },
  { batches, sharedBatches }: RelayerState,
  { fillMaxMs, underWayMax }: Pick<ChoiceLimits, "fillMaxMs"> & Pick<RelayerLimits, "underWayMax">,
): number | null {
  if (sharedBatches === 0 || isFull) return null;
  if (batches >= underWayMax - 1) return Number.POSITIVE_INFINITY;
  return queuedMs < fillMaxMs ? fillMaxMs - queuedMs : null;
}
