// Learns from refusals how many blocks of logs an endpoint returns in one call.
import type { BlockRange } from "../../../operations/ports/chain/chain-reader.ts";

export interface LogRange {
  /** The maximum number of blocks to request now. */
  max(): number;
  /** The endpoint refused a range of this many blocks. */
  refused(blocks: number): void;
}

/** The limit of most providers. */
const LOG_RANGE_MAX = 500;
/** The limit doubles after each such period, because many logs or high load may have caused a refusal. */
const GROW_MS = 60_000;

export function createLogRange(nowMs: () => number = () => performance.now()): LogRange {
  let limit = LOG_RANGE_MAX;
  let sinceMs = 0;
  return {
    max() {
      for (; limit < LOG_RANGE_MAX && nowMs() - sinceMs >= GROW_MS; sinceMs += GROW_MS) {
        limit = Math.min(2 * limit, LOG_RANGE_MAX);
      }
      return limit;
    },
    refused(blocks) {
      limit = Math.max(Math.floor(blocks / 2), 1);
      sinceMs = nowMs();
    },
  };
}

/** Blocks of an eth_getLogs request by numbers; null for any other request. */
export function blocksRequested(method: string, params: unknown): number | null {
  if (method !== "eth_getLogs" || !Array.isArray(params)) return null;
  const { fromBlock, toBlock } = params[0] as { fromBlock?: string; toBlock?: string };
  return fromBlock === undefined || toBlock === undefined ? null : Number(BigInt(toBlock) - BigInt(fromBlock)) + 1;
}

/** Reads logs by block numbers, and a single block's logs by its hash. */
export interface LogReads<T> {
  inRange(blocks: BlockRange): Promise<T>;
  inBlock(number: bigint): Promise<T>;
}

/**
 * Reads from the first block of a range on, requesting fewer blocks until an endpoint accepts the range.
 * @param rangeMax the most blocks that an endpoint takes now
 * @returns the logs, and the last block covered
 */
export async function readLogRange<T>(
  rangeMax: () => number,
  { from, to }: BlockRange,
  { inRange, inBlock }: LogReads<T>,
): Promise<{ readonly logs: T; readonly to: bigint }> {
  for (;;) {
    const blocks = Math.min(Number(to - from) + 1, rangeMax());
    if (blocks <= 1) return { logs: await inBlock(from), to: from };
    const last = from + BigInt(blocks) - 1n;
    try {
      return { logs: await inRange({ from, to: last }), to: last };
    } catch (error) {
      if (rangeMax() >= blocks) throw error; // no endpoint refused the range
    }
  }
}
