// /readyz and the metrics of running workers: of one whose chain stops, of one whose nodes are away from the start, and
// on a database that lacks a migration.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { EvmChainConfig } from "../../src/chains/evm/config/config.ts";
import type { Service } from "../../src/service/main.ts";
import { type OwnChain, startOwnChain } from "../harness/chain/own-chain.ts";
import { type LogLine, sampleOf, seenMetrics } from "../harness/server/metrics.ts";
import { startOn, startServer, type TestServer } from "../harness/server/server.ts";

/** Seconds; a busy machine ingests a block several times faster. */
const HEAD_AGE_MAX_S = 8;
/** A chain that no worker follows. */
const NOWHERE = "eip155:31599";
/** A readiness is kept for a second. */
const PROBES = { interval: 200, timeout: 30_000 };

let chain: OwnChain;
let server: TestServer;
beforeAll(async () => {
  chain = await startOwnChain();
  server = await startServer({
    place: chain,
    role: null,
    environment: { METRICS_PORT: "0" },
    chain: { rpcUrls: [chain.proxy.url], headAgeMaxS: HEAD_AGE_MAX_S },
  });
});
const workers: Worker[] = [];
afterEach(async () => {
  chain.proxy.misbehave(() => null);
  await chain.resumeMining();
  for (const { service } of workers.splice(0)) await service.stop();
});
afterAll(async () => {
  await server.stop();
  await chain.stop();
});

interface Worker {
  readonly service: Service;
  /** Warnings and errors of its log. */
  warnings(): readonly LogLine[];
  /** The status of /readyz and its text about a check. */
  about(check: string): Promise<readonly [number, string]>;
  /** The value of the chain's sample. */
  leads(): Promise<number | null>;
}

/** @param changes to the installation's chain, for each chain that this worker has */
async function startWorker(...changes: readonly Partial<EvmChainConfig>[]): Promise<Worker> {
  const [configured] = server.installation.chains;
  if (!configured) throw new Error("the installation has no chain");
  const chains = changes.length === 0 ? [configured] : changes.map((each) => ({ ...configured, ...each }));
  const { log, lines, urlOf, read } = seenMetrics();
  const service = await startOn({ ...server.installation, chains }, "worker", { log });
  const worker = {
    service,
    warnings: () => lines().filter(({ level }) => level > INFO),
    async about(check: string) {
      const response = await fetch(urlOf("/readyz"));
      const { checks } = (await response.json()) as { checks: Readonly<Record<string, string>> };
      return [response.status, checks[check] ?? ""] as const;
    },
    async leads() {
      return sampleOf(await read(), "turnpike_leads", { chain: "eip155:31337" });
    },
  };
  workers.push(worker);
  return worker;
}

const INFO = 30;
const READY = [200, "ok"];

/** Probes until it is not ready, and expects that it was ready before. */
async function untilNotReady(worker: Worker): Promise<string> {
  const seen: (readonly [number, string])[] = [];
  await expect
    .poll(async () => {
      seen.push(await worker.about("chains"));
      return seen.at(-1)?.[0];
    }, PROBES)
    .toBe(503);
  expect(seen.slice(0, -1)).toEqual(seen.slice(0, -1).map(() => READY));
  return seen.at(-1)?.[1] ?? "";
}

test("a worker is ready from its start until the chain that it leads stops, and again when it continues", async () => {
  const worker = await startWorker();
  expect(await worker.about("chains")).toEqual(READY);
  await expect.poll(worker.leads, PROBES).toBe(1);
  await chain.stopMining();
  expect(await untilNotReady(worker)).toBe(`${server.caip2} not followed, although led here`);
  await chain.resumeMining();
  await expect.poll(() => worker.about("chains"), PROBES).toEqual(READY);
});

test("a worker whose nodes are away from the start is not ready, and its metrics raise TurnpikeNoLeader", async () => {
  chain.proxy.misbehave(() => ({ type: "hang_up" }));
  const worker = await startWorker();
  expect(await worker.leads()).toBe(0);
  expect(await untilNotReady(worker)).toBe(`${server.caip2} led by no worker`);
  expect(await worker.leads()).toBe(0);
  // The startup's check is a warning; the worker's, which it repeats every 2 s, is one error.
  expect(worker.warnings().map(({ level, kind, err }) => [level, kind, err])).toEqual([
    [40, "unreachable", undefined],
    [50, "unreachable", undefined],
  ]);
  chain.proxy.misbehave(() => null);
  await expect.poll(() => worker.about("chains"), PROBES).toEqual(READY);
  expect(await worker.leads()).toBe(1);
});

test("a chain that another worker leads is no problem, until that one stops", async () => {
  chain.proxy.misbehave(() => ({ type: "hang_up" }));
  const other = await startWorker({ rpcUrls: [chain.rpcUrl] });
  await expect.poll(other.leads, PROBES).toBe(1);
  const worker = await startWorker({}, { caip2: NOWHERE, chainNumber: 31_599 });
  expect(await untilNotReady(worker)).toBe(`${NOWHERE} led by no worker`);
  workers.splice(workers.indexOf(other), 1);
  await other.service.stop();
  await expect
    .poll(() => worker.about("chains"), PROBES)
    .toEqual([503, `${server.caip2}, ${NOWHERE} led by no worker`]);
});

test("a process on a database that lacks a migration is not ready until that is run", async () => {
  const [last] = await server.sql<{ name: string; timestamp: string }>(
    "delete from kysely_migration where name = (select max(name) from kysely_migration) returning *",
  );
  const worker = await startWorker();
  expect(await worker.about("migrations")).toEqual([503, "the schema lacks migrations"]);
  await server.sql("insert into kysely_migration (name, timestamp) values ($1, $2)", [last?.name, last?.timestamp]);
  await expect.poll(() => worker.about("migrations"), PROBES).toEqual(READY);
});
