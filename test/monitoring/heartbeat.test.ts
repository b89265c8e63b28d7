// What each process learns from the database: whether it takes writes, its time, and the settings of the others.
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openLog } from "../../src/log.ts";
import { chainsFileOf, turnpike } from "../cli/turnpike.ts";
import { sampleOf, samplesOf, seenMetrics } from "../harness/server/metrics.ts";
import { entryOf } from "../harness/server/process.ts";
import { startOn, startServer, type TestServer } from "../harness/server/server.ts";

/** A process looks every 10 s; the machine may be busy. */
const EVENTUALLY = { timeout: 120_000, interval: 200 };

let server: TestServer;
const { log, urlOf, read, lines } = seenMetrics();
beforeAll(async () => {
  server = await startServer({ environment: { METRICS_PORT: "0" }, log });
});
afterAll(() => server.stop());

const readiness = async (): Promise<unknown> => (await fetch(urlOf("/readyz"))).json();

async function doctor(): Promise<string> {
  const { environment, chains } = server.installation;
  const CHAINS_FILE = await chainsFileOf(...chains.map(entryOf));
  return (await turnpike(["doctor"], { ...environment, CHAINS_FILE })).stdout;
}

test("a database that takes no writes is an outage: readiness, metric, level 50 and doctor, until it takes one", async () => {
  expect(await readiness()).toMatchObject({ status: "ready", checks: { writes: "ok", clock: "ok" } });
  expect(sampleOf(await read(), "turnpike_database_writes_up")).toBe(1);
  await server.sql("alter table write_probes add constraint no_room check (false)");
  await expect
    .poll(readiness, EVENTUALLY)
    .toMatchObject({ status: "not ready", checks: { database: "ok", writes: "the database takes no writes" } });
  expect(sampleOf(await read(), "turnpike_database_writes_up")).toBe(0);
  expect(lines()).toContainEqual(
    expect.objectContaining({ level: 50, times: 1, msg: expect.stringContaining("the database takes no writes") }),
  );
  expect(await doctor()).toMatch(/problem +database: takes no writes, .*violates check constraint "no_room"/);
  await server.sql("alter table write_probes drop constraint no_room");
  await expect.poll(readiness, EVENTUALLY).toMatchObject({ status: "ready" });
  expect(lines()).toContainEqual(expect.objectContaining({ msg: "the database takes writes again" }));
  expect(await doctor()).not.toContain("takes no writes");
});

test("each test write takes a page that the file lacks, and leaves no row", async () => {
  const pages = async () =>
    Number((await server.sql<{ size: string }>("select pg_relation_size('write_probes') / 8192 as size"))[0]?.size);
  const before = await pages();
  expect(await server.store.processes.proveWrite()).toBeNull();
  expect(await server.store.processes.proveWrite()).toBeNull();
  expect(await pages()).toBeGreaterThanOrEqual(before + 2);
  expect(await server.sql("select from write_probes")).toEqual([]);
});

test("processes that differ are named by setting and host, without values, until they agree", async () => {
  const { installation } = server;
  const SECRET_KEY = "89abcdef01234567".repeat(4);
  const RECEIPT_KEYS = "76543210fedcba98".repeat(4);
  const environment = { ...installation.environment, SECRET_KEY, RECEIPT_KEYS, FEE_PERCENTAGE: "1.25" };
  const [chain] = installation.chains;
  const chains = [{ ...chain, rpcUrls: ["http://127.0.0.1:1"], name: "Another" } as typeof chain & object];
  const written: string[] = [];
  const otherLog = openLog("info", { write: (line) => void written.push(line) });
  const other = await startOn({ ...installation, environment, chains }, "api", { log: otherLog });
  const differing = async () =>
    samplesOf(await read())
      .filter(({ name }) => name === "turnpike_settings_differ")
      .map(({ labels, value }) => [labels.setting, labels.role, value])
      .toSorted();
  await expect.poll(differing, EVENTUALLY).toEqual(
    ["CHAINS_FILE", "FEE_PERCENTAGE", "RECEIPT_KEYS", "SECRET_KEY"].flatMap((setting) => [
      [setting, "all", 1],
      [setting, "api", 1],
    ]),
  );
  expect(written.join("")).toContain("the processes differ in SECRET_KEY: look at ");
  const said = await doctor();
  expect(said).toMatch(/problem +processes: they differ in SECRET_KEY: look at \S+ \(all, process \d+\), \S+ \(api/);
  expect(said).not.toContain("BUYER_DATA_KEYS");
  const [stored] = await server.sql("select jsonb_agg(settings)::text as settings from processes");
  const { environment: kept } = installation;
  for (const value of [SECRET_KEY, RECEIPT_KEYS, kept.SECRET_KEY, kept.RECEIPT_KEYS, "1.25", "12500"]) {
    expect(`${stored?.settings} ${said} ${written.join("")}`).not.toContain(value);
  }
  await other.stop();
  await expect.poll(differing, EVENTUALLY).toEqual([]);
  expect(await doctor()).not.toContain("they differ");
});

test.each([-1_200_000, 1_200_000])("with a clock %i ms off, payments expire by the database's clock", async (offMs) => {
  const seen = seenMetrics();
  const wallMs = () => Date.now() + offMs;
  const off = await startOn(server.installation, "api", { log: seen.log, wallMs });
  onTestFinished(() => off.stop());
  const { body } = await server.at(off.baseUrl ?? "").call<{ expiresAt: number }>({
    path: "/v1/payments",
    body: { amount: { unit: "iso4217/USD", value: "100" }, referenceId: "order" },
  });
  const [now] = await server.sql<{ s: string }>("select extract(epoch from now()) as s");
  const lifetimeS = body.expiresAt - Number(now?.s);
  expect(Math.round(lifetimeS / 60)).toBe(5);
  const skewS = sampleOf(await seen.read(), "turnpike_clock_skew_seconds") ?? 0;
  expect(Math.round(skewS / 60)).toBe(offMs / 60_000);
  expect(await (await fetch(seen.urlOf("/readyz"))).json()).toMatchObject({
    status: "not ready",
    checks: { clock: "the clock is seconds off the database's", database: "ok" },
  });
  expect(seen.lines()).toContainEqual(expect.objectContaining({ level: 50, skewS: expect.any(Number) }));
});
