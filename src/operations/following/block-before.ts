// Finds a chain's block at a point in time.
import type { Block, ChainReader } from "../ports/chain-reader.ts";

/** Maximum difference between our clock and a chain's block times. */
const CLOCKS_APART_S = 600;

/**
 * A block certainly, but not long, before `timeS` (Unix seconds by our clock); the first block if all are later.
 * Searches near the head first, because a node may lack blocks far below it.
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

/** @throws if the node lacks the block, or does not respond */
export async function blockAt(chain: ChainReader, number: bigint): Promise<Block> {
  const block = await chain.block(number);
  if (!block) throw new Error(`${chain.id}: the node lacks block ${number}`);
  return block;
}
