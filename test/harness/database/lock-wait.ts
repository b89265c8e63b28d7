// Statements that wait for a lock in the test's database.
import type { TestServer } from "../server/server.ts";

/** Resolves once this many statements wait. */
export async function untilWaiting({ sql }: Pick<TestServer, "sql">, count: number): Promise<void> {
  for (let waiting = 0; waiting < count; ) {
    const [row] = await sql<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    waiting = row?.count ?? 0;
  }
}
