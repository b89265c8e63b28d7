// Finds the block that a chain had at a point in time, so that what came after it can be read.
import type { Block, ChainReader } from "./chain-ports.ts";

/** What our clock and a chain's block times may differ by. */
const CLOCKS_APART_S = 600;

/**
 * A block that is surely before `timeS` (Unix seconds by our clock), not far before it; the chain's first one where all are later.
 * Looks near the head first: a node need not have all that is far below it.
 */
export async function blockBefore(chain: ChainReader, timeS: number, head: Block): Promise<Block> {
  const beforeS = timeS - CLOCKS_APART_S;
  let after = head;
  let before = head;
  for (let distance = 1n; before.timeS >= beforeS && before.number > 0n; distance *= 2n) {
    after = before;
    before = await blockAt(chain, head.number > distance ? head.number - distance : 0n);
  }
  while (after.number - before.number > 1n) {
    const middle = await blockAt(chain, (before.number + after.number) / 2n);
    if (middle.timeS < beforeS) before = middle;
    else after = middle;
  }
  return before;
}

async function blockAt(chain: ChainReader, number: bigint): Promise<Block> {
  const block = await chain.block(number);
  if (!block) throw new Error(`${chain.id}: a node without block ${number}`);
  return block;
}
