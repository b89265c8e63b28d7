// Deletes data past its retention: idempotent responses, unsent transactions, sessions and buyer data.
import type { Log } from "../operations/ports/log.ts";
import { type Loop, startLoop } from "./loop.ts";

/** Retention is counted in days, so minutes do not matter. */
const FORGET_INTERVAL_MS = 10 * 60_000;

export const startForgetWorker = (
  /** Each deletes a page of one kind of data. */
  sweeps: readonly (() => Promise<{ readonly hasMore: boolean }>)[],
  log: Log,
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
