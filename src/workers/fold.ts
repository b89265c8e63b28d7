// Keeps the listing nearly up to date, so that a list has little to fold before it reads.
import type { Log } from "../operations/log.ts";
import { type Loop, startLoop } from "./loop.ts";

/**
 * At most 2 000 events are folded per run: under heavier load, creating payments has priority over listing them.
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
