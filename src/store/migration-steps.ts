// Runs a migration's file of steps: statements outside of a transaction, for what would otherwise block a large table,
// such as `create index concurrently` and `validate constraint`. After an interruption, all steps run again.
import { readFile } from "node:fs/promises";
import type pg from "pg";

/** The line above each step. */
const STEP = /^-- step\b.*$/m;

/** Stands for the end of the names of a month's partitions; a step with it runs for each month (migration 0051). */
const MONTH = "{month}";

/** An index that a step builds. */
const BUILDS = /^create (?:unique )?index concurrently if not exists (\w+) /m;

/**
 * Its steps must let reads and writes pass, because they may wait for long: no timeout applies. Each must be
 * repeatable; an index that an interrupted step has left unusable is dropped before it is built again.
 */
export async function runSteps(client: pg.Client, file: URL, onStart: () => void): Promise<void> {
  const [, ...steps] = (await readFile(file, "utf8")).split(STEP);
  onStart();
  await client.query("set lock_timeout = 0; set statement_timeout = 0");
  for (const step of steps) {
    for (const statement of step.includes(MONTH) ? await ofEachMonth(client, step) : [step]) {
      const index = BUILDS.exec(statement)?.[1];
      if (index !== undefined) await dropUnusable(client, index);
      await client.query(statement);
    }
  }
  await client.query("reset lock_timeout; reset statement_timeout");
}

async function ofEachMonth(client: pg.Client, step: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select name from payment_months where to_regclass('payments_' || name) is not null order by ends_at",
  );
  return rows.map(({ name }) => step.replaceAll(MONTH, name));
}

async function dropUnusable(client: pg.Client, index: string): Promise<void> {
  const { rowCount } = await client.query({
    text: "select from pg_index where indexrelid = to_regclass($1) and not indisvalid",
    values: [index],
  });
  if (rowCount) await client.query(`drop index concurrently ${index}`);
}
