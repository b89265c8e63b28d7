// PostgreSQL keeps a plan that it made while the listing was empty. Lists must still look up payments afterwards,
// instead of reading all that there are.
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { UNFILTERED } from "../../src/payment/list.ts";
import { type Database, openDatabase } from "../../src/store/database.ts";
import { createListStore } from "../../src/store/listing/lists.ts";
import { type FreshDatabase, freshDatabase } from "../harness/postgres.ts";
import { Books } from "./books.ts";

/** PostgreSQL plans so many runs of a statement anew before it may keep a plan. */
const OWN_PLANS = 5;
const NEWEST = { by: "date", direction: "desc" } as const;

let created = 0;
const newId = (): string => `pay_00${created++}`;

let database: FreshDatabase;
let db: Database;
let lists: ReturnType<typeof createListStore>;
let books: Books;

beforeAll(async () => {
  database = await freshDatabase({ template: inject("templateDatabase") });
  // One connection: it keeps the plans, and its statistics are asked for after the lists.
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

/** Kinds are few, so they may be read as a whole. */
async function rowsScanned(): Promise<number> {
  await db.query({ text: "select pg_stat_force_next_flush()" });
  const { rows } = await books.sql(
    `select coalesce(sum(seq_tup_read), 0)::integer as scanned from pg_stat_user_tables
      where relname ~ '^(listed|payment|confirmations|transfers|refunds|merchants|fine_totals|buyer_sets)'
        and relname <> 'payment_kinds'`,
  );
  return rows[0].scanned;
}

test.each([
  ["of a partner", null],
  ["of a merchant", ["mrch_a"]],
])("a list %s reads no table as a whole", async (_, merchantIds) => {
  const filter = { ...UNFILTERED, partnerId: "prtn_a", merchantIds };
  await books.createOpen(newId());
  for (let run = 0; run <= OWN_PLANS; run++) await lists.page(filter, NEWEST, null, 50);
  for (let number = 0; number < 200; number++) await books.createOpen(newId());
  while (await lists.catchUpSome());
  const before = await rowsScanned();
  const { statistics } = await lists.page(filter, NEWEST, null, 50);
  expect(statistics.payments).toBeGreaterThan(200n);
  expect((await rowsScanned()) - before).toBe(0);
});
