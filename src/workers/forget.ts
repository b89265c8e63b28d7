// Deletes data past its retention: idempotent responses, unsent transactions, sessions and buyer data.
import { type Loop, type LoopOptions, startLoop } from "./loop.ts";

/** Retention is counted in days, so minutes do not matter. */
const FORGET_INTERVAL_MS = 10 * 60_000;

export const startForgetWorker = (
  /** Each deletes a page of one kind of data. */
  sweeps: readonly (() => Promise<{ readonly hasMore: boolean }>)[],
  log: LoopOptions["log"],
): Loop =>
  startLoop({
    name: "forget",
    intervalMs: FORGET_INTERVAL_MS,
    log,
    run: async () => {
      const results = await Promise.all(sweeps.map((sweep) => sweep()));
      return results.some(({ hasMore }) => hasMore);
    },
  });
