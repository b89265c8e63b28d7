// Leadership of a chain: one process at a time, another as soon as it is gone, and one database connection per standby.
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
    `select pid from pg_stat_activity
     where application_name = 'turnpike leader' and datname = current_database() order by pid`,
  );

const leads = (leadership: Leadership) => expect.poll(() => leadership.hold());

test("one of two leads, and continues to lead", async () => {
  expect(await first.hold()).toBe(true);
  expect(await second.hold()).toBe(false);
  expect(await first.hold()).toBe(true);
});

test("each chain has its own leader", async () => {
  const other = createLeadership(database.databaseUrl, "eip155:2");
  expect(await first.hold()).toBe(true);
  expect(await other.hold()).toBe(true);
  await other.release();
});

test("the standby leads once the first has released", async () => {
  expect(await first.hold()).toBe(true);
  expect(await second.hold()).toBe(false);
  await first.release();
  await leads(second).toBe(true);
});

test("a leader whose connection ends no longer leads, and the other does", async () => {
  expect(await first.hold()).toBe(true);
  const [leading] = await connections();
  expect(await second.hold()).toBe(false);
  await query(database.databaseUrl, `select pg_terminate_backend(${leading?.pid})`);
  await leads(second).toBe(true);
  await leads(first).toBe(false);
});

test("repeated attempts open no new connection", async () => {
  expect(await first.hold()).toBe(true);
  expect(await second.hold()).toBe(false);
  const before = await connections();
  expect(before).toHaveLength(2);
  for (let asked = 0; asked < 20; asked++) expect(await second.hold()).toBe(false);
  expect(await connections()).toEqual(before);
});

test("it throws while the database is silent, and recovers afterwards", async () => {
  const lost = createLeadership("postgres://127.0.0.1:1/none", "eip155:1");
  await expect(lost.hold()).rejects.toThrow("ECONNREFUSED");
  await expect(lost.hold()).rejects.toThrow("ECONNREFUSED");
  await lost.release();
});
