// Permits to read lists: the database connections of this process that they may use.
import { Semaphore } from "../../concurrency/semaphore.ts";
import { Refusal } from "../../operations/errors/refusal.ts";

export interface ReadPermits {
  /** Requests that read lists or wait to. */
  readonly requests: Pick<Semaphore, "run">;
  readonly lists: Pick<Semaphore, "run">;
  readonly searches: Pick<Semaphore, "run">;
  readonly replays: Pick<Semaphore, "run">;
}

/** Maximum wait of a list for a connection. */
const WAIT_MS = 10_000;

/**
 * Half of the database's connections may read lists, half of those for one partner; a quarter may search or replay
 * events, one per partner. The others remain free for payments.
 */
const LISTS = 1 / 2;
const SEARCHES = 1 / 4;

/**
 * Concurrent requests of one partner, waiting ones included. Up to 100 tabs may wait for changes of one partner
 * (store/events/feed.ts); they read the changes at the same moment, and then reload their lists.
 */
const OF_PARTNER_MAX = 200;
/** One search runs at a time. Each takes half a second, so more would not get their turn in time. */
const SEARCHES_WAITING_MAX = 20;

export function createPermits(connectionsMax: number): ReadPermits {
  const tooManyLists = tooMany("Too many lists are being read at once: ask for fewer at a time, or repeat in a moment");
  const part = (share: number) => Math.max(1, Math.floor(connectionsMax * share));
  return {
    requests: new Semaphore({
      atOnceMax: Number.POSITIVE_INFINITY,
      ofOwnerMax: OF_PARTNER_MAX,
      ofOwnerWaitingMax: 0,
      waitMs: 0,
      tooMany: tooManyLists,
    }),
    lists: new Semaphore({
      atOnceMax: part(LISTS),
      ofOwnerMax: part(LISTS / 2),
      ofOwnerWaitingMax: OF_PARTNER_MAX,
      waitMs: WAIT_MS,
      tooMany: tooManyLists,
    }),
    searches: new Semaphore({
      atOnceMax: part(SEARCHES),
      ofOwnerMax: 1,
      ofOwnerWaitingMax: SEARCHES_WAITING_MAX,
      waitMs: WAIT_MS,
      tooMany: tooManyLists,
    }),
    // A replay already holds its connection, because its request may be a transaction.
    replays: new Semaphore({
      atOnceMax: part(SEARCHES),
      ofOwnerMax: 1,
      waitMs: 0,
      ofOwnerWaitingMax: 0,
      tooMany: tooMany("Other events are being replayed: repeat in a moment"),
    }),
  };
}

const tooMany = (message: string) => (): Refusal => new Refusal("rate_limited", message, { retryAfterS: 1 });
