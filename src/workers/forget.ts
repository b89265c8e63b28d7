// Deletes what has been kept long enough: idempotent answers.
import { type Loop, type LoopOptions, startLoop } from "./loop.ts";

/** What is kept for days may wait for minutes. */
const FORGET_INTERVAL_MS = 10 * 60_000;

export const startForgetWorker = (
  answers: { forgetOld(): Promise<{ readonly hasMore: boolean }> },
  log: LoopOptions["log"],
): Loop =>
  startLoop({
    name: "forget",
    intervalMs: FORGET_INTERVAL_MS,
    log,
    run: async () => (await answers.forgetOld()).hasMore,
  });
