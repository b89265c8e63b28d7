// Keeps the listing nearly up to date, so that a list has little to fold before it reads.
import type { Log } from "../operations/log.ts";
import type { Activity } from "./activity.ts";
import { type Loop, startLoop } from "./loop.ts";

/**
 * At most 2 000 events are folded per run: under heavier load, creating payments has priority over listing them.
 */
export const FOLD_INTERVAL_MS = 200;

/**
 * Fewer events wait for a second: a fold of one takes nearly as long as one of twenty. A list that is read meanwhile
 * would wait for the fold, and it folds these events itself.
 */
const MANY = 20;
const FEW_INTERVAL_MS = 1_000;

/** While nothing is left to fold. */
const IDLE_INTERVAL_MS = 5 * 60_000;

export interface Listing {
  /** Folds some events. @returns false if there were fewer than `atLeast` */
  catchUpSome(atLeast: number): Promise<boolean>;
  /** Brings the index of references up to date. */
  indexReferences(): Promise<void>;
  /** @returns false if no ended span has sets to pack */
  packSome(): Promise<boolean>;
}

/** @returns one run, which resolves to false if nothing was left to do */
export function createListingUpkeep(
  lists: Listing,
  nowMs: () => number = () => performance.now(),
): () => Promise<boolean> {
  let dueMs = Number.NEGATIVE_INFINITY;
  return async () => {
    const isDue = nowMs() >= dueMs;
    const hasFolded = await lists.catchUpSome(isDue ? 1 : MANY);
    if (isDue) dueMs = nowMs() + FEW_INTERVAL_MS;
    // Lists fold as well, so there may be new references even if no event was left.
    if (hasFolded || isDue) await lists.indexReferences();
    // Beside new events, because a busy partner always has some.
    const hasTidied = await lists.packSome();
    return hasFolded || hasTidied || !isDue;
  };
}

export function startFoldWorker(lists: Listing, activity: Pick<Activity, "onUnlisted">, log: Log): Loop {
  const keep = createListingUpkeep(lists);
  let wasBusy = false;
  const loop = startLoop({
    name: "fold",
    intervalMs: () => (wasBusy ? FOLD_INTERVAL_MS : IDLE_INTERVAL_MS),
    log,
    run: async () => {
      wasBusy = await keep();
      return false;
    },
  });
  activity.onUnlisted(() => loop.wake());
  return loop;
}
