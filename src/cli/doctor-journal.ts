// The doctor's check of the audit journal: whether the database has everything that the journal has.
import { refuseForgotten } from "../startup-checks.ts";
import { openStore } from "../store/store.ts";

export interface JournalFinding {
  readonly part: "audit journal";
  readonly state: "ok" | "problem";
  readonly message: string;
}

/** No finding without a journal. */
export async function checkJournal(journal: string | null, databaseUrl: string): Promise<JournalFinding[]> {
  if (journal === null) return [];
  const part = "audit journal";
  const store = openStore({ url: databaseUrl, connectionsMax: 1, onError: () => {} });
  try {
    await refuseForgotten(journal, store);
    return [{ part, state: "ok", message: "the database has its last entries" }];
  } catch (error) {
    return [{ part, state: "problem", message: error instanceof Error ? error.message : String(error) }];
  } finally {
    await store.close();
  }
}
