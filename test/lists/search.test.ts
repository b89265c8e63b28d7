// Searches with too many matches are refused with a hint, and work once a filter narrows them. A partner has at most
// one search at a time.
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type PaymentFilter, UNFILTERED } from "../../src/payment/lists/list.ts";
import { type Database, openDatabase } from "../../src/store/database/database.ts";
import { createListStore } from "../../src/store/lists/lists.ts";
import { type FreshDatabase, freshDatabase } from "../harness/database/postgres.ts";
import { Books, type Entry } from "./books.ts";

const PARTNER = "prtn_a";
const [BUSY, QUIET] = ["mrch_busy", "mrch_quiet"];
const THRESHOLDS = {
  wholePaymentsMax: 15,
  sparsePaymentsMax: 40,
  sortedMax: 40,
  scannedMax: 20,
  foundMax: 100,
  scannedMerchantsMax: 10,
};
const NEWEST = { by: "date", direction: "desc" } as const;
const FIRST_MS = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;

let database: FreshDatabase;
let db: Database;
let books: Books;

beforeAll(async () => {
  database = await freshDatabase({ template: inject("templateDatabase") });
  db = openDatabase({ url: database.databaseUrl, connectionsMax: 8, onError: () => {} });
  books = await Books.open(database.databaseUrl);
  await books.addPartner(PARTNER, [BUSY, QUIET]);
  // One payment per hour. Every tenth belongs to the other merchant, and every second has a rarer reference.
  for (let number = 0; number < 180; number++) await books.create(entryOf(number));
});
afterAll(async () => {
  await books.close();
  await db.close();
  await database.drop();
});

const entryOf = (number: number): Entry => ({
  id: `pay_00${number}`,
  partnerId: PARTNER,
  merchantId: number % 10 === 0 ? QUIET : BUSY,
  reference: `${number % 2 === 0 ? "even" : "odd"} order ${number}`,
  currency: "USD",
  amount: 100n,
  createdMs: FIRST_MS + number * HOUR_MS,
  status: "requires_action",
  asset: null,
  buyer: null,
});

const EVERYTHING: PaymentFilter = {
  ...UNFILTERED,
  partnerId: PARTNER,
  merchantIds: null,
};

const find = (narrower: Partial<PaymentFilter>, lists = createListStore(db, 8, THRESHOLDS)) =>
  lists.page({ ...EVERYTHING, ...narrower }, NEWEST, null, 10);

test.each([
  ["found by the index", "select 1"],
  ["known to the planner", "analyze listed_references"],
])("a text in too many references is refused with a hint on narrowing the search: %s", async (_, sql) => {
  await find({}); // projects
  await books.sql(sql);
  await expect(find({ reference: "order" })).rejects.toMatchObject({
    code: "params_validation",
    issues: [
      {
        field: "referenceId",
        message:
          "is in more than 100 references: search for a longer text, " +
          "or in merchants or a time with at most 20 payments",
      },
    ],
  });
});

test("the search succeeds once it is narrowed", async () => {
  const longer = await find({ reference: "even order" });
  expect(longer.statistics.payments).toBe(90n);
  const ofMerchant = await find({ reference: "order", merchantIds: [QUIET] });
  expect(ofMerchant.statistics.payments).toBe(18n);
  expect(ofMerchant.payments.map(({ id }) => id).slice(0, 2)).toEqual(["pay_00170", "pay_00160"]);
  const ofTime = await find({ reference: "order", fromMs: FIRST_MS, toMs: FIRST_MS + 20 * HOUR_MS });
  expect(ofTime.statistics.payments).toBe(20n);
  await expect(find({ reference: "order", toMs: FIRST_MS + 21 * HOUR_MS })).rejects.toMatchObject({
    code: "params_validation",
  });
});

test("a till's list contains only what it created, with filters, search and statistics", async () => {
  await books.sql(
    "update payments set creator = 'till', creator_id = 'till_1' where reference_id like 'even order 1%'",
  );
  const own = await find({ creatorId: "till_1" });
  expect(own.statistics.payments).toBe(45n);
  expect(own.payments.map(({ id }) => id).slice(0, 2)).toEqual(["pay_00178", "pay_00176"]);
  expect((await find({ creatorId: "till_1", merchantIds: [QUIET] })).statistics.payments).toBe(9n);
  expect((await find({ creatorId: "till_1", reference: "ORDER 17" })).statistics.payments).toBe(5n);
  expect((await find({ creatorId: "till_1", toMs: FIRST_MS + 20 * HOUR_MS })).statistics.payments).toBe(5n);
  expect((await find({ creatorId: "till_2" })).statistics.payments).toBe(0n);
  const few = createListStore(db, 8, { ...THRESHOLDS, foundMax: 10 });
  await expect(find({ creatorId: "till_1" }, few)).rejects.toMatchObject({ issues: [{ field: "startTs" }] });
  expect((await find({ creatorId: "till_1", fromMs: FIRST_MS + 171 * HOUR_MS }, few)).statistics.payments).toBe(4n);
});

test("a partner's searches run one at a time, and another partner's search does not wait", async () => {
  let reading = 0;
  let atOnce = 0;
  let release = (): void => {};
  const blocked = new Promise<void>((resolve) => {
    release = resolve;
  });
  const snapshot: Database["snapshot"] = async (work) => {
    reading += 1;
    atOnce = Math.max(atOnce, reading);
    await blocked;
    const result = await db.snapshot(work);
    reading -= 1;
    return result;
  };
  const lists = createListStore({ ...db, snapshot }, 8, THRESHOLDS);
  const searches = Array.from({ length: 5 }, () => find({ reference: "even order" }, lists));
  const other = find({ reference: "even order", partnerId: "prtn_b" }, lists);
  const list = find({}, lists);
  await expect.poll(() => reading).toBe(3); // a search of each partner, and the list
  release();
  const answers = await Promise.all([...searches, list]);
  expect(answers.map(({ statistics }) => statistics.payments)).toEqual([90n, 90n, 90n, 90n, 90n, 180n]);
  expect((await other).statistics.payments).toBe(0n);
  expect(atOnce).toBe(3);
});

test("a worker empties the pending list of the references' index, which each search would read", async () => {
  const lists = createListStore(db, 8, THRESHOLDS);
  const pages = async () =>
    (await books.sql("select gin_clean_pending_list('references_by_piece')::int as n")).rows[0].n;
  await books.create(entryOf(180));
  await lists.projectSome();
  expect(await pages()).toBeGreaterThan(0);
  await books.create(entryOf(181));
  await lists.projectSome();
  await lists.indexReferences();
  expect(await pages()).toBe(0);
  const { payments } = await find({ reference: "order 181" });
  expect(payments.map(({ id }) => id)).toEqual(["pay_00181"]);
});
