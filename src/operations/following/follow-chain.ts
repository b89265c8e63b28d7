// Follows a chain from block to block: ingests the router's `Paid` events and goes back after a reorg. One step is one
// new block or a range of old ones, in one transaction, so a crash leaves nothing half done.
import { depthOf } from "../../payment/transfers/finality.ts";
import { screenSenders } from "../deposits/screen-senders.ts";
import type { Block, ChainReader } from "../ports/chain/chain-reader.ts";
import type { Log } from "../ports/log.ts";
import type { LogThrottle } from "../timing/log-throttle.ts";
import { allOf, NO_EVENTS } from "./block-times.ts";
import { blockAt, blockBefore } from "./find-block.ts";
import { type Ingested, type IngestPorts, ingestBlocks, type NewBlocks, type Unproven } from "./ingest-blocks.ts";
import { creditableTo, isFarBehind, readNewBlocks } from "./read-new-blocks.ts";
import { rollBack } from "./roll-back.ts";
import { withNonces } from "./transaction-nonces.ts";

export interface FollowChainPorts extends IngestPorts {
  readonly chain: ChainReader;
  readonly log: Log;
  readonly throttle: LogThrottle;
  /** Lets a test kill the process: called after events are read, senders are screened, and payments are credited. */
  readonly crashPoint: (point: "watch.read" | "watch.screened" | "watch.credited") => void;
}

/** Blocks after which a second source is reported as missing. */
const LATE_BLOCKS = 10;
const WALK_BACK_PAGE = 64;
/** How far below the oldest known block to restart if the chain has none of the known blocks. */
const RESTART_BELOW_BLOCKS = 64n;

export interface FollowStep {
  /** A block was ingested. */
  readonly hasAdvanced: boolean;
  /** The next step can start immediately. */
  readonly hasMore: boolean;
  /** The next blocks are too deep to be replaced. */
  readonly isFarBehind: boolean;
}

const NOTHING_NEW: FollowStep = { hasAdvanced: false, hasMore: false, isFarBehind: false };

/**
 * One step towards the head.
 * @throws if the chain does not respond; nothing is written then
 */
export async function followChain(ports: FollowChainPorts): Promise<FollowStep> {
  const { chain, ledger } = ports;
  const [head, newest] = await Promise.all([chain.head(), ledger.newestBlock(chain.id)]);
  if (newest?.hash === head.hash) return NOTHING_NEW;
  const place = newest && (await placeOf(ports, newest, head));
  if (place === "unknown") return NOTHING_NEW;
  if (newest && place === "removed") {
    await goBack(ports, newest);
    return { hasAdvanced: false, hasMore: true, isFarBehind: true };
  }
  if (newest && head.number <= newest.number) return NOTHING_NEW; // the node lags behind another one
  const { blocks, ...found } = newest
    ? await readNewBlocks(ports, newest, head)
    : { blocks: [await firstBlock(ports, head)], ...NO_EVENTS };
  if (allOf(found).length > 0) ports.crashPoint("watch.read");
  const last = blocks.at(-1);
  if (!last) return NOTHING_NEW;
  const transfers = await withNonces(ports, found.transfers);
  const done = await ingestBlocks(ports, { after: newest, head: last.number, blocks, ...found, transfers });
  if (done) report(ports, last, done);
  const screened = done ? await screenSenders(ports) : [];
  if (screened.length > 0) {
    ports.crashPoint("watch.screened");
    await ingestAgain(ports, last, { screened });
  }
  if (done && done.unproven.length > 0) await ingestProven(ports, last, done.unproven);
  return {
    hasAdvanced: done !== null,
    hasMore: last.number < creditableTo(ports.quoting, head),
    isFarBehind: isFarBehind(last, head),
  };
}

function report({ chain, log, crashPoint }: FollowChainPorts, last: Block, { credited, exceptions }: Ingested): void {
  if (credited > 0) crashPoint("watch.credited");
  if (credited + exceptions === 0) return;
  log.info({ chain: chain.id, block: last.number.toString(), credited, exceptions }, "transfers ingested");
}

/** Waiting for finality, or a few blocks for a node that lags, is normal. */
const isOverdue = ({ transfer, proof }: Unproven, newest: Block): boolean =>
  proof.finality === null && depthOf(transfer.blockNumber, newest.number) >= proof.depth + LATE_BLOCKS;

/** Decides transfers that needed a second source or a final block, and now have it. The next block retries the rest. */
async function ingestProven(ports: FollowChainPorts, newest: Block, unproven: readonly Unproven[]): Promise<void> {
  const { chain, log, throttle } = ports;
  const proven = new Set((await chain.proven(await withBacking(ports, unproven))).map(({ transfer }) => transfer.id));
  const open = unproven.filter((each) => !proven.has(each.transfer.id) && isOverdue(each, newest));
  const [first] = open;
  if (first) {
    const { paymentId, txHash } = first.transfer;
    const fields = { chain: chain.id, transfers: open.length, payment: paymentId, transaction: txHash, ...first.proof };
    throttle.warn("unproven", () => log.warn(fields, "transfers wait: no second source shows them"));
  } else {
    throttle.recovered("unproven", () => log.info({ chain: chain.id }, "all transfers have their second source"));
  }
  if (proven.size > 0) await ingestAgain(ports, newest, { proven });
}

/** Adds the deposits without which a sweep cannot have been made. */
async function withBacking(
  { chain, ledger }: FollowChainPorts,
  unproven: readonly Unproven[],
): Promise<readonly Unproven[]> {
  const sweeps = unproven.filter(({ transfer }) => transfer.method === "deposit").map(({ transfer }) => transfer);
  if (sweeps.length === 0) return unproven;
  const behind = await ledger.depositsBehind(chain.id, sweeps);
  return unproven.map((item) => {
    const { method, id, amount } = item.transfer;
    if (method !== "deposit") return item;
    const { deposits = [], passedOn = 0n } = behind.get(id) ?? {};
    return { ...item, backing: { deposits, needed: amount + passedOn } };
  });
}

/** Decides again by what was learnt since. */
async function ingestAgain(
  ports: FollowChainPorts,
  newest: Block,
  learnt: Pick<NewBlocks, "proven" | "screened">,
): Promise<void> {
  const done = await ingestBlocks(ports, { after: newest, head: newest.number, blocks: [], transfers: [], ...learnt });
  if (done) report(ports, newest, done);
}

/** A block before the oldest payment that may have been paid before the watcher started. */
async function firstBlock({ chain, ledger }: FollowChainPorts, head: Block): Promise<Block> {
  const sinceS = await ledger.oldestPayableS(chain.id);
  return sinceS === null ? head : blockBefore(chain, sinceS, head);
}

/** Whether the chain still has the block. unknown: the node that was asked lags behind another one, and lacks it. */
async function placeOf(
  { chain }: FollowChainPorts,
  newest: Block,
  head: Block,
): Promise<"present" | "removed" | "unknown"> {
  if (head.number === newest.number + 1n && head.parentHash === newest.hash) return "present";
  const there = await chain.block(newest.number);
  if (there === null) return "unknown";
  return there.hash === newest.hash ? "present" : "removed";
}

/**
 * Goes back to the newest block that both the chain and the database have, or to one below all known blocks.
 * @throws if a node lacks a block: it lags behind another one, and a removed transfer would be reported for nothing
 */
async function goBack(ports: FollowChainPorts, newest: Block): Promise<void> {
  // An apparent deep reorg may be a node that now serves another chain.
  await ports.chain.checkIdentity();
  const ancestor = await commonAncestor(ports, newest);
  const forgotten = await rollBack(ports.ledger, ports.chain.id, ancestor);
  const { id } = ports.chain;
  const fields = { chain: id, from: newest.number.toString(), to: ancestor.number.toString(), ...forgotten };
  if (forgotten.credited > 0) {
    ports.log.error(fields, "a reorg removed credited transfers: see the exceptions");
  } else {
    ports.log.warn(fields, "the chain reorganised: transfers in removed blocks are undecided again");
  }
}

async function commonAncestor({ chain, ledger }: FollowChainPorts, newest: Block): Promise<Block> {
  let below = newest.number;
  for (;;) {
    const page = await ledger.blocksBelow(chain.id, below, WALK_BACK_PAGE);
    for (const block of page) {
      if ((await blockAt(chain, block.number)).hash === block.hash) return block;
      below = block.number;
    }
    if (page.length < WALK_BACK_PAGE) break; // no stored block is in this chain
  }
  return blockAt(chain, below > RESTART_BELOW_BLOCKS ? below - RESTART_BELOW_BLOCKS : 0n);
}
