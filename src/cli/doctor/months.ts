// The doctor's check that payments of the next weeks have partitions to go to, which workers add.
import { openStore } from "../../store/store.ts";
import { secondText } from "../output/text.ts";

interface MonthsFinding {
  readonly part: string;
  readonly state: "problem";
  readonly message: string;
}

/** Workers add months 3 months ahead. TurnpikeMonthsMissing (deploy/prometheus) has the same bound. */
const AHEAD_MIN_DAYS = 60;

export async function checkMonths(databaseUrl: string): Promise<MonthsFinding[]> {
  const store = openStore({ url: databaseUrl, connectionsMax: 1, onError: () => {} });
  try {
    const endsAt = (await store.months.list()).at(-1)?.endsAt ?? new Date(0);
    const { nowMs } = await store.processes.look();
    if (endsAt.getTime() > nowMs + AHEAD_MIN_DAYS * 86_400_000) return [];
    const message =
      `from ${secondText(endsAt)} on, no payment can be created: no worker has added the months. ` +
      "See TurnpikeMonthsMissing in docs/runbook.md";
    return [{ part: "database", state: "problem", message }];
  } finally {
    await store.close();
  }
}
