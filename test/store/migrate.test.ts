// Migrations wait politely for locks, each is run once, and a version says which schema it cannot use.

import pg from "pg";
import { afterEach, beforeEach, expect, inject, test, vi } from "vitest";
import { migrate, SchemaNewerError, schemaDifference } from "../../src/store/migrate.ts";
import { type FreshDatabase, freshDatabase } from "../harness/postgres.ts";
import { makeNextVersion, migrateOf } from "../harness/versions.ts";
import { query } from "../local/query.ts";

let empty: FreshDatabase;
let blocker: pg.Client;
beforeEach(async () => {
  empty = await freshDatabase();
  blocker = new pg.Client({ connectionString: empty.databaseUrl });
  await blocker.connect();
});
afterEach(async () => {
  await blocker.end();
  await empty.drop();
});

test("a migration that another transaction blocks steps back, and is retried", async () => {
  await blocker.query("begin; create table partners ()"); // the migration waits for its end
  const locked = vi.fn(() => void blocker.query("rollback"));
  expect(await migrate(empty.databaseUrl, { onLocked: locked })).toEqual(["0001_schema"]);
  expect(locked).toHaveBeenCalledOnce();
});

test("the result names what ran before a wait too", async () => {
  const migrateNext = await migrateOf(await makeNextVersion({ "migrations/0002_next.sql": "create table nexts ()" }));
  await blocker.query("begin; create table nexts ()");
  const locked = vi.fn(() => void blocker.query("rollback"));
  expect(await migrateNext(empty.databaseUrl, { onLocked: locked })).toEqual(["0001_schema", "0002_next"]);
  expect(locked).toHaveBeenCalledOnce();
});

test("of several processes that start at once, one runs each migration", async () => {
  const migrateNext = await migrateOf(await makeNextVersion());
  const runs = await Promise.all([1, 2, 3].map(() => migrateNext(empty.databaseUrl)));
  expect(runs.flat().toSorted()).toEqual(["0001_schema", "9998_next_version", "9999_next_version"]);
});

test("a migration that fails changes nothing, and those before it stay", async () => {
  const migrateNext = await migrateOf(
    await makeNextVersion({
      "migrations/0002_next.sql": "create table nexts ()",
      "migrations/0003_wrong.sql": "create table wrongs (); select 1 / 0",
    }),
  );
  await expect(migrateNext(empty.databaseUrl)).rejects.toThrow("division by zero");
  expect(await query(empty.databaseUrl, "select to_regclass('nexts') is null as no, to_regclass('wrongs')")).toEqual([
    { no: false, to_regclass: null },
  ]);
  expect(await query(empty.databaseUrl, "select name from kysely_migration order by name")).toEqual([
    { name: "0001_schema" },
    { name: "0002_next" },
  ]);
});

test("an old version says that the schema is newer", async () => {
  const database = await freshDatabase({ template: inject("templateDatabase") });
  await query(
    database.databaseUrl,
    "insert into kysely_migration (name, timestamp) values ('9999_from_the_future', now()::text)",
  );
  await expect(migrate(database.databaseUrl)).rejects.toThrow(SchemaNewerError);
  await expect(migrate(database.databaseUrl)).rejects.toThrow("9999_from_the_future: run the version that added them");
  expect(await schemaDifference(database.databaseUrl)).toEqual({
    missing: [],
    unknown: ["9999_from_the_future"],
    isEmpty: false,
  });
  await database.drop();
});
