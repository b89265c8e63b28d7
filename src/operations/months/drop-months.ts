// Drops old months of payments, oldest first. A month leaves all lists at once; then its rows in other tables are
// deleted, then its partitions, then the rows that payments are shown with. The next call continues an interrupted one.
import { setTimeout as sleep } from "node:timers/promises";
import type { Month, MonthStore } from "../ports/months.ts";

export interface DropMonthsPorts {
  readonly months: Omit<MonthStore, "add">;
  /** Brings the lists up to date. */
  readonly lists: { projectSome(): Promise<boolean> };
}

export type DroppedMonth =
  | { readonly type: "dropped"; readonly month: Month }
  /** Some ids of payments that must end first. Later months are not looked at. */
  | { readonly type: "kept"; readonly month: Month; readonly unfinished: readonly string[] };

/** Statements that wait behind an attempt run before the next one. */
const RETRY_AFTER_MS = 1_000;
/** A minute of attempts: Turnpike's statements on months end within 30 s. */
const ATTEMPTS_MAX = 60;

/** Thrown after a minute of attempts. */
export class MonthLockedError extends Error {
  constructor({ name }: Month) {
    super(
      `the partitions of ${name} could not be deleted, because other transactions hold locks on them for a minute: ` +
        "end long transactions, such as a backup or a vacuum against wraparound, and repeat the command",
    );
    this.name = "MonthLockedError";
  }
}

/**
 * @param before drops months that ended by then and are old enough
 * @param onProgress the rows deleted so far from tables without months
 * @throws MonthLockedError
 */
export async function dropMonths(
  { months, lists }: DropMonthsPorts,
  before: Date,
  onProgress: (month: Month, rows: number) => void,
): Promise<readonly DroppedMonth[]> {
  while (await lists.projectSome());
  // An interrupted command may have left rows.
  await deleteAll(() => months.deleteRest());
  const results: DroppedMonth[] = [];
  for (const month of await droppable({ months }, before)) {
    if (!month.isDropped) {
      const unfinished = await months.unfinished(month);
      if (unfinished.length > 0 || !(await months.drop(month))) {
        results.push({ type: "kept", month, unfinished });
        break;
      }
    }
    await deleteAll(
      () => months.deletePage(month),
      (rows) => onProgress(month, rows),
    );
    await deletePartitions(months, month);
    await deleteAll(() => months.deleteRest());
    results.push({ type: "dropped", month });
  }
  return results;
}

async function deleteAll(deletePage: () => Promise<number>, onProgress: (rows: number) => void = () => {}) {
  let rows = 0;
  for (let page = await deletePage(); page > 0; page = await deletePage()) {
    rows += page;
    onProgress(rows);
  }
}

/** The months that dropMonths would drop. */
export const droppable = async (
  { months }: { readonly months: Pick<MonthStore, "list"> },
  before: Date,
): Promise<readonly Month[]> =>
  (await months.list()).filter(({ endsAt, isOld, isDropped }) => isDropped || (isOld && endsAt <= before));

async function deletePartitions(months: Pick<MonthStore, "deletePartitions">, month: Month): Promise<void> {
  for (let attempt = 1; !(await months.deletePartitions(month)); attempt++) {
    if (attempt === ATTEMPTS_MAX) throw new MonthLockedError(month);
    await sleep(RETRY_AFTER_MS);
  }
}
