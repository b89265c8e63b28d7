// Commands on a database whose schema is another version's: they say so, and change nothing.
import { join } from "node:path";
import { afterEach, expect, inject, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "../../harness/database/postgres.ts";
import { makeNextVersion } from "../../harness/versions.ts";
import { query } from "../../local/query.ts";
import { json, turnpike, turnpikeProcess } from "../turnpike.ts";

let database: FreshDatabase;
let settings: Readonly<Record<string, string>>;
const open = async (template?: string): Promise<void> => {
  database = await freshDatabase(template === undefined ? {} : { template });
  const DATABASE_URL = database.databaseUrl;
  settings = { DATABASE_URL, SECRET_KEY: "0123456789abcdef".repeat(4), PORT: "0" };
};
afterEach(() => database.drop());

const failureOf = async (...command: string[]): Promise<string> => {
  const { code, stdout, stderr } = await turnpike(command, settings);
  expect([code, stdout]).toEqual([1, ""]);
  return stderr;
};

test("without a schema, only migrate makes one", async () => {
  await open();
  expect(await failureOf("partner", "list")).toBe("turnpike: the database has no schema yet: run turnpike migrate\n");
  const before = await turnpike(["doctor"], settings);
  expect(before.code).toBe(1);
  expect(before.stdout).toMatch(/lacks the migrations 0001_schema: run turnpike migrate/);
  expect(await json(["migrate"], settings)).toEqual({ migrations: ["0001_schema"] });
  expect(await json(["migrate"], settings)).toEqual({ migrations: [] });
  // The run's PostgreSQL is started without fsync.
  const after = await turnpike(["doctor"], settings);
  expect(after.stdout).toMatch(/^problem {2}database: may lose acknowledged data: set fsync and/m);
  expect(after.stdout).not.toContain("migrations");
});

test("an older schema is not migrated by a command that reads", async () => {
  await open(inject("templateDatabase"));
  const next = join(await makeNextVersion(), "cli/main.js");
  expect(await turnpikeProcess(["partner", "list"], settings, undefined, next)).toEqual({
    code: 1,
    stdout: "",
    stderr: "turnpike: the database's schema is older than this version: run turnpike migrate\n",
  });
});

test("a newer schema is refused by every command", async () => {
  await open(inject("templateDatabase"));
  await query(database.databaseUrl, "insert into kysely_migration values ('9999_later', '2040-01-01')");
  const said = /the database's schema is newer than this version of Turnpike, which does not know 9999_later: run the/;
  for (const command of [["serve"], ["migrate"], ["partner", "list"]]) {
    expect(await failureOf(...command)).toMatch(said);
  }
  expect((await turnpike(["doctor"], settings)).stdout).toMatch(said);
});
