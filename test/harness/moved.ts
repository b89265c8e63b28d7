// Payments that move as soon as they have ended, with all their rows, to the tables of moved payments.
import pg from "pg";
import { inject } from "vitest";
import { MOVED_AFTER_DAYS_MIN } from "../../src/operations/ports/moves.ts";
import { openStore } from "../../src/store/store.ts";
import { differences } from "./books.ts";
import { type FreshDatabase, freshDatabase } from "./postgres.ts";
import type { TestServer } from "./server.ts";

const SHARDS = 8;

/** For PostgreSQL without Citus: the tables of moved payments stay on this server. */
const STAND_IN = `
  create function create_distributed_table(name text, by text, colocate_with text) returns void language sql as ''`;

/** A database without Citus whose payments move at once, beside the present ones. */
export async function databaseOfMovedPayments(): Promise<FreshDatabase> {
  const database = await freshDatabase({ template: inject("templateDatabase") });
  await letPaymentsMove(database.databaseUrl, STAND_IN);
  return database;
}

/** As `turnpike distribute --yes`, except that payments move at once. @param before SQL that runs first */
export async function letPaymentsMove(url: string, before = "select"): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  const store = openStore({ url, connectionsMax: 1, onError: () => {} });
  try {
    await client.connect();
    await client.query(before);
    await store.distribution.distribute(SHARDS, MOVED_AFTER_DAYS_MIN);
    // An operator cannot set this: partners could not read the events of moved payments.
    await client.query("update payment_moves set after = '0', starts_at = now() - interval '1 minute'");
  } finally {
    await Promise.all([client.end(), store.close()]);
  }
}

/** Moves everything that may move. */
export async function moveAll({ store }: Pick<TestServer, "store">): Promise<void> {
  while (await store.lists.projectSome());
  while (await store.mover.moveSome());
}

const EVERY_PAYMENT = `
  (select id, payment_key from payments union select id, payment_key from moved_payments) p
    left join (select payment_id, fee_receiver from confirmations
                union select payment_id, fee_receiver from moved_confirmations) c`;

/** Of chains, database and balances. */
export const allDifferences = (server: TestServer): Promise<string[]> =>
  differences({
    ...server,
    sql: (text, values) => server.sql(text.replace("payments p left join confirmations c", EVERY_PAYMENT), values),
  });
