// Lists a partner's changed payments, optionally waiting for a change (long poll).
import type { PaymentOwner } from "../../payment/lists/list.ts";
import { type ChangeSubscription, POLL_MS_MAX, type WaitSignal } from "./await-status.ts";

/** A reader's position in the changes. */
export interface ChangesPlace {
  /** Changes before it, of all partners. */
  readonly last: bigint;
}

export interface PartnerChanges {
  readonly place: ChangesPlace;
  readonly paymentIds: readonly string[];
  /** False if the list is incomplete, because the reader was away for long or very many payments changed. */
  readonly isComplete: boolean;
}

export interface AwaitChangesPorts {
  readonly lists: { changes(owner: PaymentOwner, since: ChangesPlace | null): Promise<PartnerChanges> };
  readonly feed: {
    /**
     * Wakes when the partner's payments or the rights of its keys may have changed.
     * @throws Refusal rate_limited if too many of the partner's requests wait
     */
    subscribe(partnerId: string): ChangeSubscription;
  };
}

/**
 * @param since null: returns at once, with the position to begin from
 * @param wait `mayGoOn` is called after each wake and ends the wait once the caller may no longer see the payments
 */
export async function awaitChanges(
  { lists, feed }: AwaitChangesPorts,
  owner: PaymentOwner,
  since: ChangesPlace | null,
  wait: { readonly maxPollMs: number; readonly signal?: WaitSignal; mayGoOn(): Promise<boolean> },
): Promise<PartnerChanges> {
  if (!since || wait.maxPollMs <= 0) return lists.changes(owner, since);
  const deadlineMs = performance.now() + Math.min(wait.maxPollMs, POLL_MS_MAX);
  const subscription = feed.subscribe(owner.partnerId); // before the read, so that no change is missed between the two
  try {
    let changes = await lists.changes(owner, since);
    while (changes.paymentIds.length === 0 && changes.isComplete && !wait.signal?.isOver) {
      const leftMs = deadlineMs - performance.now();
      if (leftMs <= 0) break;
      const goesOn = await subscription.next(leftMs, wait.signal);
      if (!goesOn || !(await wait.mayGoOn())) break;
      changes = await lists.changes(owner, since);
    }
    return changes;
  } finally {
    subscription.close();
  }
}
