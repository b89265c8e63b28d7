// Follows a chain from block to block: takes in the router's `Paid` events, goes back where the chain reorganised, and
// credits what lies deep enough. One step is one new block, or a stretch of old ones; each is one transaction, so a
// process that dies between two leaves nothing half done and the next one goes on from the database.
import type { Hex } from "viem";
import { type Judgement, judge, type NamedPayment, type QuotingChain, type SeenTransfer } from "../payment/credit.ts";
import { blockBefore } from "./block-before.ts";
import type { Block, ChainReader, PaidEvent } from "./chain-ports.ts";
import type { Log } from "./log.ts";

export interface FollowStore {
  /** The newest block that was taken in, or null on the first start. */
  newestBlock(chain: string): Promise<Block | null>;
  /** Blocks taken in below `number`, newest first; not every number is kept far below the head. */
  blocksBelow(chain: string, number: bigint, most: number): Promise<readonly Block[]>;
  /**
   * Takes in blocks and their events after `after`, and does with every waiting transfer of the chain what `judge` says. What is
   * parked waits no longer: it is brought up when its payment has ended, so much of it in each step, or is confirmed by its terms.
   * @returns null where `after` is no longer the newest block (another process was first): nothing is written
   */
  advance(
    chain: string,
    step: {
      readonly after: Block | null;
      readonly blocks: readonly Block[];
      readonly events: readonly PaidEvent[];
      readonly judge: (transfer: SeenTransfer, payment: NamedPayment | null) => Judgement;
      readonly treasury: string | null;
    },
  ): Promise<{ readonly credited: number; readonly exceptions: number } | null>;
  /**
   * Makes `ancestor` the newest block and forgets those above it; what had been credited in them stays credited, and what had
   * been told in them is told again where it comes back. Both become an exception.
   */
  rollBack(chain: string, ancestor: Block): Promise<{ readonly uncredited: number; readonly credited: number }>;
  /** Whether a transfer with these terms was taken in, and no reorg has taken it out. */
  hasTransfer(chain: string, termsHash: Hex): Promise<boolean>;
  /** Unix seconds at which the oldest payment was created that can still be paid; null where there is none. */
  oldestOpenS(): Promise<number | null>;
}

export interface FollowChainPorts {
  readonly chain: ChainReader;
  readonly store: FollowStore;
  /** What is quoted on the chain, and so what may be paid. */
  readonly quoting: QuotingChain;
  readonly log: Log;
  /** Called where a test may end the process: with payments read and not yet written, and written. */
  readonly reached: (crashPoint: "watch.read" | "watch.credited") => void;
}

/** Closer to the head than this, blocks are read one by one and by hash: nodes there may not agree yet. */
const NEAR_HEAD_BLOCKS = 32n;
/** Blocks of one eth_getLogs when catching up: what public nodes allow at the least. */
export const CATCH_UP_BLOCKS = 500n;
const WALK_BACK_PAGE = 64;
/** How far below the oldest block we knew to start again, where the chain has none of those we knew. */
const RESTART_BELOW_BLOCKS = 64n;

export interface FollowStep {
  /** A block was taken in. */
  readonly hasAdvanced: boolean;
  /** There is more to do right away. */
  readonly hasMore: boolean;
}

const NOTHING_NEW: FollowStep = { hasAdvanced: false, hasMore: false };

/**
 * One step towards the head.
 * @throws where the chain does not answer: nothing was written, come again
 */
export async function followChain(ports: FollowChainPorts): Promise<FollowStep> {
  const head = await ports.chain.head();
  const newest = await ports.store.newestBlock(ports.chain.id);
  if (newest?.hash === head.hash) return NOTHING_NEW;
  if (newest && !(await isStillThere(ports, newest, head))) {
    await goBack(ports, newest);
    return { hasAdvanced: false, hasMore: true };
  }
  if (newest && head.number <= newest.number) return NOTHING_NEW; // a node that lags behind another one
  const { blocks, events } = newest
    ? await readAfter(ports.chain, newest, head)
    : { blocks: [await firstBlock(ports, head)], events: [] };
  if (events.length > 0) ports.reached("watch.read");
  const last = blocks.at(-1);
  if (!last) return NOTHING_NEW;
  const done = await ports.store.advance(ports.chain.id, {
    after: newest,
    blocks,
    events,
    judge: (transfer, payment) => judge(transfer, payment, last.number, ports.quoting),
    treasury: ports.quoting.treasury,
  });
  if (done && done.credited > 0) ports.reached("watch.credited");
  if (done && done.credited + done.exceptions > 0) {
    ports.log.info({ chain: ports.chain.id, block: last.number.toString(), ...done }, "transfers taken in");
  }
  return { hasAdvanced: done !== null, hasMore: last.number < head.number };
}

/** Where to begin: before anything that can still be paid was created, for a transfer may have come before the watcher. */
async function firstBlock({ chain, store }: FollowChainPorts, head: Block): Promise<Block> {
  const sinceS = await store.oldestOpenS();
  return sinceS === null ? head : blockBefore(chain, sinceS, head);
}

async function isStillThere({ chain }: FollowChainPorts, newest: Block, head: Block): Promise<boolean> {
  if (head.number === newest.number + 1n && head.parentHash === newest.hash) return true;
  const there = await chain.block(newest.number);
  // No block of that number: the node lags behind the one we read before. That alone is not a reorg.
  return there === null ? head.number < newest.number : there.hash === newest.hash;
}

/** The next blocks after `newest` with their events, such that they form one chain with it. */
async function readAfter(
  chain: ChainReader,
  newest: Block,
  head: Block,
): Promise<{ blocks: readonly Block[]; events: readonly PaidEvent[] }> {
  const behind = head.number - newest.number;
  if (behind > NEAR_HEAD_BLOCKS) {
    const most = newest.number + CATCH_UP_BLOCKS;
    const to = most < head.number - NEAR_HEAD_BLOCKS ? most : head.number - NEAR_HEAD_BLOCKS;
    const events = await chain.paidEventsBetween(newest.number + 1n, to);
    const last = await chain.block(to);
    return { blocks: last ? [last] : [], events: last ? events : [] };
  }
  const next = behind === 1n ? head : await chain.block(newest.number + 1n);
  // The chain changed between two answers: take nothing, the next step sees the reorg.
  if (!next || next.parentHash !== newest.hash) return { blocks: [], events: [] };
  return { blocks: [next], events: await chain.paidEventsIn(next) };
}

/** Goes back to the newest block that both the chain and the database have, or to one below all that we knew. */
async function goBack(ports: FollowChainPorts, newest: Block): Promise<void> {
  // What looks like a deep reorg may be a node that was pointed to another chain.
  await ports.chain.checkIdentity();
  const ancestor = await commonAncestor(ports, newest);
  const forgotten = await ports.store.rollBack(ports.chain.id, ancestor);
  const { id } = ports.chain;
  const fields = { chain: id, from: newest.number.toString(), to: ancestor.number.toString(), ...forgotten };
  if (forgotten.credited > 0)
    ports.log.error(fields, "a reorg took out transfers that had been credited: see the exceptions");
  else ports.log.warn(fields, "the chain reorganised: its transfers wait again");
}

async function commonAncestor({ chain, store }: FollowChainPorts, newest: Block): Promise<Block> {
  let below = newest.number;
  for (;;) {
    const page = await store.blocksBelow(chain.id, below, WALK_BACK_PAGE);
    for (const block of page) {
      if ((await chain.block(block.number))?.hash === block.hash) return block;
      below = block.number;
    }
    if (page.length < WALK_BACK_PAGE) break; // none that we keep is in this chain
  }
  const restart = await chain.block(below > RESTART_BELOW_BLOCKS ? below - RESTART_BELOW_BLOCKS : 0n);
  if (!restart) throw new Error(`${chain.id}: a node without the block from which to follow the chain again`);
  return restart;
}
