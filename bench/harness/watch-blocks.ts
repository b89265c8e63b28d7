// When a node first had each block.
import { setTimeout as sleep } from "node:timers/promises";

/** The node's head is read this often: the precision of the figures. */
const LOOK_MS = 3;

/** @returns `stop`, which resolves to the moment of each block since now (`performance.now`) by number */
export function watchBlocks(node: { getBlockNumber(): Promise<bigint> }) {
  const arrivals = new Map<bigint, number>();
  let isStopped = false;
  const watching = (async () => {
    while (!isStopped) {
      const number = await node.getBlockNumber();
      if (!arrivals.has(number)) arrivals.set(number, performance.now());
      await sleep(LOOK_MS);
    }
  })();
  return {
    async stop(): Promise<ReadonlyMap<bigint, number>> {
      isStopped = true;
      await watching;
      return arrivals;
    },
  };
}
