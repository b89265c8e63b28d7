// Counts distinct buyers, given as numbers in bitmaps and in lists. PostgreSQL would sort all numbers of the lists.
import { setImmediate as otherWork } from "node:timers/promises";

/** Buyer n has bit n % 8192 of chunk n / 8192. */
const BITS_OF_CHUNK = 8_192;

/** Part of a bitmap. */
export interface Chunk {
  readonly chunk: number;
  /** The format of `bit_send`: the number of bits in four bytes, then the bits from the first. */
  readonly bits: Uint8Array;
}

const LENGTH_BYTES = 4;
const NUMBER_BYTES = 4;
/** Bytes counted without a pause. Other requests wait for that time, 4 ms on a slow machine. */
const SLICE_BYTES = 100_000 * NUMBER_BYTES;

/**
 * Counts the buyers that are in lists but not in chunks.
 * @param chunks each at most once
 * @param lists the numbers of buyers, in four bytes each, as `int4send` writes them
 */
export async function countOthers(chunks: readonly Chunk[], lists: readonly Buffer[]): Promise<number> {
  const bitmaps = new Map(chunks.map(({ chunk, bits }) => [chunk, bits.subarray(LENGTH_BYTES)]));
  const all = Buffer.concat(lists);
  let others = 0;
  for (let from = 0; from < all.length; from += SLICE_BYTES) {
    if (from > 0) await otherWork();
    others += addTo(bitmaps, all.subarray(from, from + SLICE_BYTES));
  }
  return others;
}

/** @returns how many of the list were not in the bitmaps */
function addTo(bitmaps: Map<number, Uint8Array>, list: Buffer): number {
  let added = 0;
  for (let at = 0; at < list.length; at += NUMBER_BYTES) {
    const buyer = list.readInt32BE(at);
    const bitmap = bitmapOf(Math.floor(buyer / BITS_OF_CHUNK), bitmaps);
    const byte = (buyer % BITS_OF_CHUNK) >> 3;
    const bit = 0x80 >> (buyer & 7);
    const bits = bitmap[byte] ?? 0;
    if ((bits & bit) === 0) added++;
    bitmap[byte] = bits | bit;
  }
  return added;
}

function bitmapOf(chunk: number, bitmaps: Map<number, Uint8Array>): Uint8Array {
  const found = bitmaps.get(chunk);
  if (found) return found;
  const empty = new Uint8Array(BITS_OF_CHUNK / 8);
  bitmaps.set(chunk, empty);
  return empty;
}
