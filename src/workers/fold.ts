// Keeps the listing close behind the payments, so that a list has little left to fold before it reads.

import type { Log } from "../operations/log.ts";
import { type Loop, startLoop } from "./loop.ts";

/**
 * One fold of at most 2 000 events each time, whatever there is: while payments come in faster than that, taking them in
 * goes before listing them.
 */
const FOLD_INTERVAL_MS = 200;

export const startFoldWorker = (lists: { catchUpSome(): Promise<void> }, log: Log): Loop =>
  startLoop({
    name: "fold",
    intervalMs: FOLD_INTERVAL_MS,
    log,
    run: async () => {
      await lists.catchUpSome();
      return false;
    },
  });
