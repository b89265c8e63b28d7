// Tells which of a partner's payments have changed, and on request holds the answer until one has (long-poll).
import { type ChangeSubscription, POLL_MS_MAX } from "./await-status.ts";

/** Up to where a reader has been told everything. */
export interface ChangesPlace {
  /** Number of the newest event. */
  readonly last: bigint;
  /** Numbers below it that were not there then, and may come. */
  readonly holes: readonly bigint[];
}

export interface PartnerChanges {
  readonly place: ChangesPlace;
  readonly paymentIds: readonly string[];
  /** False where more may have changed than these: the reader was away for long, or very many have. */
  readonly isComplete: boolean;
}

export interface AwaitChangesPorts {
  readonly lists: { changes(partnerId: string, since: ChangesPlace | null): Promise<PartnerChanges> };
  readonly feed: {
    /**
     * Wakes where the partner's payments may have changed, or what its keys may do.
     * @throws Refusal rate_limited: too many of the partner's wait
     */
    subscribe(partnerId: string): ChangeSubscription;
  };
  nowMs(): number;
}

/**
 * @param since null: answered at once, with the place to begin from
 * @param wait `mayGoOn` is asked after each wake: who may no longer see the payments waits no longer
 */
export async function awaitChanges(
  { lists, feed, nowMs }: AwaitChangesPorts,
  partnerId: string,
  since: ChangesPlace | null,
  wait: { readonly maxPollMs: number; readonly signal?: AbortSignal; mayGoOn(): Promise<boolean> },
): Promise<PartnerChanges> {
  if (!since || wait.maxPollMs <= 0) return lists.changes(partnerId, since);
  const deadlineMs = nowMs() + Math.min(wait.maxPollMs, POLL_MS_MAX);
  const subscription = feed.subscribe(partnerId); // before the read, so that no change falls between the two
  try {
    let changes = await lists.changes(partnerId, since);
    while (changes.paymentIds.length === 0 && changes.isComplete && !wait.signal?.aborted) {
      const leftMs = deadlineMs - nowMs();
      if (leftMs <= 0) break;
      const goesOn = await subscription.next(leftMs, wait.signal);
      if (!goesOn || !(await wait.mayGoOn())) break;
      changes = await lists.changes(partnerId, since);
    }
    return changes;
  } finally {
    subscription.close();
  }
}
