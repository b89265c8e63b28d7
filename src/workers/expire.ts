// Expires payments that are not read (reading a payment expires it as well), and reports payments that stay open past
// their expiry because a chain that may have been paid on is not followed that far.
import type { Log } from "../operations/ports/log.ts";
import { createLogThrottle } from "../operations/timing/log-throttle.ts";
import type { Activity } from "./activity.ts";
import { type Loop, startLoop } from "./loop.ts";

const EXPIRE_INTERVAL_MS = 1_000;
/** Interval while no payment is due. */
const IDLE_INTERVAL_MS = 5 * 60_000;
const REPORT_INTERVAL_MS = 15_000;
/** A chain's next block is read well within this time after a payment's expiry. */
const LATE_S = 60;

interface ExpiringPayments {
  expireDue(): Promise<{ readonly hasMore: boolean }>;
  awaitedChains(
    sinceS: number,
  ): Promise<readonly { readonly chain: string; readonly payments: number; readonly followedToS: number | null }[]>;
}

export function startExpireWorkers(
  payments: ExpiringPayments,
  activity: Pick<Activity, "hasDue" | "onDue">,
  log: Log,
): readonly Loop[] {
  const throttle = createLogThrottle();
  const reported = new Set<string>();
  const expire = startLoop({
    name: "expire",
    intervalMs: () => (activity.hasDue() ? EXPIRE_INTERVAL_MS : IDLE_INTERVAL_MS),
    log,
    run: async () => (await payments.expireDue()).hasMore,
  });
  const report = startLoop({
    name: "report unexpired",
    intervalMs: REPORT_INTERVAL_MS,
    log,
    run: async () => {
      if (!activity.hasDue() && reported.size === 0) return false;
      const awaited = await payments.awaitedChains(LATE_S);
      for (const { chain, payments: count, followedToS } of awaited) {
        const followedTo = followedToS === null ? null : new Date(followedToS * 1_000).toISOString();
        reported.add(chain);
        throttle.warn(chain, () =>
          log.error(
            { chain, payments: count, followedTo },
            "payments stay open past their expiry: the chain is not followed far enough to know who paid in time. " +
              "Run turnpike doctor",
          ),
        );
      }
      for (const chain of reported) {
        if (awaited.some((each) => each.chain === chain)) continue;
        reported.delete(chain);
        throttle.recovered(chain, () => log.info({ chain }, "no payment waits for the chain past its expiry"));
      }
      return false;
    },
  });
  activity.onDue(() => expire.wake());
  return [expire, report];
}
