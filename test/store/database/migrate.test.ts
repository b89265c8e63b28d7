// Migrations wait for locks without blocking others, each runs once, and a version names a schema that it cannot use.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { afterEach, beforeAll, beforeEach, expect, inject, test, vi } from "vitest";
import { migrate, migrationsRefused, SchemaNewerError, schemaDifference } from "../../../src/store/migrate.ts";
import { type FreshDatabase, freshDatabase } from "../../harness/database/postgres.ts";
import { makeNextVersion, migrateOf } from "../../harness/versions.ts";
import { query } from "../../local/query.ts";

let migrateNext: typeof migrate;
beforeAll(async () => {
  const build = await makeNextVersion({
    "schema/00_before.sql": "create table applied as select to_regclass('partners') as partners;",
    "schema/99_after.sql": "insert into applied select 'partners';",
    "migrations/0002_next.sql": "insert into applied values (null); create table nexts ()",
  });
  migrateNext = await migrateOf(build);
});

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

const applied = () => query(empty.databaseUrl, "select partners from applied");
const recorded = async () =>
  (await query(empty.databaseUrl, "select name from kysely_migration order by name")).map(({ name }) => name);

test("a migration that another transaction blocks steps back, and is retried", async () => {
  await blocker.query("begin; create table partners ()"); // the migration waits for the end of this transaction
  const locked = vi.fn(() => void blocker.query("rollback"));
  expect(await migrate(empty.databaseUrl, { onLocked: locked })).toEqual(["0001_schema"]);
  expect(locked).toHaveBeenCalledOnce();
});

test("the result names what ran before a wait too", async () => {
  await blocker.query("begin; create table nexts ()");
  const locked = vi.fn(() => void blocker.query("rollback"));
  expect(await migrateNext(empty.databaseUrl, { onLocked: locked })).toEqual(["0001_schema", "0002_next"]);
  expect(locked).toHaveBeenCalledOnce();
});

test("processes that start at once run each migration once, and the schema's files in the order of their names", async () => {
  const runs = await Promise.all([1, 2, 3].map(() => migrateNext(empty.databaseUrl)));
  expect(runs.flat().toSorted()).toEqual(["0001_schema", "0002_next"]);
  expect(await applied()).toEqual([{ partners: null }, { partners: "partners" }, { partners: null }]);
});

test("a migration that fails changes nothing, and those before it stay", async () => {
  await blocker.query("create table nexts ()");
  await expect(migrateNext(empty.databaseUrl)).rejects.toThrow('"nexts" already exists');
  expect(await applied()).toHaveLength(2);
  expect(await recorded()).toEqual(["0001_schema"]);
  await blocker.query("drop table nexts");
  expect(await migrateNext(empty.databaseUrl)).toEqual(["0002_next"]);
  expect(await applied()).toHaveLength(3);
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

test("an old version runs after a later migration that says so, until one that does not", async () => {
  const build = await makeNextVersion({
    "migrations/0002_added.sql": "-- runs with: 0001_schema\ncreate table added ();",
    "migrations/0003_on_it.sql": "-- runs with: 0002_added\nalter table added add column more text;",
  });
  const database = await freshDatabase({ template: inject("templateDatabase") });
  const run = await (await migrateOf(build))(database.databaseUrl);
  expect(run).toEqual(["0002_added", "0003_on_it"]);
  expect((await schemaDifference(database.databaseUrl)).unknown).toEqual(["0003_on_it"]);
  expect(await migrationsRefused(pathToFileURL(join(build, "store/migrations/")))).toEqual(["0003_on_it"]);
  await query(database.databaseUrl, "delete from kysely_migration where name = '0003_on_it'");
  expect(await migrate(database.databaseUrl)).toEqual([]);
  await database.drop();
});
