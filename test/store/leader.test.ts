// Which of several processes works on a chain: one at a time, another as soon as that one is gone, and those that stand by cost
// the database one connection each.
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLeadership, type Leadership } from "../../src/store/leader.ts";
import { type FreshDatabase, freshDatabase } from "../harness/postgres.ts";
import { query } from "../local/query.ts";

let database: FreshDatabase;
let first: Leadership;
let second: Leadership;
beforeEach(async () => {
  database = await freshDatabase();
  first = createLeadership(database.databaseUrl, "eip155:1");
  second = createLeadership(database.databaseUrl, "eip155:1");
});
afterEach(async () => {
  await first.release();
  await second.release();
  await database.drop();
});

const connections = (): Promise<{ pid?: number }[]> =>
  query(
    database.databaseUrl,
    "select pid from pg_stat_activity where application_name = 'turnpike leader' and datname = current_database() order by pid",
  );

const leads = (leadership: Leadership) => expect.poll(() => leadership.hold());

test("one of two leads, and goes on leading", async () => {
  expect(await first.hold()).toBe(true);
  expect(await second.hold()).toBe(false);
  expect(await first.hold()).toBe(true);
});

test("each chain has a leader of its own", async () => {
  const other = createLeadership(database.databaseUrl, "eip155:2");
  expect(await first.hold()).toBe(true);
  expect(await other.hold()).toBe(true);
  await other.release();
});

test("the one that stands by leads once the first has let go", async () => {
  expect(await first.hold()).toBe(true);
  expect(await second.hold()).toBe(false);
  await first.release();
  await leads(second).toBe(true);
});

test("a leader whose connection ends leads no longer, and the other one does", async () => {
  expect(await first.hold()).toBe(true);
  const [leading] = await connections();
  expect(await second.hold()).toBe(false);
  await query(database.databaseUrl, `select pg_terminate_backend(${leading?.pid})`);
  await leads(second).toBe(true);
  await leads(first).toBe(false);
});

test("asking again and again costs no new connection", async () => {
  expect(await first.hold()).toBe(true);
  expect(await second.hold()).toBe(false);
  const before = await connections();
  expect(before).toHaveLength(2);
  for (let asked = 0; asked < 20; asked++) expect(await second.hold()).toBe(false);
  expect(await connections()).toEqual(before);
});

test("a database that does not answer makes it throw, and is asked again afterwards", async () => {
  const lost = createLeadership("postgres://127.0.0.1:1/none", "eip155:1");
  await expect(lost.hold()).rejects.toThrow("ECONNREFUSED");
  await expect(lost.hold()).rejects.toThrow("ECONNREFUSED");
  await lost.release();
});
