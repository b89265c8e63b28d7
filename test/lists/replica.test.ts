// Lists read from a standby are never older than the primary, with any delay of the standby.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { UNFILTERED } from "../../src/payment/lists/list.ts";
import { migrate } from "../../src/store/migrate.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { type ReplicatedPostgres, startReplicatedPostgres } from "../harness/database/standby.ts";
import { query } from "../local/query.ts";
import { Books } from "./books.ts";

const PARTNER = "prtn_a";
const NEWEST = { by: "date", direction: "desc" } as const;
const FILTER = { ...UNFILTERED, partnerId: PARTNER, merchantIds: ["mrch_a"] };

let postgres: ReplicatedPostgres;
let store: Store;
let books: Books;
beforeAll(async () => {
  postgres = await startReplicatedPostgres();
  store = openStore({
    url: postgres.databaseUrl,
    readUrl: postgres.standbyUrl,
    connectionsMax: 8,
    onError: () => {},
  });
  books = await Books.open(postgres.databaseUrl);
  await books.addPartner(PARTNER, ["mrch_a"]);
});
beforeEach(() => postgres.resumeReplay());
afterAll(async () => {
  await books.close();
  await store.close();
  await postgres.stop();
});

let created = 0;
async function create(): Promise<string> {
  created += 1;
  const id = `pay_00${created}`;
  await books.createOpen(id, Date.now());
  return id;
}

const newest = async () => (await store.lists.page(FILTER, NEWEST, null, 1)).payments[0]?.id;
const reads = () => store.listReads() ?? { replica: 0, primary: 0 };

/** Lists until the standby has caught up and serves one. */
async function untilServed(): Promise<void> {
  const { replica } = reads();
  while (reads().replica === replica) await newest();
}

test("a standby that has everything serves lists, statistics, searches, merchants and changes", async () => {
  const id = await create();
  await untilServed();
  const before = reads();
  const { payments, statistics } = await store.lists.page({ ...FILTER, reference: id }, NEWEST, null, 5);
  expect([payments.map((payment) => payment.id), statistics.payments]).toEqual([[id], 1n]);
  await store.lists.merchants(PARTNER, { ids: null, status: null, search: null }, null, 5);
  await store.lists.changes({ partnerId: PARTNER, merchantIds: null }, null);
  expect(reads()).toEqual({ ...before, replica: before.replica + 3 });
});

test("a list right after a create shows it, while the standby replays, stops and catches up", async () => {
  await untilServed();
  const before = reads();
  for (let round = 0; round < 40; round++) {
    if (round % 10 === 5) await postgres.pauseReplay();
    if (round % 10 === 0) {
      await postgres.resumeReplay();
      await untilServed();
    }
    const id = await create();
    expect(await newest()).toBe(id);
  }
  expect(reads().primary).toBeGreaterThan(before.primary + 15);
  expect(reads().replica).toBeGreaterThan(before.replica);
});

test("a standby serves lists right after a projection, however rarely the primary writes its log by itself", async () => {
  // the server's arguments turn off synchronous_commit for all tests
  await query(postgres.databaseUrl, "alter role current_user set synchronous_commit = on");
  await query(postgres.databaseUrl, "alter system set wal_writer_delay = '10s'");
  await query(postgres.databaseUrl, "select pg_reload_conf()");
  const durable = openStore({
    url: postgres.databaseUrl,
    readUrl: postgres.standbyUrl,
    connectionsMax: 4,
    onError: () => {},
  });
  for (let round = 0; round < 10; round++) {
    const id = await create();
    expect((await durable.lists.page(FILTER, NEWEST, null, 1)).payments[0]?.id).toBe(id);
  }
  expect(durable.listReads()?.replica).toBeGreaterThan(5);
  await durable.close();
  await query(postgres.databaseUrl, "alter role current_user reset synchronous_commit");
  await query(postgres.databaseUrl, "alter system reset wal_writer_delay");
  await query(postgres.databaseUrl, "select pg_reload_conf()");
});

test("changes are reported once, whichever server reports them", async () => {
  const owner = { partnerId: PARTNER, merchantIds: null };
  let { place } = await store.lists.changes(owner, null);
  for (const isPaused of [false, true, false, true, true, false]) {
    await (isPaused ? postgres.pauseReplay() : postgres.resumeReplay());
    const id = await create();
    const changes = await store.lists.changes(owner, place);
    expect(changes).toMatchObject({ paymentIds: [id], isComplete: true });
    place = changes.place;
  }
});

test("the primary serves lists while the standby of another cluster, or none, is configured", async () => {
  const other = await startReplicatedPostgres();
  const mixed = openStore({
    url: postgres.databaseUrl,
    readUrl: other.standbyUrl,
    connectionsMax: 4,
    onError: () => {},
  });
  const id = await create();
  const page = await mixed.lists.page(FILTER, NEWEST, null, 1);
  expect([page.payments[0]?.id, mixed.listReads()]).toEqual([id, { replica: 0, primary: 1 }]);
  await other.stop();
  const gone = await mixed.lists.page(FILTER, NEWEST, null, 1);
  expect([gone.payments[0]?.id, mixed.listReads()]).toEqual([id, { replica: 0, primary: 2 }]);
  await mixed.close();
});

test("the primary serves lists of a restored copy while the old database's standby is configured", async () => {
  await untilServed();
  await query(postgres.databaseUrl, "create database restored");
  const url = postgres.databaseUrl.replace(/[^/]+$/, "restored");
  await migrate(url);
  const copy = openStore({ url, readUrl: postgres.standbyUrl, connectionsMax: 4, onError: () => {} });
  const { payments } = await copy.lists.page(FILTER, NEWEST, null, 1);
  expect([payments, copy.listReads()]).toEqual([[], { replica: 0, primary: 1 }]);
  await copy.close();
  await query(postgres.databaseUrl, "drop database restored");
});

test("of several hosts, the standby serves lists: a primary among them is passed over", async () => {
  const standbyHost = new URL(postgres.standbyUrl).host;
  const readUrl = postgres.databaseUrl.replace(/@([^/]+)/, `@$1,${standbyHost}`);
  const several = openStore({ url: postgres.databaseUrl, readUrl, connectionsMax: 4, onError: () => {} });
  const id = await create();
  await untilServed();
  const page = await several.lists.page(FILTER, NEWEST, null, 1);
  expect([page.payments[0]?.id, several.listReads()]).toEqual([id, { replica: 1, primary: 0 }]);
  await several.close();
});

// This test is the last, because the standby does not return.
test("a standby that becomes a second primary, and then stops, serves no lists", async () => {
  await untilServed();
  await postgres.promoteStandby();
  const before = reads();
  for (let round = 0; round < 5; round++) {
    const id = await create();
    expect(await newest()).toBe(id);
  }
  await postgres.stopStandby();
  const id = await create();
  expect(await newest()).toBe(id);
  expect(reads()).toEqual({ ...before, primary: before.primary + 6 });
});
