// The books of a month are read from the month's events, not from those before and after it, and lack none.
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type EntryPosition, entriesOf } from "../../../src/operations/books/month.ts";
import { monthOf } from "../../../src/payment/books/entry.ts";
import { createBookEntryStore } from "../../../src/store/books/entries.ts";
import { type Database, openDatabase, type Queryable } from "../../../src/store/database/database.ts";
import { type FreshDatabase, freshDatabase } from "../../harness/database/postgres.ts";
import { rowsReadBy } from "../database/rows-read.ts";

const MONTH = monthOf("2026-03");
const IN_MONTH = 1_800;
const ELSEWHERE = 20_000;
/** Each has an event of `created` and one of `paid`. */
const PAID = IN_MONTH / 2;
const PAGE = 500;
/** Reads that do not depend on the number of events, such as the search for the month's beginning. */
const FEW = 200;
/** A page's events, with the ones that each of them looks up: when its payment was confirmed and paid. */
const OF_PAGE = 4 * PAGE;

/** `$1` events of the shop's payments from time `$2` on, by transactions from `$3` on. */
const FILL = `
  insert into payment_events (payment_id, partner_id, type, status, tx, created_at)
  select 'pay_' || lpad((($3::integer + n) / 2)::text, 32, '0'), 'prtn_a',
         case when n % 2 = 1 then 'paid' else 'created' end, 'x',
         $3::integer + n, $2::timestamptz + n * interval '1 second'
    from generate_series(0, $1::integer - 1) n`;

/** Payments of events at both ends of the month: a transaction gets its number up to an hour after its time. */
const LATE = `
  insert into payment_events (payment_id, partner_id, type, status, tx, created_at)
  select payment_id, 'prtn_a', 'paid', 'x', tx, at::timestamptz from (values
    ('pay_' || lpad('first', 32, '0'), $1::bigint, '2026-03-01T00:00:00Z'),
    ('pay_' || lpad('before', 32, '0'), $1 + 1, '2026-02-28T23:59:59.999Z'),
    ('pay_' || lpad('after', 32, '0'), $2 + 1, '2026-04-01T00:00:00Z'),
    ('pay_' || lpad('later', 32, '0'), $2 + 2, '2026-04-01T00:58:00Z'),
    ('pay_' || lpad('last', 32, '0'), $2 + 3, '2026-03-31T23:59:59.999Z')) late (payment_id, tx, at)`;

const PAYMENTS = `
  insert into payments (id, partner_id, merchant_id, reference_id, currency, amount, expires_at, payment_key)
  select distinct on (payment_id) payment_id, partner_id, 'mrch_a', 'order', 'USD', 100, now(),
         sha256(payment_id::bytea)
    from payment_events where partner_id = 'prtn_a'`;

let database: FreshDatabase;
let db: Database;
beforeAll(async () => {
  database = await freshDatabase({ template: inject("templateDatabase") });
  db = openDatabase({ url: database.databaseUrl, connectionsMax: 2, onError: () => {} });
  await db.query({ text: "insert into partners (id, name, version) values ('prtn_a', 'A', ''), ('prtn_b', 'B', '')" });
  await db.query({
    text: "insert into merchants (id, partner_id, name) select id, 'prtn_a', 'M' from unnest('{mrch_a,mrch_b}'::text[]) id",
  });
  await db.transaction(async (tx) => {
    await tx.query({ text: "set local session_replication_role = replica" });
    await tx.query({ text: FILL, values: [ELSEWHERE, "2026-02-01T00:00:00Z", 1_000] });
    await tx.query({ text: FILL, values: [IN_MONTH, "2026-03-10T00:00:00Z", 100_000] });
    await tx.query({ text: FILL, values: [ELSEWHERE, "2026-04-01T03:00:00Z", 200_000] });
    await tx.query({ text: LATE, values: [90_000, 190_000] });
    await tx.query({ text: PAYMENTS });
  });
  await db.query({ text: "vacuum analyze payment_events, payments" });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const pageOf = (merchantIds: readonly string[] | null, after: EntryPosition | null, on: Queryable = db) =>
  createBookEntryStore(on).entries("prtn_a", merchantIds, MONTH, after, PAGE);

test("each page reads only the month's events, the first one and the last one too", async () => {
  let pages = 0;
  for (let after: EntryPosition | null = null; pages === 0 || after !== null; pages++) {
    const from: EntryPosition | null = after;
    expect(await rowsReadBy(db, (explained) => pageOf(null, from, explained))).toBeLessThan(OF_PAGE + FEW);
    after = (await pageOf(null, from)).end;
  }
  expect(pages).toBe(Math.floor((PAID + 2) / PAGE) + 1);
});

test("a page of a merchant without entries reads only what may be one, and the next pages follow", async () => {
  expect(await rowsReadBy(db, (explained) => pageOf(["mrch_b"], null, explained))).toBeLessThan(PAGE + FEW);
  expect(await pageOf(["mrch_b"], null)).toMatchObject({ entries: [], end: { tx: expect.anything() } });
});

test("a month with none of the partner's events reads none", async () => {
  const empty = monthOf("2025-12");
  const read = (explained: Queryable) => createBookEntryStore(explained).entries("prtn_a", null, empty, null, PAGE);
  expect(await rowsReadBy(db, read)).toBeLessThan(FEW);
});

test.each([
  ["all merchants", null, PAID + 2],
  ["the merchant", ["mrch_a"], PAID + 2],
  ["another merchant", ["mrch_b"], 0],
] as const)(
  "the entries of %s: each once, also if its transaction got its number late",
  async (_, merchantIds, count) => {
    const books = { partnerId: "prtn_a", merchantIds, month: MONTH };
    const found: string[] = [];
    for await (const entries of entriesOf({ bookEntries: createBookEntryStore(db) }, books)) {
      found.push(...entries.map(({ paymentId }) => paymentId));
    }
    const { rows } = await db.query<{ payment_id: string }>({
      text: `select payment_id from payment_events
            where partner_id = 'prtn_a' and type = 'paid' and created_at >= '2026-03-01Z' and created_at < '2026-04-01Z'
            order by tx, id`,
    });
    expect(found).toEqual(count === 0 ? [] : rows.map(({ payment_id }) => payment_id));
    expect(found).toHaveLength(count);
  },
);

test("a closed month shows no name of another partner's user or key", async () => {
  await db.query({
    text: `insert into users (id, partner_id, name, role) values ('usr_a', 'prtn_a', 'Ada', 'owner'),
                                                                ('usr_b', 'prtn_b', 'Bob', 'owner')`,
  });
  await db.query({
    text: `insert into closed_months (partner_id, month, checksum, entries, closed_by)
           select 'prtn_a', month, sha256(''), 0, by
             from (values ('2025-01', 'usr_a'), ('2025-02', 'usr_b')) closed (month, by)`,
  });
  expect((await createBookEntryStore(db).closed("prtn_a")).map(({ closedBy }) => closedBy.name)).toEqual([null, "Ada"]);
});
