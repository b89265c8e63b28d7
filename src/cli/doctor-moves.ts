// The doctor's check that old payments can move to other servers, if they are to (`turnpike distribute`).
import { openStore } from "../store/store.ts";

interface MovesFinding {
  readonly part: string;
  readonly state: "warning";
  readonly message: string;
}

export async function checkMoves(databaseUrl: string): Promise<MovesFinding[]> {
  const store = openStore({ url: databaseUrl, connectionsMax: 1, onError: () => {} });
  try {
    const missing = (await store.distribution.read()).moves?.missingColumns ?? [];
    if (missing.length === 0) return [];
    const changed = `no payment moves, because the schema has changed (${missing.join(", ")})`;
    return [{ part: "old payments", state: "warning", message: `${changed}: run turnpike distribute --yes` }];
  } finally {
    await store.close();
  }
}
