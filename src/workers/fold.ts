// Keeps the listing nearly up to date, so that a list has little to fold before it reads.
import type { Log } from "../operations/log.ts";
import type { Activity } from "./activity.ts";
import { type Loop, startLoop } from "./loop.ts";

/**
 * At most 2 000 events are folded per run: under heavier load, creating payments has priority over listing them.
 */
const FOLD_INTERVAL_MS = 200;

/** While nothing is left to fold. */
const IDLE_INTERVAL_MS = 5 * 60_000;

export function startFoldWorker(
  lists: {
    /** Folds some events. @returns false if there were none */
    catchUpSome(): Promise<boolean>;
    /** @returns false if the listing lacks no totals */
    refineSome(): Promise<boolean>;
    /** @returns false if no ended span has sets to pack */
    packSome(): Promise<boolean>;
  },
  activity: Pick<Activity, "onUnlisted">,
  log: Log,
): Loop {
  let wasBusy = false;
  const loop = startLoop({
    name: "fold",
    intervalMs: () => (wasBusy ? FOLD_INTERVAL_MS : IDLE_INTERVAL_MS),
    log,
    run: async () => {
      const hasFolded = await lists.catchUpSome();
      // Beside new events, because a busy partner always has some.
      const hasTidied = (await lists.refineSome()) || (await lists.packSome());
      wasBusy = hasFolded || hasTidied;
      return false;
    },
  });
  activity.onUnlisted(() => loop.wake());
  return loop;
}
