// Migrations wait politely for locks, and a version says which schema it cannot use.

import pg from "pg";
import { afterEach, beforeEach, expect, inject, test, vi } from "vitest";
import { migrate, SchemaNewerError, schemaDifference } from "../../src/store/migrate.ts";
import { type FreshDatabase, freshDatabase } from "../harness/postgres.ts";
import { query } from "../local/query.ts";

let database: FreshDatabase;
beforeEach(async () => {
  database = await freshDatabase({ template: inject("templateDatabase") });
});
afterEach(() => database.drop());

test("a migration that another transaction blocks steps back, and is retried", async () => {
  const empty = await freshDatabase();
  const blocker = new pg.Client({ connectionString: empty.databaseUrl });
  await blocker.connect();
  await blocker.query("begin; create table partners ()"); // the first migration waits for its end
  let locked = 0;
  const migrating = migrate(empty.databaseUrl, {
    onLocked() {
      locked += 1;
      void blocker.query("rollback");
    },
  });
  expect(await migrating).toContain("0001_initial");
  expect(locked).toBe(1);
  await blocker.end();
  await empty.drop();
});

test("the result names what ran before a wait too", async () => {
  const empty = await freshDatabase();
  const blocker = new pg.Client({ connectionString: empty.databaseUrl });
  await blocker.connect();
  await blocker.query("begin; create table fine_totals ()"); // a migration after the first file of steps
  const locked = vi.fn(() => void blocker.query("rollback"));
  const run = await migrate(empty.databaseUrl, { onLocked: locked });
  expect(locked).toHaveBeenCalledOnce();
  const recorded = await query(empty.databaseUrl, "select name from kysely_migration order by name");
  expect(run).toEqual(recorded.map(({ name }) => name));
  await blocker.end();
  await empty.drop();
});

test("an old version says that the schema is newer", async () => {
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
});
