// Reads the blocks after the newest ingested one. One new block is read by its hash. If more have come, one call reads
// them by number, and only blocks with events are read by hash as well.
import { shallowest } from "../../payment/transfers/finality.ts";
import type { Block, ChainReader, Own } from "../ports/chain/chain-reader.ts";
import { allInBlock, allOf, allWithBlockTimes, NO_EVENTS, type TimedEvents } from "./block-times.ts";
import type { IngestPorts } from "./ingest-blocks.ts";

/** Blocks this close to the head may still be replaced, so events found by number are read again by hash. */
const NEAR_HEAD_BLOCKS = 32n;
/** Blocks per step; a node may return fewer in one call. */
const CATCH_UP_BLOCKS = 500n;

export interface BlocksRead extends TimedEvents {
  readonly blocks: readonly Block[];
}

/** Takes nothing; the next step tries again or sees the reorg. */
const NOTHING: BlocksRead = { blocks: [], ...NO_EVENTS };

/** The newest block whose transfers can be credited already. */
export const creditableTo = ({ confirmations }: IngestPorts["quoting"], head: Block): bigint =>
  head.number - BigInt(shallowest(confirmations) - 1);

/**
 * The next blocks after `newest`, on the same chain, and this installation's events in them.
 * @throws if the chain does not respond
 */
export async function readNewBlocks(
  { chain, ...ports }: IngestPorts & { readonly chain: ChainReader },
  newest: Block,
  head: Block,
): Promise<BlocksRead> {
  const { quoting } = ports;
  const read = { chain, own: ownOf(ports, newest), newest };
  // The head itself is read by hash: by number, a node that lacks it looks like one without events.
  const belowHead = head.number - 1n;
  const buried = creditableTo(quoting, head) < belowHead ? creditableTo(quoting, head) : belowHead;
  if (buried <= newest.number + 1n) return readNext(read, head);
  // A last short range below the near blocks would leave as many new ones above it.
  return isFarBehind(newest, head) ? readDeep(read, head.number - NEAR_HEAD_BLOCKS) : readBuried(read, buried);
}

/** Whether the next blocks are no longer replaced. */
export const isFarBehind = (newest: Block, head: Block): boolean =>
  head.number - NEAR_HEAD_BLOCKS > newest.number + NEAR_HEAD_BLOCKS;

/** Everything of this installation in blocks after `newest`. */
export function ownOf(
  { ledger, quoting, earlierRouters = [] }: Pick<IngestPorts, "ledger" | "quoting" | "earlierRouters">,
  newest: Pick<Block, "timeS">,
): Own {
  const routers = [quoting.router, ...earlierRouters];
  return {
    keys: (keys) => ledger.ownKeys(keys),
    addresses: {
      list: (most) => ledger.watchedAddresses(routers, newest.timeS, most),
      among: (addresses) => ledger.ownAddresses(routers, addresses),
    },
  };
}

interface Reading {
  readonly chain: ChainReader;
  readonly own: Own;
  readonly newest: Block;
}

/** One block by its hash; it must be the child of `newest`. */
async function readNext({ chain, own, newest }: Reading, head: Block): Promise<BlocksRead> {
  const next = head.number === newest.number + 1n ? head : await chain.block(newest.number + 1n);
  if (!next || next.parentHash !== newest.hash) return NOTHING;
  return { blocks: [next], ...allInBlock(await chain.eventsIn(next, own), next) };
}

/** A range of blocks that are not replaced any more. */
async function readDeep({ chain, own, newest }: Reading, deep: bigint): Promise<BlocksRead> {
  const most = newest.number + CATCH_UP_BLOCKS;
  const found = await chain.eventsFrom(newest.number + 1n, most < deep ? most : deep, own);
  const last = await chain.block(found.to);
  return last ? { blocks: [last], ...(await allWithBlockTimes(chain, found)) } : NOTHING;
}

/** A range near the head. The chain below `last` must be the same before and after its events are read. */
async function readBuried({ chain, own, newest }: Reading, buried: bigint): Promise<BlocksRead> {
  const [end, range] = await Promise.all([chain.block(buried), chain.eventsFrom(newest.number + 1n, buried, own)]);
  const last = range.to === buried ? end : await chain.block(range.to);
  if (!last) return NOTHING;
  const numbers = [...new Set(allOf(range).map(({ blockNumber }) => blockNumber))];
  if (numbers.length === 0) return { blocks: [last], ...NO_EVENTS };
  const found = await Promise.all(numbers.map((number) => (number === last.number ? last : chain.block(number))));
  const blocks = found.filter((block) => block !== null);
  const read = await Promise.all(blocks.map(async (block) => allInBlock(await chain.eventsIn(block, own), block)));
  if ((await chain.block(last.number))?.hash !== last.hash || blocks.length < numbers.length) return NOTHING;
  const stored = blocks.some(({ number }) => number === last.number) ? blocks : [...blocks, last];
  return {
    blocks: stored,
    transfers: read.flatMap(({ transfers }) => transfers),
    deposits: read.flatMap(({ deposits }) => deposits),
    recoveries: read.flatMap(({ recoveries }) => recoveries),
  };
}
