// The doctor's list of payments that should have been sent or have ended long ago, across all partners.
import { openStore } from "../store/store.ts";

interface StuckFinding {
  readonly part: string;
  readonly state: "problem";
  readonly message: string;
}

/** More would only repeat the cause. */
const LISTED_MAX = 20;

export async function checkStuck(databaseUrl: string): Promise<readonly StuckFinding[]> {
  const store = openStore({ url: databaseUrl, connectionsMax: 1, onError: () => {} });
  try {
    const stuck = await store.vitals.stuck(LISTED_MAX);
    return stuck.map(({ paymentId, partnerId, chain, state, note, confirmedAt, deadline, isOverdue }) => {
      const since = isOverdue
        ? `stays in processing, ${state}, although its deadline was ${deadline.toISOString()}`
        : `is ${state} since ${confirmedAt.toISOString()}, and no relayer sends it`;
      const why = note === null ? "" : ` (${note})`;
      const message = `${paymentId} of ${partnerId} ${since}${why}. See turnpike payment show ${paymentId}.`;
      return { part: chain, state: "problem", message };
    });
  } finally {
    await store.close();
  }
}
