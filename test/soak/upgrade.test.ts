// An upgrade under load: the next version migrates the database while processes of this one run, then replaces them one
// by one. Every payment succeeds.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Member } from "../ha/member.ts";
import { Observed } from "../ha/observed.ts";
import { Shop } from "../ha/shop.ts";
import { makeNextVersion } from "../harness/next-version.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { LENGTH } from "./length.ts";

const PAYMENTS = 40 * LENGTH;
const PER_SECOND = 4;
/** Payments that this version completes on the next one's schema. */
const PAID_BETWEEN = 5;

let server: TestServer;
let apis: readonly Member[];
let workers: readonly Member[];
beforeAll(async () => {
  server = await startServer({ role: null });
  apis = ["first API", "second API"].map((name) => new Member(name, "api", server.installation));
  workers = ["first worker", "second worker"].map((name) => new Member(name, "worker", server.installation));
  await Promise.all([...apis, ...workers].map((member) => member.start()));
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
  const migrated = await promisify(execFile)(process.execPath, [join(next, "cli/main.js"), "migrate"], {
    env: { PATH: process.env.PATH, ...server.installation.environment },
  });
  expect(migrated.stdout).toContain("9999_next_version");
  const before = observed.paidCount;
  await expect.poll(() => observed.paidCount).toBeGreaterThan(before + PAID_BETWEEN);
  for (const member of [...workers, ...apis]) {
    await member.stop("SIGTERM");
    await member.start(next);
  }
  const handled = await taking;
  expect(handled.filter(({ status }) => status !== "succeeded")).toEqual([]);
  expect(observed.broken).toEqual([]);
});
