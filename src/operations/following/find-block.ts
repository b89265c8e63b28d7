// Finds a chain's block by its time, or by a change of the chain's state, by bisection.
import type { Block, ChainReader } from "../ports/chain/chain-reader.ts";

/** Maximum difference between our clock and a chain's block times. */
const CLOCKS_APART_S = 600;

/** A block certainly, but not long, before `timeS` (Unix seconds by our clock); the first block if all are later. */
export async function blockBefore(chain: ChainReader, timeS: number, head: Block): Promise<Block> {
  const isAfter = (block: Block): boolean => block.timeS >= timeS - CLOCKS_APART_S;
  if (!isAfter(head)) return head;
  const { before, first } = await findChange(chain, 0n, head, async (block) => isAfter(block));
  return before ?? first;
}

/**
 * Finds where `holds` becomes true, which it stays, searching near `newest` first: a node may lack blocks far below.
 * @param newest a block for which it holds
 * @returns the first block for which it holds and the one before; `before` is null if it holds for block `lowest`
 */
export async function findChange(
  chain: ChainReader,
  lowest: bigint,
  newest: Block,
  holds: (block: Block) => Promise<boolean>,
): Promise<{ readonly before: Block | null; readonly first: Block }> {
  let first = newest;
  let before: Block | null = null;
  for (let distance = 1n; !before; distance *= 2n) {
    if (first.number <= lowest) return { before, first };
    const block = await blockAt(chain, distance < newest.number - lowest ? newest.number - distance : lowest);
    if (await holds(block)) first = block;
    else before = block;
  }
  while (first.number - before.number > 1n) {
    const middle = await blockAt(chain, (before.number + first.number) / 2n);
    if (await holds(middle)) first = middle;
    else before = middle;
  }
  return { before, first };
}

/** @throws if the node lacks the block, or does not respond */
export async function blockAt(chain: ChainReader, number: bigint): Promise<Block> {
  const block = await chain.block(number);
  if (!block) throw new Error(`${chain.id}: the node lacks block ${number}`);
  return block;
}
