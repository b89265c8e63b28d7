// Lists, searches, statistics and charts omit dropped months: they equal a recount of the kept payments.
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { UNFILTERED } from "../../src/payment/lists/list.ts";
import { type Database, openDatabase, type Queryable } from "../../src/store/database/database.ts";
import { createListStore } from "../../src/store/lists/lists.ts";
import { type FreshDatabase, freshDatabase } from "../harness/database/postgres.ts";
import { endFirstMonth } from "../store/months/ended-months.ts";
import { Books, type Entry } from "./books.ts";
import { compareLists } from "./compare.ts";
import { addPartners, DAY_MS, type RandomPayments, randomPayments } from "./random-payments.ts";

const SEED = Number(process.env.SEED ?? 20_261_123);
const PAYMENTS = 900;
/** Small, so that totals of buckets of every length exist. */
const THRESHOLDS = {
  wholePaymentsMax: 15,
  sparsePaymentsMax: 30,
  sortedMax: 60,
  scannedMax: 60,
  foundMax: 100_000,
  scannedMerchantsMax: 10,
};
/** The first month ended this many months ago. The next month is dropped as well. */
const MONTHS = 6;
const DAYS_BEFORE = 75;

let database: FreshDatabase;
let db: Database;
let lists: ReturnType<typeof createListStore>;
let books: Books;
let payments: RandomPayments;
let compare: ReturnType<typeof compareLists>;
let statements = 0;
let keptSinceMs = Number.NEGATIVE_INFINITY;

const isKept = ({ createdMs }: Entry): boolean => createdMs >= keptSinceMs;
const keptEntries = (): Entry[] => books.entries.filter(isKept);

beforeAll(async () => {
  database = await freshDatabase({ template: inject("templateDatabase") });
  const client = new pg.Client({ connectionString: database.databaseUrl });
  await client.connect();
  await endFirstMonth(client, MONTHS);
  await client.end();
  db = openDatabase({ url: database.databaseUrl, connectionsMax: 4, onError: () => {} });
  const snapshot: Database["snapshot"] = (work) => db.snapshot((tx) => work(counting(tx)));
  lists = createListStore(db, 8, THRESHOLDS, { snapshot });
  books = await Books.open(database.databaseUrl);
  const [first, second] = (await months()).map(({ ends_at }) => ends_at.getTime()) as [number, number];
  payments = randomPayments(SEED, {
    firstMs: first - DAYS_BEFORE * DAY_MS,
    days: DAYS_BEFORE + 150,
    busyMs: second - 500_000, // the busy time contains the second month's end
  });
  compare = compareLists(lists, keptEntries, payments);
  await addPartners(books);
});
afterAll(async () => {
  await books.close();
  await db.close();
  await database.drop();
});

/** Counts statements, except the one that depends on the statuses of a page. */
const counting = (tx: Queryable): Queryable => ({
  query(config) {
    if (config.name !== "paid_rows") statements += 1;
    return tx.query(config);
  },
});

/** The months that are not dropped. */
const months = async (): Promise<readonly { readonly name: string; readonly ends_at: Date }[]> =>
  (await books.sql("select name, ends_at from payment_months where dropped_at is null order by ends_at")).rows;

let created = 0;
async function createSome(count: number): Promise<void> {
  const { moveOn, newEntry, oneOf, random } = payments;
  while (count > 0) {
    const entry = newEntry(created++);
    if (!isKept(entry)) continue;
    count -= 1;
    await books.create(entry);
    for (const _ of [1, 2]) if (random() < 0.6) await moveOn(books, oneOf(keptEntries().slice(-300)));
    if (random() < 0.02) await lists.projectSome();
  }
}

/** Writes an event for each of some payments of dropped months. */
async function moveDropped(count: number): Promise<void> {
  const open = books.entries.filter((entry) => !isKept(entry) && /^(requires_action|processing)$/.test(entry.status));
  expect(open.length).toBeGreaterThan(count);
  for (const entry of open.slice(0, count)) await payments.moveOn(books, entry);
}

async function compareAll(): Promise<void> {
  await compareSome();
  await compare.wholePartner("prtn_a");
  await compare.searches();
}

async function compareSome(): Promise<void> {
  await compare.filters(40);
  for (let i = 0; i < 12; i++) await compare.volume();
  for (let i = 0; i < 4; i++) await compare.currencies();
}

const ofDropped = async (table: string): Promise<number> => {
  const { rows } = await books.sql(
    `select count(*)::int as count from ${table} where payment_id < lowest_payment_id(payments_kept_since())`,
  );
  return rows[0].count;
};
const LISTED = ["listed_payments", "listed_references"];

/** Counts statements of lists without a time range, for few and for many payments, and of a chart. */
async function statementsOfReads(): Promise<number> {
  await lists.projectSome();
  statements = 0;
  for (const merchantIds of [null, ["mrch_tiny_prtn_a"]]) {
    const owner = { partnerId: "prtn_a", merchantIds };
    for (const reference of [null, "order"]) {
      for (const by of ["date", "amount"] as const) {
        await lists.page({ ...UNFILTERED, ...owner, reference }, { by, direction: "desc" }, null, 1);
      }
    }
    await lists.volume(owner, [0, 900]);
  }
  return statements;
}

describe(`seed ${SEED}`, () => {
  test("without a dropped month, lists contain everything", { timeout: 60_000 }, async () => {
    await createSome(PAYMENTS);
    await compareAll();
    const { rows } = await books.sql("select max(level) as level from split_spans");
    expect(rows[0].level).toBe(6);
  });

  test.each([1, 2])("month %i is dropped, step by step", { timeout: 60_000 }, async () => {
    const [month] = await months();
    if (!month) throw new Error("no month is left");
    const before = await statementsOfReads();
    const { place } = await lists.changes({ partnerId: "prtn_a", merchantIds: null }, null);

    await books.sql("update payment_months set dropped_at = now() where name = $1", [month.name]);
    keptSinceMs = month.ends_at.getTime();
    expect(await ofDropped("listed_payments")).toBeGreaterThan(50);
    await compareAll();
    expect(await statementsOfReads()).toBe(before);

    // late events, before and after the payments leave the lists
    await moveDropped(8);
    await compareSome();
    for (const table of LISTED) {
      await books.sql(`delete from ${table} where payment_id < lowest_payment_id(payments_kept_since())`);
    }
    await moveDropped(8);
    await compareSome();
    for (const table of LISTED) expect(await ofDropped(table)).toBe(0);
    expect((await lists.changes({ partnerId: "prtn_a", merchantIds: null }, place)).paymentIds).toEqual([]);

    // and with events that are not projected when the payments are deleted
    await moveDropped(8);
    for (const table of ["payment_events", "confirmations", "payments"]) {
      await books.sql(`drop table ${table}_${month.name}`);
    }
    books.entries.splice(0, books.entries.length, ...keptEntries());
    await compareAll();
    for (const table of [...LISTED, "unlisted_events"]) expect(await ofDropped(table)).toBe(0);

    await createSome(60);
    await compareSome();
  });
});
