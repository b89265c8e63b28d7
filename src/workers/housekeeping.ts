// Keeps the database in order: lists are brought up to date, new months get partitions, and old data is deleted.
import type { Log } from "../operations/ports/log.ts";
import type { MonthStore } from "../operations/ports/months.ts";
import type { Activity } from "./activity.ts";
import { startForgetWorker } from "./forget.ts";
import type { Loop } from "./loop.ts";
import { startMonthsWorker } from "./months.ts";
import { startProjectionWorker } from "./project-lists.ts";

/** Deletes a page of old data. */
type Sweep = () => Promise<{ readonly hasMore: boolean }>;

interface Housekept {
  readonly lists: Parameters<typeof startProjectionWorker>[0];
  readonly months: Pick<MonthStore, "add">;
  readonly idempotency: { readonly forgetOld: Sweep };
  readonly intents: { readonly forgetOld: Sweep };
  readonly sessions: { readonly forgetEnded: Sweep };
  readonly events: { readonly forgetOld: Sweep };
  readonly mail: { readonly forgetOld: Sweep };
  readonly buyerData: {
    readonly forgetUnpaid: Sweep;
    forgetOlderThan(days: number): ReturnType<Sweep>;
  };
}

export const startHousekeeping = (
  store: Housekept,
  activity: Pick<Activity, "onUnlisted">,
  { buyerDataRetentionDays, log }: { readonly buyerDataRetentionDays: number; readonly log: Log },
): readonly Loop[] => [
  startProjectionWorker(store.lists, activity, log),
  startMonthsWorker(store.months, log),
  startForgetWorker(
    [
      () => store.idempotency.forgetOld(),
      () => store.intents.forgetOld(),
      () => store.sessions.forgetEnded(),
      () => store.events.forgetOld(),
      () => store.mail.forgetOld(),
      () => store.buyerData.forgetUnpaid(),
      () => store.buyerData.forgetOlderThan(buyerDataRetentionDays),
    ],
    log,
  ),
];
