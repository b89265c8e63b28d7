// Defaults of a database or a role that would change what text means do not reach this version's sessions.
import pg from "pg";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { openDatabase } from "../../../src/store/database/database.ts";
import { migrate } from "../../../src/store/migrate.ts";
import { turnpike } from "../../cli/turnpike.ts";
import { freshDatabase } from "../../harness/database/postgres.ts";
import { startServer } from "../../harness/server/server.ts";

const name = `test_latin_${process.pid}`;
let admin: pg.Client;
beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject("postgresUrl") });
  await admin.connect();
});
afterAll(() => admin.end());

const OTHER = {
  datestyle: "'SQL, DMY'",
  intervalstyle: "sql_standard",
  timezone: "'Pacific/Apia'",
  bytea_output: "escape",
  extra_float_digits: "-10",
  standard_conforming_strings: "off",
  transform_null_equals: "on",
  default_transaction_isolation: "serializable",
};

test("a server reads and writes all it shows under other defaults of the database", async () => {
  const database = await freshDatabase({ template: inject("templateDatabase") });
  const own = new URL(database.databaseUrl).pathname.slice(1);
  for (const [setting, value] of Object.entries(OTHER)) {
    await admin.query(`alter database ${own} set ${setting} = ${value}`);
  }
  const server = await startServer({ role: "api", database });
  onTestFinished(() => server.stop());
  const { status, body } = await server.call<{ paymentId: string }>({
    method: "POST",
    path: "/v1/payments",
    body: { amount: { unit: "iso4217/USD", value: "1000" }, referenceId: "2026-02-01" },
  });
  expect(status).toBe(201);
  for (const path of [
    "/v1/merchants",
    "/v1/payments?limit=1",
    "/v1/events?limit=1",
    `/v1/payments/${body.paymentId}`,
  ]) {
    const { status, body: shown } = await server.call({ path });
    expect([path, status]).toEqual([path, 200]);
    expect(JSON.stringify(shown)).not.toMatch(/"(?:createdAt|timestamp)":(?!"20\d\d-\d\d-\d\dT)/);
  }
});

test("a session has its own values, under any defaults", async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const own = new URL(database.databaseUrl).pathname.slice(1);
  for (const [setting, value] of Object.entries(OTHER)) {
    await admin.query(`alter database ${own} set ${setting} = ${value}`);
  }
  const db = openDatabase({ url: database.databaseUrl, connectionsMax: 1, onError: () => {} });
  onTestFinished(() => db.close());
  const { rows } = await db.query<{ name: string; value: string }>({
    text: "select name, current_setting(name) as value from unnest($1::text[]) as names(name)",
    values: [Object.keys(OTHER)],
  });
  expect(Object.fromEntries(rows.map(({ name, value }) => [name, value]))).toEqual({
    datestyle: "ISO, MDY",
    intervalstyle: "postgres",
    timezone: "UTC",
    bytea_output: "hex",
    extra_float_digits: "1",
    standard_conforming_strings: "on",
    transform_null_equals: "off",
    default_transaction_isolation: "read committed",
  });
});

test("a database that cannot store every text is refused by migrate and named by the doctor", async () => {
  await admin.query(`create database ${name} encoding 'LATIN1' locale 'C' template template0`);
  onTestFinished(() => admin.query(`drop database ${name} with (force)`).then(() => {}));
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  const message = /the database's encoding is LATIN1, which cannot store every text/;
  await expect(migrate(url.href)).rejects.toThrow(message);
  const { code, stdout, stderr } = await turnpike(["doctor"], {
    DATABASE_URL: url.href,
    SECRET_KEY: "0123456789abcdef".repeat(4),
  });
  expect(code).toBe(1);
  expect(stdout + stderr).toMatch(message);
});
