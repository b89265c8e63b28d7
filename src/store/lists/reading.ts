// Admission of list reads: limits concurrency, projects pending events, then reads a snapshot.
import { Refusal } from "../../operations/errors/refusal.ts";
import { withTimeout } from "../../operations/timing/with-timeout.ts";
import type { PaymentFilter } from "../../payment/lists/list.ts";
import type { Database, Queryable } from "../database/database.ts";
import type { ReadPermits } from "../database/permits.ts";
import { sharedRun } from "./shared-run.ts";

export interface Reading {
  /** Projects pending events, and then reads payment lists. */
  read<T>(
    filter: Pick<PaymentFilter, "partnerId" | "reference" | "creatorId"> & Partial<Pick<PaymentFilter, "tillId">>,
    work: (tx: Queryable) => Promise<T>,
  ): Promise<T>;
  /** Reads other lists of a partner under the same permits. */
  readPlain<T>(
    partnerId: string,
    facts: { readonly isSearch: boolean },
    work: (tx: Queryable) => Promise<T>,
  ): Promise<T>;
}

/** Maximum wait of a list for the projection. */
const WAIT_MS = 10_000;

export function createReading(
  /** The source of lists: the primary, or a replica with all of the primary's data. */
  db: Pick<Database, "snapshot">,
  { permits, projectPending }: { readonly permits: ReadPermits; readonly projectPending: () => Promise<void> },
): Reading {
  const shared = sharedRun(projectPending);

  // The owner is a till or point of sale, which must not use up the partner's permits, or else the partner.
  const readInTurn: Reading["readPlain"] = (owner, { isSearch }, work) => {
    const read = () => permits.lists.run(owner, () => db.snapshot(work));
    return isSearch ? permits.searches.run(owner, read) : read();
  };
  return {
    read: ({ partnerId, reference, tillId = null, creatorId = null }, work) =>
      permits.requests.run(creatorId ?? partnerId, async () => {
        await inTime(shared());
        const isSearch = [reference, creatorId, tillId].some((each) => each !== null);
        return readInTurn(creatorId ?? partnerId, { isSearch }, work);
      }),
    readPlain: (partnerId, facts, work) => permits.requests.run(partnerId, () => readInTurn(partnerId, facts, work)),
  };
}

/** After a burst, or at startup, the projection takes long. The caller then gets an error instead of a long wait. */
const inTime = (work: Promise<void>): Promise<void> =>
  withTimeout(work, WAIT_MS, () => {
    throw notYet();
  });

const RETRY_AFTER_S = 5;

const notYet = (): Refusal =>
  new Refusal("internal_error", "The list is not up to date yet: repeat the request", {
    retryAfterS: RETRY_AFTER_S,
  });
