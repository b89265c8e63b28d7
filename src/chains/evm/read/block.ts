// A block as nodes return it.
import type { Block } from "../../../operations/ports/chain/chain-reader.ts";
import { isHash } from "../router/paid-event.ts";

/** @throws if a part is missing */
export function toBlock(block: { number: unknown; hash: unknown; parentHash: unknown; timestamp: unknown }): Block {
  const { number, hash, parentHash, timestamp } = block;
  if (typeof number !== "bigint" || typeof timestamp !== "bigint" || !isHash(hash) || !isHash(parentHash)) {
    throw new TypeError("the block lacks a number, time or hash");
  }
  return { number, hash, parentHash, timeS: Number(timestamp) };
}
