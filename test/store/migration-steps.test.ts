// Steps of a migration outside of a transaction: after an interruption, they run again and finish.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, test, vi } from "vitest";
import type { migrate } from "../../src/store/migrate.ts";
import { environmentOf } from "../harness/environment.ts";
import { type FreshDatabase, freshDatabase } from "../harness/postgres.ts";
import { makeNextVersion } from "../harness/versions.ts";
import { query } from "../local/query.ts";

const MIGRATIONS = {
  "9996_column.sql": "alter table partners add column nick text;",
  "9997_index.steps.sql": `
    -- step: build the index
    create index concurrently if not exists nicks_name on nicks (name);
    -- step: note it
    insert into noted values ('index') on conflict do nothing;`,
  "9998_check.sql": "alter table partners add constraint partners_nick_check check (nick <> '') not valid;",
  "9999_checked.steps.sql": `
    -- step: check the rows that exist
    alter table partners validate constraint partners_nick_check;`,
};

let database: FreshDatabase;
let blocker: pg.Client;
let started: ChildProcess[];
beforeEach(async () => {
  database = await freshDatabase({ template: inject("templateDatabase") });
  blocker = new pg.Client({ connectionString: database.databaseUrl });
  started = [];
  await blocker.connect();
  await blocker.query("create table nicks (name text); create table noted (name text primary key)");
});
afterEach(async () => {
  for (const child of started) child.kill("SIGKILL");
  await blocker.end();
  await database.drop();
});

function startMigrate(build: string) {
  const child = spawn(process.execPath, [join(build, "cli/main.js"), "migrate", "--json"], {
    env: environmentOf({ DATABASE_URL: database.databaseUrl, SECRET_KEY: "0".repeat(64) }),
    stdio: ["ignore", "pipe", "inherit"],
  });
  started.push(child);
  return { child, exited: once(child, "exit"), output: text(child.stdout) };
}

const run = async (): Promise<string[]> => {
  const text = "select name from kysely_migration where name like '999%' order by name";
  return (await query(database.databaseUrl, text)).map(({ name }) => name);
};
/** Resolves once a statement that contains this is running. */
const untilRunning = (part: string) =>
  vi.waitFor(async () => {
    const text = `select from pg_stat_activity where strpos(query, '${part}') > 0 and pid <> pg_backend_pid()`;
    expect(await query(database.databaseUrl, text)).not.toEqual([]);
  }, 20_000);
const isValid = async (): Promise<boolean | undefined> => {
  const text = "select indisvalid as is_valid from pg_index where indexrelid = to_regclass('nicks_name')";
  return (await query(database.databaseUrl, text))[0]?.is_valid;
};

test("killed between and within steps, a migration resumes where it was interrupted", async () => {
  const build = await makeNextVersion(MIGRATIONS);
  // The index waits for this transaction, longer than any lock timeout of a migration.
  await blocker.query("begin; insert into nicks values ('open')");
  const first = startMigrate(build);
  await untilRunning("create index concurrently");
  expect(await run()).toEqual(["9996_column"]);
  first.child.kill("SIGKILL");
  await first.exited;
  await blocker.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query ~ 'index concurrently' and pid <> pg_backend_pid()",
  );
  expect(await isValid()).toBe(false);
  await blocker.query("commit");

  await blocker.query("begin; lock table noted in access exclusive mode");
  const second = startMigrate(build);
  await untilRunning("insert into noted");
  expect(await isValid()).toBe(true);
  expect(await run()).toEqual(["9996_column"]);
  second.child.kill("SIGKILL");
  await second.exited;
  await blocker.query("commit");

  const third = startMigrate(build);
  expect(await third.exited).toEqual([0, null]);
  expect(JSON.parse(await third.output)).toEqual({ migrations: ["9997_index", "9998_check", "9999_checked"] });
  expect(await query(database.databaseUrl, "select name from noted")).toEqual([{ name: "index" }]);
  expect(
    await query(
      database.databaseUrl,
      "select from pg_constraint where conname = 'partners_nick_check' and convalidated",
    ),
  ).toHaveLength(1);
});

test("a second process waits while steps run, and then has nothing to do", async () => {
  const build = await makeNextVersion(MIGRATIONS);
  await blocker.query("begin; insert into nicks values ('open')");
  const first = startMigrate(build);
  await untilRunning("create index concurrently");
  const next = (await import(pathToFileURL(join(build, "store/migrate.js")).href)) as { migrate: typeof migrate };
  let waited = 0;
  const second = await next.migrate(database.databaseUrl, {
    onLocked() {
      waited += 1;
      void blocker.query("commit");
    },
  });
  expect(waited).toBeGreaterThan(0);
  expect(second).toEqual([]);
  expect(await first.exited).toEqual([0, null]);
  expect(JSON.parse(await first.output).migrations).toHaveLength(4);
});
