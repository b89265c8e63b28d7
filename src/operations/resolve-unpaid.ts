// Finds out what became of confirmed payments that have no transfer in the chain: those whose batch was mined without them are
// looked at again, and those whose deadline lies behind the chain's policy depth are given up. Nothing fails here that
// is not certain.

import type { Address, Hex } from "viem";
import { isTransaction } from "../money/asset.ts";
import type { Option } from "../payment/option.ts";
import type { Terms } from "../payment/terms.ts";
import type { Log } from "./log.ts";
import type { Block, BlockName, ChainReader } from "./ports/chain-reader.ts";
import type { Authorization, PaymentChain } from "./ports/payment-chain.ts";

export interface WaitingPayment {
  readonly paymentId: string;
  /** Unix seconds. */
  readonly createdAtS: number;
  readonly authorization: Authorization;
  readonly attempts: number;
}

export interface OverduePayment {
  readonly paymentId: string;
  /** Unix seconds. */
  readonly createdAtS: number;
  readonly option: Option;
  /** The newest block taken in: one after the deadline lies below it as deep as the payment asks for. */
  readonly atBlock: BlockName;
}

export interface UnpaidStore {
  /** Relayers with batches that are not known to be mined. */
  busyRelayers(chain: string): Promise<readonly Address[]>;
  /** The newest block taken in. */
  newestBlock(chain: string): Promise<Block | null>;
  /**
   * Marks the relayer's batches below `nonce` as mined in `block`. Payments in them that no transfer paid are held, to be
   * looked at again. Resolves to how many are.
   */
  markMined(chain: string, relayer: Address, nonce: bigint, block: bigint): Promise<number>;
  /** Held payments without a transfer whose time to be looked at has come. */
  heldPayments(chain: string, most: number): Promise<readonly WaitingPayment[]>;
  /** Puts a held payment back into the relayer's queue; `signature` where the chain now takes another form of it. */
  requeue(paymentId: string, signature: Hex | null): Promise<void>;
  /** Looks at it again after `delayMs`. */
  holdFor(paymentId: string, delayMs: number): Promise<void>;
  /** Those whose deadline lies before a block of the depth they ask for, without a transfer. */
  overduePayments(chain: string, most: number): Promise<readonly OverduePayment[]>;
  /** Fails it, and sees to it no more; resolves to false where it had succeeded and a reorg then took out its transfer. */
  giveUp(
    paymentId: string,
    facts: { readonly authorization: "unused" | "cancelled"; readonly atBlock: BlockName },
  ): Promise<boolean>;
}

export interface ResolveUnpaidPorts {
  readonly payment: PaymentChain;
  readonly reader: ChainReader;
  readonly store: UnpaidStore;
  /**
   * Searches the chain for the payment's transfer, and takes it in where the watcher has missed it.
   * @returns whether there is one
   */
  readonly takeInMissed: (payment: { readonly terms: Terms; readonly createdAtS: number }) => Promise<boolean>;
  readonly log: Log;
}

/** Payments looked at in one round; the next round takes the rest. */
const ROUND_MAX = 100;
const HOLD_FIRST_MS = 1_000;
const HOLD_MAX_MS = 30_000;

/** One round. @throws where the chain does not answer, after it has done what it could: come again */
export async function resolveUnpaid(ports: ResolveUnpaidPorts): Promise<void> {
  await noticeMined(ports);
  const held = await retryHeld(ports);
  const overdue = await giveUpOverdue(ports);
  const failed = [...held, ...overdue].find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}

/** A nonce that the chain has counted is mined, by whichever form of its batch. */
async function noticeMined({ payment, reader, store, log }: ResolveUnpaidPorts): Promise<void> {
  const relayers = await store.busyRelayers(payment.id);
  const newest = relayers.length > 0 ? await store.newestBlock(payment.id) : null;
  if (!newest) return;
  for (const relayer of relayers) {
    const nonce = await reader.transactionCount(relayer, newest);
    const held = await store.markMined(payment.id, relayer, nonce, newest.number);
    if (held > 0)
      log.warn({ chain: payment.id, relayer, payments: held }, "a batch was mined without some of its payments");
  }
}

/** One payment that the chain does not answer for holds up no other. */
type Outcomes = readonly PromiseSettledResult<void>[];

/** Asks the chain why; what is payable goes back into the queue, the rest is asked again later. */
async function retryHeld({ payment, store, takeInMissed, log }: ResolveUnpaidPorts): Promise<Outcomes> {
  const held = await store.heldPayments(payment.id, ROUND_MAX);
  return Promise.allSettled(
    held.map(async ({ paymentId, createdAtS, authorization, attempts }) => {
      const verdict = await payment.verify(authorization);
      if (verdict.type === "payable") return store.requeue(paymentId, verdict.signature ?? null);
      if (verdict.type === "already_used" && (await takeInMissed({ terms: authorization.option.terms, createdAtS })))
        return;
      // An approval that is not mined yet is nothing to look after.
      const level = verdict.type === "allowance_missing" ? "info" : "warn";
      log[level](
        { chain: payment.id, paymentId, verdict },
        "a confirmed payment cannot be relayed now; it is tried again",
      );
      return store.holdFor(paymentId, Math.min(HOLD_FIRST_MS * 2 ** attempts, HOLD_MAX_MS));
    }),
  );
}

/**
 * After its deadline no block can take the authorisation any more: if it is unused, it will never be paid. If it counts as
 * used, the buyer has cancelled it, unless the chain has its transfer after all.
 */
async function giveUpOverdue(ports: ResolveUnpaidPorts): Promise<Outcomes> {
  const overdue = await ports.store.overduePayments(ports.payment.id, ROUND_MAX);
  return Promise.allSettled(overdue.map((payment) => giveUp(ports, payment)));
}

async function giveUp(
  { payment, reader, store, takeInMissed, log }: ResolveUnpaidPorts,
  { paymentId, createdAtS, option, atBlock }: OverduePayment,
): Promise<void> {
  const isUsed = await reader.isUsed(option, atBlock);
  if (isUsed && (await takeInMissed({ terms: option.terms, createdAtS }))) return;
  if (isUsed && isTransaction(option.method)) {
    // Nobody can cancel terms: the router says that they were paid, so some node has not told of the event.
    log.error({ chain: payment.id, paymentId }, "the router has the payment as paid, and no node shows its event");
    return;
  }
  const authorization = isUsed ? "cancelled" : "unused";
  const fields = { chain: payment.id, paymentId, authorization };
  if (await store.giveUp(paymentId, { authorization, atBlock })) {
    log.info(fields, "payment given up: its deadline has passed unpaid");
  } else {
    log.error(fields, "a payment has succeeded, and a reorg has taken its money back for good: see the exceptions");
  }
}
