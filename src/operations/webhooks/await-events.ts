// Lists a partner's events, optionally waiting until there is one (long poll).
import { type ChangeSubscription, POLL_MS_MAX, type WaitSignal } from "../payments/await-status.ts";

export interface AwaitEventsPorts<Page> {
  read(): Promise<Page>;
  readonly feed: {
    /** @throws Refusal rate_limited if too many of the partner's requests wait */
    subscribe(partnerId: string): ChangeSubscription;
  };
}

export async function awaitEvents<Page extends { readonly events: readonly unknown[] }>(
  { read, feed }: AwaitEventsPorts<Page>,
  partnerId: string,
  wait: { readonly maxPollMs: number; readonly signal?: WaitSignal },
): Promise<Page> {
  if (wait.maxPollMs <= 0) return read();
  const deadlineMs = performance.now() + Math.min(wait.maxPollMs, POLL_MS_MAX);
  const subscription = feed.subscribe(partnerId); // before the read, so that no event is missed between the two
  try {
    let page = await read();
    while (page.events.length === 0 && !wait.signal?.isOver) {
      const leftMs = deadlineMs - performance.now();
      if (leftMs <= 0) break;
      const goesOn = await subscription.next(leftMs, wait.signal);
      page = await read();
      if (!goesOn) break;
    }
    return page;
  } finally {
    subscription.close();
  }
}
