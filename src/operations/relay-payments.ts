// Brings confirmed payments on chain: batches of them, each under one nonce of one relayer account. The nonce is
// allocated and the signed bytes are stored in the transaction that takes the payments out of the queue, before anything
// is sent; from then on whatever is repeated is the same bytes, by whichever process.

import type { Address, Hex } from "viem";
import type { Log } from "./log.ts";
import type { BatchCall, ChainWriter, FeesPerGas, SendOutcome, SignedTransaction } from "./ports/chain-writer.ts";
import type { Authorization } from "./ports/payment-chain.ts";
import type { LogThrottle } from "./timing/log-throttle.ts";

/** A transaction as it is stored: one signed form of a batch. */
export interface StoredTransaction extends SignedTransaction {
  readonly batchId: bigint;
  readonly relayer: Address;
  readonly nonce: bigint;
  readonly call: BatchCall;
  readonly fees: FeesPerGas;
  /** Blocks that have come since a node first took it; 0 where none has. */
  readonly blocksWaited: number;
}

export interface RelayStore {
  /** Makes the relayer known; its next nonce is at least `nonce`. */
  registerRelayer(chain: string, relayer: Address, nonce: bigint): Promise<void>;
  hasQueued(chain: string): Promise<boolean>;
  /**
   * Takes queued payments of one token and one fee receiver out of the queue into a new batch of the least busy relayer,
   * stored as `build` signs it; all in one transaction. Null where nothing is queued, or where the relayers are busy: one
   * with a batch under way gets another only when it is full, and one with a batch that no node has taken gets none. A payment
   * that deploys a wallet (EIP-6492) is a batch alone, and those that an earlier batch was mined without are among themselves.
   */
  storeBatch(
    chain: string,
    limits: {
      readonly relayers: readonly Address[];
      /** Payments to another router, from before a change of the configuration, stay in the queue. */
      readonly router: Address;
      readonly batchMax: number;
      readonly leftOutMax: number;
      readonly underWayMax: number;
    },
    build: (
      authorizations: readonly Authorization[],
      relayer: Address,
      nonce: bigint,
      wereLeftOut: boolean,
    ) => Promise<BuiltTransaction>,
  ): Promise<StoredTransaction | null>;
  /**
   * Puts the payments of a batch that no node has taken back into the queue, where one of `relayers` can take them. The
   * batch keeps its nonce and is sent some day; its payments are then paid already, and left out.
   */
  releaseBatch(chain: string, batchId: bigint, relayers: readonly Address[]): Promise<void>;
  /** Another signed form of a batch, under the same nonce. */
  storeReplacement(transaction: StoredTransaction): Promise<void>;
  /** The newest form of each unmined batch that was not sent, or not since `silentMs`, by relayer and nonce. */
  silentTransactions(chain: string, silentMs: number, most: number): Promise<readonly StoredTransaction[]>;
  markSent(hash: Hex): Promise<void>;
}

export interface BuiltTransaction {
  readonly call: BatchCall;
  readonly fees: FeesPerGas;
  readonly signed: SignedTransaction;
}

export interface RelayPorts {
  readonly chain: ChainWriter;
  readonly store: RelayStore;
  readonly log: Log;
  /** For conditions that may last for hours: an empty account, fees at the cap. */
  readonly throttle: LogThrottle;
  readonly router: Address;
  /** A batch unmined for so long after it was sent is sent again, with higher fees where blocks have come without it. */
  readonly resendAfterMs: number;
  /** Called where a test may end the process. */
  readonly reached: (crashPoint: "relay.built" | "relay.stored" | "relay.sent") => void;
}

/** Full batches that one relayer may have under way: more would only wait in the node's pool. */
const UNDER_WAY_MAX = 4;
/** Forms looked at in one round; the next round takes the rest. */
const RESEND_MAX = 100;

/** Registers the relayers with the chain's own count of their transactions, so that no nonce below it is used. */
export async function registerRelayers({ chain, store }: RelayPorts): Promise<void> {
  for (const relayer of chain.relayers) {
    await store.registerRelayer(chain.id, relayer, await chain.nextNonce(relayer));
  }
}

/**
 * Sends what is queued, batch after batch.
 * @returns how many batches were stored
 * @throws where the chain does not answer: what was stored is sent by `resendSilent`
 */
export async function relayQueued(ports: RelayPorts): Promise<number> {
  const { chain, store } = ports;
  if (!(await store.hasQueued(chain.id))) return 0;
  const fees = await chain.fees();
  const { relayers, batchMax, leftOutMax } = chain;
  const limits = { relayers, router: ports.router, batchMax, leftOutMax, underWayMax: UNDER_WAY_MAX };
  for (let batches = 0; ; batches++) {
    const stored = await store.storeBatch(chain.id, limits, async (authorizations, relayer, nonce, wereLeftOut) => {
      const call = chain.encodeBatch(authorizations, wereLeftOut);
      const built = { call, fees, signed: await chain.sign(relayer, nonce, call, fees) };
      ports.reached("relay.built");
      return built;
    });
    if (!stored) return batches;
    ports.reached("relay.stored");
    await send(ports, stored);
  }
}

/** After so many failures in a row it is the chain that does not answer, not one transaction that is refused. */
const FAILURES_MAX = 3;

/** A batch that pays enough is in the next block, or the one after it. A chain that stands still is no reason to pay more. */
const OUTBID_AFTER_BLOCKS = 3;

/**
 * Repeats what was stored and never sent (the process died in between), or sent long ago and not mined (dropped by the
 * node, or outbid): the latter with higher fees where the cap allows. Oldest nonce first, which also closes gaps.
 * @throws the last failure, where there was one: the others were sent all the same
 */
export async function resendSilent(ports: RelayPorts): Promise<void> {
  const silent = await ports.store.silentTransactions(ports.chain.id, ports.resendAfterMs, RESEND_MAX);
  const failures: unknown[] = [];
  let inRow = 0;
  for (const transaction of silent) {
    try {
      await resend(ports, transaction);
      inRow = 0;
    } catch (error) {
      failures.push(error);
      inRow += 1;
      if (inRow === FAILURES_MAX) break;
    }
  }
  if (failures.length > 0) throw failures.at(-1);
}

async function resend(ports: RelayPorts, transaction: StoredTransaction): Promise<void> {
  const outcome = await send(ports, transaction);
  const isOutbid = outcome === "known" && transaction.blocksWaited >= OUTBID_AFTER_BLOCKS;
  if (isOutbid || outcome === "underpriced") await replace(ports, transaction);
}

async function send(ports: RelayPorts, transaction: StoredTransaction): Promise<SendOutcome> {
  const { chain, store } = ports;
  const outcome = await chain.send(transaction);
  ports.reached("relay.sent");
  tell(ports, transaction, outcome);
  const { batchId, relayer, hash } = transaction;
  if (outcome === "unfunded") {
    await store.releaseBatch(chain.id, batchId, chain.relayers);
    return outcome;
  }
  await store.markSent(hash);
  // By this batch, or by somebody who uses the same key: then ours must not go on counting from where it was.
  if (outcome === "nonce_used") await store.registerRelayer(chain.id, relayer, await chain.nextNonce(relayer));
  return outcome;
}

function tell({ chain, log, throttle }: RelayPorts, transaction: StoredTransaction, outcome: SendOutcome): void {
  const { batchId, relayer, nonce, hash } = transaction;
  const fields = { chain: chain.id, batch: batchId.toString(), relayer, nonce: nonce.toString(), hash, outcome };
  const isEmpty = `${relayer} is empty`;
  if (outcome === "unfunded") {
    throttle.warn(isEmpty, (times) =>
      log.error({ ...fields, times }, "the relayer's account cannot pay the gas: send it native coin"),
    );
  } else if (outcome === "sent") {
    throttle.recovered(isEmpty, () =>
      log.info({ chain: chain.id, relayer }, "the relayer's account can pay gas again"),
    );
    log.info(fields, "batch sent");
  } else log.warn(fields, "batch sent again");
}

/** The same call under the same nonce for a higher fee. */
async function replace(ports: RelayPorts, previous: StoredTransaction): Promise<void> {
  const fees = await ports.chain.bumped(previous.fees);
  const isAtCap = `${previous.relayer} is at the fee cap`;
  if (!fees) {
    const fields = { chain: ports.chain.id, relayer: previous.relayer, batch: previous.batchId.toString() };
    ports.throttle.warn(isAtCap, (times) => ports.log.warn({ ...fields, times }, "the batch waits at the fee cap"));
    return;
  }
  ports.throttle.recovered(isAtCap, () => {});
  const signed = await ports.chain.sign(previous.relayer, previous.nonce, previous.call, fees);
  const replacement: StoredTransaction = { ...previous, ...signed, fees, blocksWaited: 0 };
  await ports.store.storeReplacement(replacement);
  await send(ports, replacement);
}
