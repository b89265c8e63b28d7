// Transactions that hold events back until they end: those after them may not be complete.
import pg from "pg";
import { expect, vi } from "vitest";
import type { RouteServer } from "../routes/setup.ts";

/** @returns ends it */
export async function holdEventsBack(databaseUrl: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("begin; select pg_current_xact_id()");
  return () => client.end();
}

const WITHIN_MS = 20_000;

/** Waits until no transaction holds the partner's events back. A list waits a quarter of a second at most. */
export async function untilEventsAreComplete({
  sql,
  partnerId,
}: Pick<RouteServer, "sql" | "partnerId">): Promise<void> {
  const heldBack = () =>
    sql(
      `select from payment_events where partner_id = $1 and tx >= (select events_horizon())
       union all
       select from partner_events where partner_id = $1 and tx >= (select events_horizon())`,
      [partnerId],
    );
  await vi.waitFor(async () => expect(await heldBack()).toEqual([]), { interval: 10, timeout: WITHIN_MS });
}
