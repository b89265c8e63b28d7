// Keeps the listing nearly up to date, so that a list has little to projection before it reads.
import type { Log } from "../operations/log.ts";
import type { Activity } from "./activity.ts";
import { type Loop, startLoop } from "./loop.ts";

/**
 * At most 2 000 events are projected per run: under heavier load, creating payments has priority over listing them.
 */
export const PROJECT_INTERVAL_MS = 200;

/**
 * Fewer events wait for a second: a projection of one takes nearly as long as one of twenty. A list that is read meanwhile
 * would wait for the projection, and it projections these events itself.
 */
const MANY = 20;
const FEW_INTERVAL_MS = 1_000;

/** While nothing is left to projection. */
const IDLE_INTERVAL_MS = 5 * 60_000;

export interface Listing {
  /** Projects some events. @returns false if there were fewer than `atLeast` */
  projectSome(atLeast: number): Promise<boolean>;
  /** Brings the index of references up to date. */
  indexReferences(): Promise<void>;
  /** @returns false if the listing lacks no totals */
  backfillSome(): Promise<boolean>;
  /** @returns false if no ended bucket has sets to pack */
  packSome(): Promise<boolean>;
}

/** @returns one run, which resolves to false if nothing was left to do */
export function createListUpkeep(
  lists: Listing,
  nowMs: () => number = () => performance.now(),
): () => Promise<boolean> {
  let dueMs = Number.NEGATIVE_INFINITY;
  return async () => {
    const isDue = nowMs() >= dueMs;
    const hasFolded = await lists.projectSome(isDue ? 1 : MANY);
    if (isDue) dueMs = nowMs() + FEW_INTERVAL_MS;
    // Lists projection as well, so there may be new references even if no event was left.
    if (hasFolded || isDue) await lists.indexReferences();
    // Beside new events, because a busy partner always has some.
    const hasTidied = (await lists.backfillSome()) || (await lists.packSome());
    return hasFolded || hasTidied || !isDue;
  };
}

export function startProjectionWorker(lists: Listing, activity: Pick<Activity, "onUnlisted">, log: Log): Loop {
  const keep = createListUpkeep(lists);
  let wasBusy = false;
  const loop = startLoop({
    name: "fold",
    intervalMs: () => (wasBusy ? PROJECT_INTERVAL_MS : IDLE_INTERVAL_MS),
    log,
    run: async () => {
      wasBusy = await keep();
      return false;
    },
  });
  activity.onUnlisted(() => loop.wake());
  return loop;
}
