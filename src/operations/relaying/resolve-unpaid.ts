// Resolves confirmed payments without a transfer in the chain: retries payments that a mined batch left out, and gives
// up payments whose deadline has passed at policy depth. A payment fails only if it certainly cannot be paid.
import type { Address, Hex } from "viem";
import type { Option } from "../../payment/option.ts";
import type { Terms } from "../../payment/terms.ts";
import type { Use } from "../following/find-use.ts";
import type { Block, BlockName, ChainReader } from "../ports/chain/chain-reader.ts";
import type { Authorization, PaymentChain } from "../ports/chain/payment-chain.ts";
import type { Log } from "../ports/log.ts";
import type { MinedNonceReadings, MinedNonces } from "./mined-nonces.ts";

export interface WaitingPayment {
  readonly paymentId: string;
  /** Unix seconds. */
  readonly createdAtS: number;
  /** Since it was confirmed. */
  readonly waitedMs: number;
  readonly authorization: Authorization;
  readonly attempts: number;
  /** A mined batch left it out. */
  readonly wasLeftOut: boolean;
}

export interface OverduePayment {
  readonly paymentId: string;
  /** Unix seconds. */
  readonly createdAtS: number;
  readonly option: Option;
  /** The newest ingested block; a block after the deadline lies below it at the payment's required depth. */
  readonly atBlock: BlockName;
}

export interface UnpaidStore {
  /** Relayers with unmined batches. */
  busyRelayers(chain: string): Promise<readonly Address[]>;
  /** The newest ingested block. */
  newestBlock(chain: string): Promise<Block | null>;
  /**
   * Marks the relayer's mined batches as mined in `block`, and holds their payments that no transfer paid. A batch
   * whose nonce is counted but not certain needs a transfer. Does nothing if a reorg has removed the block.
   * @returns how many payments are held
   */
  markMined(chain: string, relayer: Address, nonces: MinedNonces, block: BlockName): Promise<number>;
  /** Held payments without a transfer that are due for a retry. */
  heldPayments(chain: string, most: number): Promise<readonly WaitingPayment[]>;
  /**
   * Requeues a held payment, with another form of its signature if the chain now requires one.
   * @returns false if others have taken the uses of its payment link since: it is not relayed
   */
  requeue(paymentId: string, signature: Hex | null): Promise<boolean>;
  /** Counts a mined batch that left the payment out against its payer: with a strike, it is relayed alone and last. */
  strike(paymentId: string): Promise<void>;
  /** Retries it after `delayMs`. */
  holdFor(paymentId: string, delayMs: number): Promise<void>;
  /** Payments without a decided transfer whose deadline has passed at their required depth. */
  overduePayments(chain: string, most: number): Promise<readonly OverduePayment[]>;
  /** Returns it as overdue later: the longer its deadline has passed, the later, at most 1 h. */
  searchLater(paymentId: string): Promise<void>;
  /** Fails the payment. False if it had succeeded before a reorg removed its transfer; that is then reported. */
  giveUp(
    paymentId: string,
    facts: { readonly authorization: Exclude<Use, "paid" | "unknown"> | "unused"; readonly atBlock: BlockName },
  ): Promise<boolean>;
}

export interface ResolveUnpaidPorts {
  readonly payment: PaymentChain;
  readonly reader: ChainReader;
  /** Kept between runs. */
  readonly readings: MinedNonceReadings;
  readonly store: UnpaidStore;
  /**
   * Searches the chain for the payment's transfer, and ingests it if the watcher missed it.
   * @returns whether there is one
   */
  readonly ingestMissed: (payment: { readonly terms: Terms; readonly createdAtS: number }) => Promise<boolean>;
  /** Finds out how a used authorisation was used, and ingests its transfer if the watcher missed it. */
  readonly findUse: (payment: { readonly option: Option; readonly createdAtS: number }) => Promise<Use>;
  readonly log: Log;
}

/** Payments handled per run; the next run takes the rest. */
const ROUND_MAX = 100;
const HOLD_MAX_MS = 30_000;
const SEARCH_MAX_MS = 3_600_000;

/** How long a payment that cannot be relayed waits until it is verified again. @param attempts made so far */
export const holdMs = (attempts: number, mostMs = HOLD_MAX_MS): number => Math.min(1_000 * 2 ** attempts, mostMs);

/** One run. @throws if the chain does not respond, after the work that needs no response */
export async function resolveUnpaid(ports: ResolveUnpaidPorts): Promise<void> {
  await noticeMined(ports);
  const held = await retryHeld(ports);
  const overdue = await giveUpOverdue(ports);
  const failed = [...held, ...overdue].find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}

/** Every nonce below the chain's transaction count is mined, by some signed form of its batch. */
async function noticeMined({ payment, reader, readings, store, log }: ResolveUnpaidPorts): Promise<void> {
  const relayers = await store.busyRelayers(payment.id);
  const newest = relayers.length > 0 ? await store.newestBlock(payment.id) : null;
  if (!newest) return;
  const counts = await Promise.all(relayers.map((relayer) => reader.transactionCount(relayer, newest)));
  for (const [index, relayer] of relayers.entries()) {
    const nonces = readings.add(relayer, counts[index] ?? 0n, newest);
    const held = await store.markMined(payment.id, relayer, nonces, newest);
    if (held > 0)
      log.warn({ chain: payment.id, relayer, payments: held }, "a batch was mined without some of its payments");
  }
}

/** Settled individually, so that one payment's failed call does not affect the others. */
type Outcomes = readonly PromiseSettledResult<void>[];

/** Verifies held payments again: payable ones are requeued, the others are retried later. */
async function retryHeld(ports: ResolveUnpaidPorts): Promise<Outcomes> {
  const held = await ports.store.heldPayments(ports.payment.id, ROUND_MAX);
  return Promise.allSettled(held.map((payment) => retry(ports, payment)));
}

async function retry({ payment, store, ingestMissed, log }: ResolveUnpaidPorts, held: WaitingPayment): Promise<void> {
  const { paymentId, createdAtS, authorization, wasLeftOut } = held;
  let mostMs = HOLD_MAX_MS;
  const hold = () => store.holdFor(paymentId, holdMs(held.attempts, mostMs));
  try {
    const verdict = await payment.verify(authorization);
    if (verdict.type === "payable") {
      // It pays in a simulation and did not in the transaction: only a payer's code can tell them apart.
      if (wasLeftOut && (await payment.runsPayersCode(authorization))) await store.strike(paymentId);
      if (await store.requeue(paymentId, verdict.signature ?? null)) return;
      log.info(
        { chain: payment.id, paymentId },
        "a confirmed payment is not relayed: its payment link has no use left",
      );
      return await hold();
    }
    if (verdict.type === "already_used") {
      // A search takes dozens of requests. Doubling the wait each time keeps searches few.
      mostMs = Math.min(Math.max(held.waitedMs, HOLD_MAX_MS), SEARCH_MAX_MS);
      if (await ingestMissed({ terms: authorization.option.terms, createdAtS })) return;
    }
    // An approval that is not mined yet needs no attention.
    const level = verdict.type === "allowance_missing" ? "info" : "warn";
    const fields = { chain: payment.id, paymentId, verdict };
    log[level](fields, "a confirmed payment cannot be relayed now; it will be retried");
  } catch (error) {
    await hold(); // else the next run would take the same payments first
    throw error;
  }
  await hold();
}

/**
 * No block can use the authorisation after its deadline, so if it is unused, it will never pay. If it is used, the
 * chain has its transfer or proves that the buyer cancelled it. With neither, the payment stays in processing.
 * A deposit has no authorisation: it is overdue if a reorg has taken it away, or if no sweep can pass it on, because a
 * node has invented it. One that is there is swept, however late.
 */
async function giveUpOverdue(ports: ResolveUnpaidPorts): Promise<Outcomes> {
  const overdue = await ports.store.overduePayments(ports.payment.id, ROUND_MAX);
  return Promise.allSettled(overdue.map((payment) => giveUp(ports, payment)));
}

async function giveUp(ports: ResolveUnpaidPorts, overdue: OverduePayment): Promise<void> {
  const { payment, reader, store, log } = ports;
  const { paymentId, option, atBlock } = overdue;
  const isUsed = await reader.isUsed(option, atBlock);
  if (!isUsed && option.method === "deposit") {
    log.error(
      { chain: payment.id, paymentId },
      "the amount lies on the payment's deposit address past the deadline, and is not swept: the payment stays in " +
        "processing. Compare with another RPC URL",
    );
    return store.searchLater(paymentId);
  }
  const use = isUsed ? await findUseOf(ports, overdue) : "unused";
  if (use === "paid") return store.searchLater(paymentId); // the watcher decides about its transfer
  if (use === "unknown") {
    log.error(
      { chain: payment.id, paymentId },
      "the chain counts the payment's authorisation as used, but no node returns its transfer or its cancellation: " +
        "the payment stays in processing. Compare with another RPC URL",
    );
    return store.searchLater(paymentId);
  }
  const fields = { chain: payment.id, paymentId, authorization: use };
  if (await store.giveUp(paymentId, { authorization: use, atBlock })) {
    log.info(fields, "payment given up: its deadline has passed unpaid");
  } else {
    log.error(fields, "a reorg has permanently removed the transfer of a succeeded payment: see the exceptions");
  }
}

async function findUseOf({ store, findUse }: ResolveUnpaidPorts, { paymentId, ...payment }: OverduePayment) {
  try {
    return await findUse(payment);
  } catch (error) {
    await store.searchLater(paymentId); // a search takes many requests
    throw error;
  }
}
