// An upgrade under load: the next version migrates the database while processes of the version before months had
// partitions run, then replaces them one by one. Every payment succeeds.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Member } from "../ha/member.ts";
import { Observed } from "../ha/observed.ts";
import { Shop } from "../ha/shop.ts";
import { freshDatabase } from "../harness/postgres.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { makeFormerVersion, makeNextVersion } from "../harness/versions.ts";
import { LENGTH } from "./length.ts";

const PAYMENTS = 40 * LENGTH;
const PER_SECOND = 4;
/** Payments that this version completes on the next one's schema. */
const PAID_BETWEEN = 5;

let server: TestServer;
let apis: readonly Member[];
let workers: readonly Member[];
beforeAll(async () => {
  const former = await makeFormerVersion("0048_listing_outbox");
  const database = await freshDatabase();
  await migrate(former, { DATABASE_URL: database.databaseUrl });
  server = await startServer({ role: null, database });
  apis = ["first API", "second API"].map((name) => new Member(name, "api", server.installation));
  workers = ["first worker", "second worker"].map((name) => new Member(name, "worker", server.installation));
  await Promise.all([...apis, ...workers].map((member) => member.start(former)));
});
afterAll(async () => {
  await server.stop();
  await Promise.all([...apis, ...workers].map((member) => member.stop("SIGTERM")));
});

test(`${PAYMENTS} payments succeed while processes of two versions run on the newer schema`, async () => {
  const next = await makeNextVersion();
  const observed = new Observed();
  const taking = new Shop(server, apis).take("upgrade", PAYMENTS, PER_SECOND, observed);
  await expect.poll(() => observed.paidCount).toBeGreaterThan(0);
  const migrated = await migrate(next, server.installation.environment);
  for (const name of ["0051_month_partitions", "9999_next_version"]) expect(migrated).toContain(name);
  const before = observed.paidCount;
  await expect.poll(() => observed.paidCount).toBeGreaterThan(before + PAID_BETWEEN);
  for (const member of [...workers, ...apis]) {
    await member.stop("SIGTERM");
    await member.start(next);
  }
  const handled = await taking;
  expect(handled.filter(({ status }) => status !== "succeeded")).toEqual([]);
  expect(observed.broken).toEqual([]);
  const rows = await server.sql("select count(*)::integer as payments from payments_first");
  expect(rows).toEqual([{ payments: handled.length }]);
});

async function migrate(build: string, environment: Readonly<Record<string, string>>): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(build, "cli/main.js"), "migrate"], {
    env: { PATH: process.env.PATH, ...environment },
  });
  return stdout;
}
