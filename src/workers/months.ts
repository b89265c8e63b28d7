// Adds the partitions of months before they begin.
import type { Log } from "../operations/ports/log.ts";
import type { MonthStore } from "../operations/ports/months.ts";
import { type Loop, startLoop } from "./loop.ts";

/** There are partitions for months ahead, so hours do not matter. */
const ADD_INTERVAL_MS = 6 * 3_600_000;

export const startMonthsWorker = (months: Pick<MonthStore, "add">, log: Log): Loop =>
  startLoop({
    name: "months",
    intervalMs: ADD_INTERVAL_MS,
    log,
    run: async () => {
      await months.add();
      return false;
    },
  });
