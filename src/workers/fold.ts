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

export interface Listing {
  /** Folds some events. @returns false if there were none */
  catchUpSome(): Promise<boolean>;
  /** Brings the index of references up to date. */
  indexReferences(): Promise<void>;
  /** @returns false if the listing lacks no totals */
  refineSome(): Promise<boolean>;
  /** @returns false if no ended span has sets to pack */
  packSome(): Promise<boolean>;
}

/** One run. @returns false if there was nothing to do */
export async function keepListing(lists: Listing): Promise<boolean> {
  const hasFolded = await lists.catchUpSome();
  // Lists fold as well, so there may be new references even if no event was left.
  await lists.indexReferences();
  // Beside new events, because a busy partner always has some.
  const hasTidied = (await lists.refineSome()) || (await lists.packSome());
  return hasFolded || hasTidied;
}

export function startFoldWorker(lists: Listing, activity: Pick<Activity, "onUnlisted">, log: Log): Loop {
  let wasBusy = false;
  const loop = startLoop({
    name: "fold",
    intervalMs: () => (wasBusy ? FOLD_INTERVAL_MS : IDLE_INTERVAL_MS),
    log,
    run: async () => {
      wasBusy = await keepListing(lists);
      return false;
    },
  });
  activity.onUnlisted(() => loop.wake());
  return loop;
}
