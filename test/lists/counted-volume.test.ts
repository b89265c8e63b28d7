// The sums of charts whichever version's process projects, and their repair: versions before 0017 did not count them.
import { readFile } from "node:fs/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Database, openDatabase } from "../../src/store/database.ts";
import { createListStore } from "../../src/store/lists/lists.ts";
import { runSteps } from "../../src/store/migration-steps.ts";
import { untilWaiting } from "../harness/lock-wait.ts";
import { type FreshDatabase, freshDatabase } from "../harness/postgres.ts";
import { endFirstMonth } from "../store/ended-months.ts";
import { Books } from "./books.ts";
import { compareLists } from "./compare.ts";
import { addPartners, DAY_MS, randomPayments } from "./random-payments.ts";

const SEED = Number(process.env.SEED ?? 20_261_124);
const PAYMENTS = 300;
const MONTHS = 6;
const MIGRATION = new URL("../../src/store/migrations/0053_payment_volume_counted.steps.sql", import.meta.url);
const SUMS = "select * from payment_volume where created <> 0 order by scope, quarter, currency";

let database: FreshDatabase;
let db: Database;
let client: pg.Client;
let books: Books;
let lists: ReturnType<typeof createListStore>;
let payments: ReturnType<typeof randomPayments>;
let keptSinceMs: number;

const sql = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> =>
  (await books.sql(text)).rows as Row[];

beforeAll(async () => {
  database = await freshDatabase({ template: inject("templateDatabase") });
  client = new pg.Client({ connectionString: database.databaseUrl });
  await client.connect();
  await endFirstMonth(client, MONTHS);
  db = openDatabase({ url: database.databaseUrl, connectionsMax: 4, onError: () => {} });
  lists = createListStore(db, 8);
  books = await Books.open(database.databaseUrl);
  await addPartners(books);
  const [first] = await sql<{ ends_at: Date }>("select ends_at from payment_months order by ends_at limit 1");
  keptSinceMs = first?.ends_at.getTime() ?? 0;
  payments = randomPayments(SEED, { firstMs: keptSinceMs - 10 * DAY_MS, days: 40, busyMs: keptSinceMs - 500_000 });
  for (let i = 0; i < PAYMENTS; i++) {
    await books.create(payments.newEntry(i));
    await payments.moveOn(books, payments.oneOf(books.entries));
  }
  while (await lists.projectSome());
});
afterAll(async () => {
  await books.close();
  await client.end();
  await db.close();
  await database.drop();
});

/** Compares random charts with a recount of the payments that are kept. */
async function compareCharts(sinceMs = Number.NEGATIVE_INFINITY): Promise<void> {
  const kept = books.entries.filter(({ createdMs }) => createdMs >= sinceMs);
  const compare = compareLists(lists, () => kept, payments);
  for (let i = 0; i < 12; i++) await compare.volume();
}

const BEND = `
  update payment_volume set created = created - 1 where quarter % 3 = 0;
  update payment_volume set succeeded = 0, revenue = 0 where quarter % 5 = 0;
  delete from payment_volume where quarter % 4 = 1;
  update payment_volume set created = created + 7, succeeded = succeeded + 7, revenue = revenue + 700
   where quarter % 7 = 2`;

test("the migration repairs sums that are too small, missing or too large, and leaves right ones", async () => {
  await compareCharts();
  const right = await sql(SUMS);
  expect(right.some(({ succeeded }) => succeeded > 0)).toBe(true);
  await books.sql(BEND);
  expect(await sql(SUMS)).not.toEqual(right);
  await runSteps(client, MIGRATION, () => {});
  expect(await sql(SUMS)).toEqual(right);
  const written = "select xmin::text from payment_volume";
  const before = await sql(written);
  await runSteps(client, MIGRATION, () => {});
  expect(await sql(written)).toEqual(before);
});

test("payments that are folded while the migration counts the others are counted once", async () => {
  await compareCharts();
  const [right] = await sql("select sum(created) as created, sum(succeeded) as succeeded from payment_volume");
  await books.sql("update payment_volume set created = created - 1");
  const recount = (await readFile(MIGRATION, "utf8")).split(/^-- step.*$/m).at(-1) ?? "";
  const folding = await Books.open(database.databaseUrl);
  // Each listed payment again, with another id, which also opens new quarters.
  await folding.sql("begin; select from listing_progress for update");
  const repairing = client.query(recount);
  await untilWaiting({ sql: sql as never }, 1);
  await folding.sql(`insert into listed_payments
    select 'copy ' || payment_id, partner_id, kind, merchant, created_at + interval '1 hour', currency, amount, standard,
           buyer from listed_payments`);
  await folding.sql("commit");
  await folding.close();
  await repairing;
  expect(await sql("select sum(created) as created, sum(succeeded) as succeeded from payment_volume")).toEqual([
    { created: String(2 * Number(right?.created)), succeeded: String(2 * Number(right?.succeeded)) },
  ]);
  await books.sql("delete from listed_payments where payment_id like 'copy %'");
  await runSteps(client, MIGRATION, () => {});
  await compareCharts();
});

test("the migration steps back from a vacuum, so that lists do not wait behind it", async () => {
  await books.sql("begin; lock table listed_payments in share update exclusive mode");
  await expect(runSteps(client, MIGRATION, () => {})).rejects.toMatchObject({ code: "55P03" });
  await books.sql("commit");
  await runSteps(client, MIGRATION, () => {});
});

test("what a version folds that counts the sums itself is counted once", async () => {
  const before = await sql(SUMS);
  await books.sql(`
    insert into payment_volume as v select scope, quarter, currency, 1, 1, 100 from payment_volume
    on conflict (scope, quarter, currency) do update set created = v.created + excluded.created`);
  expect(await sql(SUMS)).toEqual(before);
});

test("sums of dropped months stay as they are", async () => {
  const dropped = `${SUMS.replace("created <> 0", `quarter < ${keptSinceMs / 900_000}`)}`;
  const before = await sql(dropped);
  expect(before).not.toEqual([]);
  await books.sql(
    "update payment_months set dropped_at = now() where ends_at = (select min(ends_at) from payment_months)",
  );
  await books.sql(`delete from listed_payments where created_at < to_timestamp(${keptSinceMs / 1_000})`);
  await books.sql(`update payment_volume set created = 0 where quarter >= ${keptSinceMs / 900_000}`);
  await runSteps(client, MIGRATION, () => {});
  expect(await sql(dropped)).toEqual(before);
  await compareCharts(keptSinceMs);
});
