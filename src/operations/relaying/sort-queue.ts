// Sorts the relayer's queue: which payments may go now, which of them go alone and last, and which are quarantined
// (docs/decisions/0031, 0037). Nothing here reads or writes.
import type { QuarantinedPayment, QueuedPayment, RelaySituation } from "../ports/relaying/relay-queue.ts";

/** The first failure, and two relays alone. */
const STRIKES_MAX = 3;
/** Mined batches that may leave a payment out, for any reason. */
const TIMES_LEFT_OUT_MAX = 3;
/** Payments of one payer that mined batches may leave out in a day: about 1 million gas without code. */
const LOSSES_MAX = 20;

/** Why a payment is not relayed until an operator releases it; null: it may be relayed. */
export function quarantineReason({ strikes, timesLeftOut, losses }: QueuedPayment): string | null {
  if (strikes >= STRIKES_MAX) {
    return "its payer's contract accepts payments in simulations and has failed them in transactions";
  }
  if (timesLeftOut >= TIMES_LEFT_OUT_MAX) return "mined batches have left it out too often";
  if (losses >= LOSSES_MAX) return "its payer's payments were left out of mined batches too often today";
  return null;
}

/**
 * It is relayed alone, with only the gas that its simulation needs: it runs code that has not paid on this chain
 * before, or that a batch of the last day left out, or it deploys a wallet.
 */
export const isIsolated = ({ payerHasCode, deploysWallet, payerHasPaid, strikes }: QueuedPayment): boolean =>
  deploysWallet || (payerHasCode && (strikes > 0 || !payerHasPaid));

/** Isolated payments in flight, per relayer: fewer than all its batches, so that others find a place. */
const ISOLATED_PER_RELAYER = 2;

/** A wallet that needs more gas can use up only half of the day's gas, so that such wallets do not stop the others. */
const CHEAP_GAS_MAX = 250_000n;

/** The most gas with which an isolated payment may be relayed, with this much gas at risk already, of at most `max`. */
export function isolatedGasLeft(atRisk: bigint, max: bigint): bigint {
  const room = max - atRisk;
  if (atRisk === 0n) return room;
  const roomInHalf = max / 2n - atRisk;
  if (roomInHalf > CHEAP_GAS_MAX) return roomInHalf;
  return room < CHEAP_GAS_MAX ? room : CHEAP_GAS_MAX;
}

/**
 * Payments of one payer that are unmined, or that a mined batch left out. It bounds the gas that a hostile wallet can
 * burn before its first strike.
 */
const PAYER_LOAD_MAX = 5;
const PLAIN_LOAD = 1;
/** Code may waste several times the gas. */
const OTHER_LOAD = 2;

export interface SortLimits {
  /** Relayers that can sign. */
  readonly relayers: readonly unknown[];
  /** Gas that isolated payments may have at risk. */
  readonly gasAtRiskMax: bigint;
}

export interface SortedQueue {
  /** These payments go first, in the order of the queue, together if possible. */
  readonly ready: readonly QueuedPayment[];
  /** The next one of a payer with strikes that needs no isolation. It goes alone, after those. */
  readonly struck: QueuedPayment | null;
  /** The next isolated one. It goes after all others. */
  readonly isolated: QueuedPayment | null;
  readonly quarantined: readonly QuarantinedPayment[];
}

/** Sorts the queue page by page. Payments that may not go now take no place, however many there are. */
export class QueueSorter implements SortedQueue {
  readonly ready: QueuedPayment[] = [];
  struck: QueuedPayment | null = null;
  isolated: QueuedPayment | null = null;
  readonly quarantined: QuarantinedPayment[] = [];
  readonly #loads = new Map<string, number>();
  readonly #isStruckUnderWay: boolean;
  /** Null: no isolated payment may go. */
  readonly #isolatedGasMax: bigint | null;

  constructor(situation: RelaySituation, { relayers, gasAtRiskMax }: SortLimits) {
    const hasPlace = situation.isolatedBatches < ISOLATED_PER_RELAYER * relayers.length;
    this.#isolatedGasMax = hasPlace ? isolatedGasLeft(situation.gasAtRisk, gasAtRiskMax) : null;
    this.#isStruckUnderWay = situation.isStruckUnderWay;
  }

  /** @param page the payments that follow the previous page */
  add(page: readonly QueuedPayment[]): void {
    for (const payment of page) {
      const reason = quarantineReason(payment);
      if (reason !== null) this.quarantined.push({ paymentId: payment.paymentId, reason });
      else this.#place(payment);
    }
  }

  #place(payment: QueuedPayment): void {
    if (!this.#takesLoad(payment) || !this.#mayGoByStrikes(payment)) return;
    if (isIsolated(payment)) {
      if (this.#hasGasFor(payment)) this.isolated = fewerStrikes(this.isolated, payment);
    } else if (payment.strikes > 0) this.struck = fewerStrikes(this.struck, payment);
    else this.ready.push(payment);
  }

  /** Counts the payment against its payer's limit. */
  #takesLoad({ payer, isPlain, plainUnderWay, othersUnderWay }: QueuedPayment): boolean {
    const before = this.#loads.get(payer) ?? plainUnderWay * PLAIN_LOAD + othersUnderWay * OTHER_LOAD;
    const load = before + (isPlain ? PLAIN_LOAD : OTHER_LOAD);
    this.#loads.set(payer, load);
    return load <= PAYER_LOAD_MAX;
  }

  /** Payments of payers with strikes go one at a time. */
  #mayGoByStrikes({ strikes, plainUnderWay, othersUnderWay }: QueuedPayment): boolean {
    return strikes === 0 || (!this.#isStruckUnderWay && plainUnderWay + othersUnderWay === 0);
  }

  #hasGasFor({ isolatedGas }: QueuedPayment): boolean {
    return isolatedGas !== null && this.#isolatedGasMax !== null && isolatedGas <= this.#isolatedGasMax;
  }
}

/** The one whose payer has fewer strikes; of equal ones, the one that came first. */
const fewerStrikes = (first: QueuedPayment | null, next: QueuedPayment): QueuedPayment =>
  first && first.strikes <= next.strikes ? first : next;
