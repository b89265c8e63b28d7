// Admission of list reads: limits concurrency, brings the listing up to date, then reads a snapshot.
import { Semaphore } from "../../concurrency/semaphore.ts";
import { Refusal } from "../../operations/errors/refusal.ts";
import { withTimeout } from "../../operations/timing/with-timeout.ts";
import type { PaymentFilter } from "../../payment/list.ts";
import type { Database, Queryable } from "../database.ts";
import { sharedRun } from "./shared-run.ts";

export interface Reading {
  /** Reads payment lists, which are brought up to date first. */
  read<T>(filter: Pick<PaymentFilter, "partnerId" | "reference">, work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Reads other lists of a partner, with the same permits. */
  readPlain<T>(
    partnerId: string,
    facts: { readonly isSearch: boolean },
    work: (tx: Queryable) => Promise<T>,
  ): Promise<T>;
}

/** How long a list waits for a connection, and again for the listing to catch up. */
const WAIT_MS = 10_000;

/**
 * Half of the database's connections may read lists, half of those for one partner; a quarter may search, one per
 * partner. The others remain free for payments.
 */
const LISTS = 1 / 2;
const SEARCHES = 1 / 4;

/**
 * Requests of one partner at a time, with those that wait. The 100 tabs that may wait for changes of one partner
 * (store/feed.ts) read them at the same moment, and then reload their lists.
 */
const OF_PARTNER_MAX = 200;
/** One search at a time runs: with half a second each, more would not get their turn in time. */
const SEARCHES_WAITING_MAX = 20;

export function createReading(
  /** Where lists are read: the primary, or a replica that has what the primary has. */
  db: Pick<Database, "snapshot">,
  { connectionsMax, catchUp }: { readonly connectionsMax: number; readonly catchUp: () => Promise<void> },
): Reading {
  const part = (share: number) => Math.max(1, Math.floor(connectionsMax * share));
  const lists = new Semaphore({ atOnceMax: part(LISTS), ofOwnerMax: part(LISTS / 2), waitMs: WAIT_MS, tooMany });
  const searches = new Semaphore({
    atOnceMax: part(SEARCHES),
    ofOwnerMax: 1,
    ofOwnerWaitingMax: SEARCHES_WAITING_MAX,
    waitMs: WAIT_MS,
    tooMany,
  });
  const requests = new Semaphore({
    atOnceMax: Number.POSITIVE_INFINITY,
    ofOwnerMax: OF_PARTNER_MAX,
    ofOwnerWaitingMax: 0,
    waitMs: 0,
    tooMany,
  });
  const shared = sharedRun(catchUp);

  const readInTurn: Reading["readPlain"] = (partnerId, { isSearch }, work) => {
    const read = () => lists.run(partnerId, () => db.snapshot(work));
    return isSearch ? searches.run(partnerId, read) : read();
  };
  return {
    read: ({ partnerId, reference }, work) =>
      requests.run(partnerId, async () => {
        await inTime(shared());
        return readInTurn(partnerId, { isSearch: reference !== null }, work);
      }),
    readPlain: (partnerId, facts, work) => requests.run(partnerId, () => readInTurn(partnerId, facts, work)),
  };
}

/** After a burst, or at startup, there is much to fold; the caller then gets an error instead of a long wait. */
const inTime = (work: Promise<void>): Promise<void> =>
  withTimeout(work, WAIT_MS, () => {
    throw notYet();
  });

const tooMany = (): Refusal =>
  new Refusal("rate_limited", "Too many lists are being read at once: ask for fewer at a time, or repeat in a moment", {
    retryAfterS: 1,
  });

const RETRY_AFTER_S = 5;

const notYet = (): Refusal =>
  new Refusal("internal_error", "The list is not up to date yet: repeat the request", {
    retryAfterS: RETRY_AFTER_S,
  });
