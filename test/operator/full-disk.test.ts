// A disk of PostgreSQL that is really full: a small file system that holds the database.
import { execFileSync } from "node:child_process";
import { appendFileSync, chownSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { migrate } from "../../src/store/migrate.ts";
import { chainsFileOf, turnpike } from "../cli/turnpike.ts";
import { confirm, createPayment, signPayment, untilFinal } from "../harness/chain/wallet.ts";
import { sampleOf, seenMetrics } from "../harness/server/metrics.ts";
import { entryOf } from "../harness/server/process.ts";
import { startServer } from "../harness/server/server.ts";
import { type DebianPostgres, owner, startDebianPostgres } from "./debian-postgres.ts";

/** A process looks every 10 s; the machine may be busy. */
const EVENTUALLY = { timeout: 120_000, interval: 200 };
const MEBIBYTE = Buffer.alloc(1_048_576);

/** Moves the database to another, small file system. @returns its folder */
async function moveToSmallDisk({ dir, port }: DebianPostgres): Promise<string> {
  const place = join(dir, "small");
  mkdirSync(place);
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=64m", "tmpfs", place]);
  onTestFinished(() => void execFileSync("umount", ["--lazy", place]));
  mkdirSync(join(place, "data"));
  chownSync(join(place, "data"), owner().uid, owner().gid);
  const admin = new pg.Client({ host: dir, port, user: "postgres", database: "postgres" });
  await admin.connect();
  await admin.query(`create tablespace small location '${join(place, "data")}'`);
  await admin.query("alter database turnpike set tablespace small");
  await admin.end();
  return place;
}

function fill(place: string): void {
  for (const bytes of [MEBIBYTE, MEBIBYTE.subarray(0, 4_096)]) {
    try {
      for (;;) appendFileSync(join(place, "filler"), bytes);
    } catch (error) {
      expect(error).toMatchObject({ code: "ENOSPC" });
    }
  }
}

test("a full disk is an outage that each process tells within seconds, and payments go on once there is space", async () => {
  const postgres = await startDebianPostgres();
  onTestFinished(() => postgres.stop());
  const place = await moveToSmallDisk(postgres);
  await migrate(postgres.databaseUrl);
  const { log, lines, read, urlOf } = seenMetrics();
  const server = await startServer({
    database: { databaseUrl: postgres.databaseUrl, drop: async () => {} },
    environment: { METRICS_PORT: "0" },
    log,
  });
  onTestFinished(() => server.stop());
  const signed = await signPayment(server, await createPayment(server), await server.newBuyer());
  const ready = async (): Promise<unknown> => (await fetch(urlOf("/readyz"))).json();
  expect(await ready()).toMatchObject({ status: "ready" });

  fill(place);
  await expect
    .poll(ready, EVENTUALLY)
    .toMatchObject({ status: "not ready", checks: { database: "ok", writes: "the database takes no writes" } });
  const create = async () =>
    server.call({
      path: "/v1/payments",
      body: { amount: { unit: "iso4217/USD", value: "100" }, referenceId: "x".repeat(35) },
    });
  await expect.poll(async () => (await create()).status, EVENTUALLY).toBe(503);
  expect(sampleOf(await read(), "turnpike_database_writes_up")).toBe(0);
  const told = lines().filter(({ level }) => level === 50);
  expect(told).toContainEqual(expect.objectContaining({ msg: expect.stringContaining("takes no writes") }));
  expect(JSON.stringify(told)).toContain("No space left on device");
  const { environment, chains } = server.installation;
  const settings = { ...environment, CHAINS_FILE: await chainsFileOf(...chains.map(entryOf)) };
  expect(await turnpike(["doctor"], settings)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/problem +database: takes no writes, .*No space left on device/),
  });

  rmSync(join(place, "filler"));
  await expect.poll(ready, EVENTUALLY).toMatchObject({ status: "ready" });
  expect(await confirm(server, signed)).toMatchObject({ status: 200 });
  expect(await untilFinal(server, signed.paymentId)).toMatchObject({ status: "succeeded" });
});
