// Sends confirmed payments to the chain in batches, each under one nonce of one relayer. Taking payments out of the
// queue stores the nonce and the signed bytes in the same transaction, so that every resend is the same bytes.
import type { Address, Hex } from "viem";
import type { Log } from "./log.ts";
import type { BatchCall, ChainWriter, FeesPerGas, SendOutcome, SignedTransaction } from "./ports/chain-writer.ts";
import type { Authorization } from "./ports/payment-chain.ts";
import type { LogThrottle } from "./timing/log-throttle.ts";

/** A stored transaction: one signed form of a batch. */
export interface StoredTransaction extends SignedTransaction {
  readonly batchId: bigint;
  readonly relayer: Address;
  readonly nonce: bigint;
  readonly call: BatchCall;
  readonly fees: FeesPerGas;
  /** Blocks since a node first accepted it. */
  readonly blocksWaited: number;
}

export interface RelayStore {
  /** Registers the relayer; its next nonce becomes at least `nonce`. */
  registerRelayer(chain: string, relayer: Address, nonce: bigint): Promise<void>;
  hasQueued(chain: string): Promise<boolean>;
  /**
   * Moves queued payments of one token into a new batch of the least busy relayer, and stores it
   * as signed by `build`, in one transaction. Null if nothing is queued or no relayer is free: one with a batch in
   * flight gets only full batches, and one whose batch no node has accepted gets none. A payment that deploys a wallet
   * (EIP-6492) is a batch alone, and payments left out of an earlier batch are batched separately.
   */
  storeBatch(
    chain: string,
    limits: {
      readonly relayers: readonly Address[];
      /** Payments to a formerly configured router stay in the queue. */
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
   * Requeues the payments of a batch that no node has accepted, if one of `relayers` is free. The batch keeps its nonce
   * and is still sent later; by then its payments are paid, and the router skips them.
   */
  releaseBatch(chain: string, batchId: bigint, relayers: readonly Address[]): Promise<void>;
  /** Another signed form of a batch, under the same nonce. */
  storeReplacement(transaction: StoredTransaction): Promise<void>;
  /** The newest form of each unmined batch not sent for `silentMs`, or never, by relayer and nonce. */
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
  /** A batch still unmined this long after sending is resent, with higher fees if blocks were mined without it. */
  readonly resendAfterMs: number;
  /** Lets a test kill the process at this point. */
  readonly reached: (crashPoint: "relay.built" | "relay.stored" | "relay.sent") => void;
}

/** Full batches in flight per relayer: more would only wait in the node's pool. */
const UNDER_WAY_MAX = 4;
/** Transactions handled per run; the next run takes the rest. */
const RESEND_MAX = 100;

/** Registers the relayers with the chain's transaction counts, so that no used nonce is allocated. */
export async function registerRelayers({ chain, store }: RelayPorts): Promise<void> {
  for (const relayer of chain.relayers) {
    await store.registerRelayer(chain.id, relayer, await chain.nextNonce(relayer));
  }
}

/**
 * Sends what is queued, batch after batch.
 * @returns how many batches were stored
 * @throws if the chain does not respond; `resendSilent` then sends what was stored
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

/** After this many consecutive failures, the chain is assumed to be down; fewer may be single refused transactions. */
const FAILURES_MAX = 3;

/** A batch with sufficient fees is mined within two blocks. A chain that mines no blocks is no reason to pay more. */
const OUTBID_AFTER_BLOCKS = 3;

/**
 * Sends transactions that were stored but never sent (the process died in between), and resends those not mined
 * (dropped or outbid), with higher fees where the cap allows. Oldest nonce first, which also closes gaps.
 * @throws the last failure, if any, after trying the others
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
  logOutcome(ports, transaction, outcome);
  const { batchId, relayer, hash } = transaction;
  if (outcome === "unfunded") {
    await store.releaseBatch(chain.id, batchId, chain.relayers);
    return outcome;
  }
  await store.markSent(hash);
  // Used by this batch or by another user of the same key, in which case our count is stale.
  if (outcome === "nonce_used") await store.registerRelayer(chain.id, relayer, await chain.nextNonce(relayer));
  return outcome;
}

function logOutcome({ chain, log, throttle }: RelayPorts, transaction: StoredTransaction, outcome: SendOutcome): void {
  const { batchId, relayer, nonce, hash } = transaction;
  const fields = { chain: chain.id, batch: batchId.toString(), relayer, nonce: nonce.toString(), hash, outcome };
  const isEmpty = `${relayer} is empty`;
  if (outcome === "unfunded") {
    throttle.warn(isEmpty, (times) =>
      log.error({ ...fields, times }, "the relayer's account cannot pay for gas: send it native coin"),
    );
  } else if (outcome === "sent") {
    throttle.recovered(isEmpty, () =>
      log.info({ chain: chain.id, relayer }, "the relayer's account can pay for gas again"),
    );
    log.info(fields, "batch sent");
  } else log.warn(fields, "batch resent");
}

/** Resends the same call under the same nonce with higher fees. */
async function replace(ports: RelayPorts, previous: StoredTransaction): Promise<void> {
  const fees = await ports.chain.bumped(previous.fees);
  const isAtCap = `${previous.relayer} is at the fee cap`;
  if (!fees) {
    const fields = { chain: ports.chain.id, relayer: previous.relayer, batch: previous.batchId.toString() };
    ports.throttle.warn(isAtCap, (times) =>
      ports.log.warn({ ...fields, times }, "the batch is waiting at the fee cap"),
    );
    return;
  }
  ports.throttle.recovered(isAtCap, () => {});
  const signed = await ports.chain.sign(previous.relayer, previous.nonce, previous.call, fees);
  const replacement: StoredTransaction = { ...previous, ...signed, fees, blocksWaited: 0 };
  await ports.store.storeReplacement(replacement);
  await send(ports, replacement);
}
