// Deletes what has been kept long enough: idempotent answers, transactions that nobody sent, buyers' data.

import type { Log } from "../operations/log.ts";
import { type Loop, startLoop } from "./loop.ts";

/** What is kept for days may wait for minutes. */
const FORGET_INTERVAL_MS = 10 * 60_000;

export const startForgetWorker = (
  /** Each deletes a page of one kind. */
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
