// Reads the blocks after the newest ingested one. One new block is read by its hash. If more have come, one call reads
// them by number, and only blocks with events are read by hash as well.
import { shallowest } from "../../payment/transfers/finality.ts";
import type { TimedEvent } from "../../payment/transfers/transfer.ts";
import type { Block, ChainReader, OwnKeys } from "../ports/chain/chain-reader.ts";
import { inBlock, withBlockTimes } from "./block-times.ts";
import type { IngestPorts } from "./ingest-blocks.ts";

/** Blocks this close to the head may still be replaced, so events found by number are read again by hash. */
const NEAR_HEAD_BLOCKS = 32n;
/** Blocks per step; a node may return fewer in one call. */
const CATCH_UP_BLOCKS = 500n;

export interface BlocksRead {
  readonly blocks: readonly Block[];
  readonly transfers: readonly TimedEvent[];
}

/** Takes nothing; the next step tries again or sees the reorg. */
const NOTHING: BlocksRead = { blocks: [], transfers: [] };

/** The newest block whose transfers can be credited already. */
export const creditableTo = ({ confirmations }: IngestPorts["quoting"], head: Block): bigint =>
  head.number - BigInt(shallowest(confirmations) - 1);

/**
 * The next blocks after `newest`, on the same chain, and this installation's transfers in them.
 * @throws if the chain does not respond
 */
export async function readNewBlocks(
  { chain, ledger, quoting }: IngestPorts & { readonly chain: ChainReader },
  newest: Block,
  head: Block,
): Promise<BlocksRead> {
  const ownOf: OwnKeys = (keys) => ledger.ownKeys(keys);
  const read = { chain, ownOf, newest };
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

interface Reading {
  readonly chain: ChainReader;
  readonly ownOf: OwnKeys;
  readonly newest: Block;
}

/** One block by its hash; it must be the child of `newest`. */
async function readNext({ chain, ownOf, newest }: Reading, head: Block): Promise<BlocksRead> {
  const next = head.number === newest.number + 1n ? head : await chain.block(newest.number + 1n);
  if (!next || next.parentHash !== newest.hash) return NOTHING;
  return { blocks: [next], transfers: inBlock(await chain.paidEventsIn(next, ownOf), next) };
}

/** A range of blocks that are not replaced any more. */
async function readDeep({ chain, ownOf, newest }: Reading, deep: bigint): Promise<BlocksRead> {
  const most = newest.number + CATCH_UP_BLOCKS;
  const { events, to } = await chain.paidEventsFrom(newest.number + 1n, most < deep ? most : deep, ownOf);
  const last = await chain.block(to);
  return last ? { blocks: [last], transfers: await withBlockTimes(chain, events) } : NOTHING;
}

/** A range near the head. The chain below `last` must be the same before and after its events are read. */
async function readBuried({ chain, ownOf, newest }: Reading, buried: bigint): Promise<BlocksRead> {
  const [end, range] = await Promise.all([
    chain.block(buried),
    chain.paidEventsFrom(newest.number + 1n, buried, ownOf),
  ]);
  const last = range.to === buried ? end : await chain.block(range.to);
  if (!last) return NOTHING;
  const numbers = [...new Set(range.events.map(({ blockNumber }) => blockNumber))];
  if (numbers.length === 0) return { blocks: [last], transfers: [] };
  const found = await Promise.all(numbers.map((number) => (number === last.number ? last : chain.block(number))));
  const blocks = found.filter((block) => block !== null);
  const transfers = await Promise.all(
    blocks.map(async (block) => inBlock(await chain.paidEventsIn(block, ownOf), block)),
  );
  if ((await chain.block(last.number))?.hash !== last.hash || blocks.length < numbers.length) return NOTHING;
  const stored = blocks.some(({ number }) => number === last.number) ? blocks : [...blocks, last];
  return { blocks: stored, transfers: transfers.flat() };
}
