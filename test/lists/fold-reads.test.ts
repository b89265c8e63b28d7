// A fold of a few events looks up what it needs. It reads neither all changes that are kept for readers nor all spans
// that have totals.
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Database, openDatabase } from "../../src/store/database.ts";
import { createListStore } from "../../src/store/listing/lists.ts";
import { type FreshDatabase, freshDatabase } from "../harness/postgres.ts";
import { Books } from "./books.ts";

const OWNER = { partnerId: "prtn_a", merchantIds: null };
/** PostgreSQL plans so many runs of a statement anew before it may keep a plan. */
const OWN_PLANS = 5;
/** The places of deleted changes are used again, so those that are kept lie in any order. */
const FILL = `
  insert into listing_changes (upto, partner_id, payment_ids)
  select no, 'prtn_b', '{}' from generate_series(1, 10000) no order by sha256(no::text::bytea);
  update listing_progress set changes = 50100;
  insert into split_spans (scope, level, span)
  select s.no, 6, span from listing_scopes s, generate_series(1, 1000) span where merchant_id = '';
  analyze listing_changes, split_spans`;

let database: FreshDatabase;
let db: Database;
let lists: ReturnType<typeof createListStore>;
let books: Books;

beforeAll(async () => {
  database = await freshDatabase({ template: inject("templateDatabase") });
  // One connection: its statistics are asked for after the folds.
  db = openDatabase({ url: database.databaseUrl, connectionsMax: 1, onError: () => {} });
  lists = createListStore(db, 2);
  books = await Books.open(database.databaseUrl);
  await books.addPartner("prtn_a", ["mrch_a"]);
});
afterAll(async () => {
  await books.close();
  await db.close();
  await database.drop();
});

async function rowsScanned(): Promise<Record<string, number>> {
  await db.query({ text: "select pg_stat_force_next_flush()" });
  const { rows } = await books.sql(
    `select relname, seq_tup_read::integer as scanned from pg_stat_user_tables
      where relname in ('listing_changes', 'split_spans')`,
  );
  return Object.fromEntries(rows.map(({ relname, scanned }) => [relname, scanned]));
}

test("of many changes and spans, a fold reads a few", async () => {
  await books.createOpen("pay_00first");
  await lists.catchUpSome();
  await books.sql(FILL);
  const before = await rowsScanned();
  for (let run = 0; run <= OWN_PLANS; run++) {
    await books.createOpen(`pay_00${run}`);
    expect(await lists.catchUpSome()).toBe(true);
  }
  expect(await rowsScanned()).toEqual(before);
});

test("changes that no reader may be behind by are deleted", async () => {
  await lists.changes(OWNER, null);
  const { rows } = await books.sql(
    "select min(upto)::integer as oldest, (select changes::integer from listing_progress) from listing_changes",
  );
  expect(rows[0]).toEqual({ oldest: rows[0].changes - 50_000 + 1, changes: 50_100 + OWN_PLANS + 1 });
});
