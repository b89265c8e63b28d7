// Learns how many blocks of logs an endpoint returns in one call. A node's limit shows in many ways: an error, silence,
// a proxy's page, a dropped connection. So any failure of a range narrows it; only one block's failure is an outage.
import type { BlockRange } from "../../../operations/ports/chain/chain-reader.ts";

export interface LogRange {
  /** The maximum number of blocks to request now. */
  max(): number;
  /** The endpoint returned the logs of this many blocks. */
  served(blocks: number): void;
  /** The endpoint did not return the logs of this many blocks. */
  failed(blocks: number): void;
}

/** The limit of most providers. */
export const LOG_RANGE_MAX = 500;
/** The limit doubles after each such period, because many logs or high load may have caused the failure. */
const GROW_MS = 15_000;
/** The period doubles each time the endpoint fails again after growth, because a silent node costs a timeout. */
const GROW_MS_MAX = 600_000;
/** Four steps from the largest range to a single block. */
const NARROWING = 4;

/** The next range after one that failed. */
export const narrowed = (blocks: number): number => Math.max(Math.floor(blocks / NARROWING), 1);

export function createLogRange(nowMs: () => number = () => performance.now()): LogRange {
  let limit = LOG_RANGE_MAX;
  let sinceMs = 0;
  let growMs = GROW_MS;
  let hasGrown = false;
  let failedBlocks = Number.POSITIVE_INFINITY;
  return {
    max() {
      for (; limit < LOG_RANGE_MAX && nowMs() - sinceMs >= growMs; sinceMs += growMs) {
        limit = Math.min(2 * limit, LOG_RANGE_MAX);
        hasGrown = true;
      }
      return limit;
    },
    served(blocks) {
      if (blocks >= failedBlocks) growMs = GROW_MS;
    },
    failed(blocks) {
      if (hasGrown) growMs = Math.min(2 * growMs, GROW_MS_MAX);
      hasGrown = false;
      failedBlocks = blocks;
      // A larger range may fail after a smaller one: it was given up before it ended.
      limit = Math.min(limit, narrowed(blocks));
      sinceMs = nowMs();
    },
  };
}

/** Blocks of an eth_getLogs request by numbers; null for any other request. */
export function blocksRequested(method: string, params: unknown): number | null {
  if (method !== "eth_getLogs" || !Array.isArray(params)) return null;
  const { fromBlock, toBlock } = (params[0] ?? {}) as { fromBlock?: string; toBlock?: string };
  return fromBlock === undefined || toBlock === undefined ? null : Number(BigInt(toBlock) - BigInt(fromBlock)) + 1;
}

/** Whether a request is for the logs of more than one block. */
export const isWide = (blocks: number | null): blocks is number => blocks !== null && blocks > 1;

/** Reads logs by block numbers, and a single block's logs by its hash. */
export interface LogReads<T> {
  inRange(blocks: BlockRange): Promise<T>;
  inBlock(number: bigint): Promise<T>;
}

/**
 * Reads from the first block of a range on, requesting fewer blocks after any failure.
 * @param rangeMax the most blocks that an endpoint takes now
 * @returns the logs, and the last block covered
 * @throws the failure of a single block
 */
export async function readLogRange<T>(
  rangeMax: () => number,
  { from, to }: BlockRange,
  { inRange, inBlock }: LogReads<T>,
): Promise<{ readonly logs: T; readonly to: bigint }> {
  for (let most = Number(to - from) + 1; ; ) {
    const blocks = Math.min(most, rangeMax());
    if (blocks <= 1) return { logs: await inBlock(from), to: from };
    const last = from + BigInt(blocks) - 1n;
    try {
      return { logs: await inRange({ from, to: last }), to: last };
    } catch {
      most = narrowed(blocks); // the reason does not matter: a single block decides
    }
  }
}
