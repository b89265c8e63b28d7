// turnpike distribute, on PostgreSQL without Citus. test/citus has a coordinator and workers.
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { databaseOfMovedPayments } from "../harness/moved.ts";
import { type FreshDatabase, freshDatabase } from "../harness/postgres.ts";
import { json, temporaryDir, turnpike } from "./turnpike.ts";

const settingsOf = async ({ databaseUrl, drop }: FreshDatabase) => {
  onTestFinished(drop);
  return { DATABASE_URL: databaseUrl, SECRET_KEY: "0".repeat(64), TURNPIKE_DIR: await temporaryDir() };
};

test("a database without Citus is refused, with what to do", async () => {
  const settings = await settingsOf(await freshDatabase({ template: inject("templateDatabase") }));
  expect(await turnpike(["distribute", "--yes"], settings)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("this database has no Citus: install it on the coordinator and the workers"),
  });
});

test("the days are kept until others are given, and nothing is done without --yes", async () => {
  const settings = await settingsOf(await databaseOfMovedPayments());
  const days = async (...options: readonly string[]) =>
    (await json<{ afterDays: number }>(["distribute", ...options], settings)).afterDays;
  expect(await days("--after-days", "40")).toBe(40);
  expect(await days()).toBe(0); // as this database was made
  expect(await days("--after-days", "40", "--yes")).toBe(40);
  expect(await days("--yes")).toBe(40);
  expect((await turnpike(["distribute", "--after-days", "34"], settings)).stderr).toContain(
    "It must be a whole number from 35 to 3650.",
  );
});

test("after a change of the schema, doctor says that no payment moves, until the command adds what is missing", async () => {
  const settings = await settingsOf(await databaseOfMovedPayments());
  const client = new pg.Client({ connectionString: settings.DATABASE_URL });
  await client.connect();
  await client.query("alter table payments add column later text").finally(() => client.end());
  const warning = "no payment moves, because the schema has changed (moved_payments.later)";
  const doctor = async () => (await turnpike(["doctor"], settings)).stdout;
  expect(await doctor()).toContain(warning);
  expect((await turnpike(["distribute"], settings)).stdout).toContain("moved_payments.later would be added");
  expect(await doctor()).toContain(warning);
  await turnpike(["distribute", "--yes"], settings);
  expect(await doctor()).not.toContain("no payment moves");
});
