// Projects events all the time, so that a list has little to project before it reads.
import type { Log } from "../operations/ports/log.ts";
import type { Activity } from "./activity.ts";
import { type Loop, startLoop } from "./loop.ts";

/**
 * A run projects at most 2 000 events: under heavier load, creating payments has priority over listing them.
 */
export const PROJECT_INTERVAL_MS = 200;

/**
 * Fewer events wait for a second: projecting one takes nearly as long as projecting twenty. A list that is read during
 * that time would wait for the projection, and it projects these events itself.
 */
const MANY = 20;
const FEW_INTERVAL_MS = 1_000;

/** Interval while the outbox is empty. */
const IDLE_INTERVAL_MS = 5 * 60_000;

export interface ProjectedLists {
  /** Projects some events. @returns false if there were fewer than `atLeast` */
  projectSome(atLeast: number): Promise<boolean>;
  /** Brings the index of references up to date. */
  indexReferences(): Promise<void>;
  /** @returns false if no ended bucket has bitmaps to pack */
  packSome(): Promise<boolean>;
}

/** @returns one run, which resolves to false if nothing was left to do */
export function createListUpkeep(
  lists: ProjectedLists,
  nowMs: () => number = () => performance.now(),
): () => Promise<boolean> {
  let dueMs = Number.NEGATIVE_INFINITY;
  return async () => {
    const isDue = nowMs() >= dueMs;
    const hasProjected = await lists.projectSome(isDue ? 1 : MANY);
    if (isDue) dueMs = nowMs() + FEW_INTERVAL_MS;
    // Lists project events as well, so there may be new references even if no event was left.
    if (hasProjected || isDue) await lists.indexReferences();
    // Runs even while events arrive: a busy partner always has some.
    const hasPacked = await lists.packSome();
    return hasProjected || hasPacked || !isDue;
  };
}

export function startProjectionWorker(lists: ProjectedLists, activity: Pick<Activity, "onUnlisted">, log: Log): Loop {
  const keep = createListUpkeep(lists);
  let wasBusy = false;
  const loop = startLoop({
    name: "projection",
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
