// The whole rig: database hosts, proxies, and the processes of one installation; and one fault at a time under load.
import { cpSync, lstatSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { getAbiItem } from "viem";
import { paymentRouterAbi } from "../../src/chains/evm/abi/payment-router.ts";
import { paymentKey } from "../../src/payment/terms.ts";
import { migrate } from "../../src/store/migrate.ts";
import { differences, paidEvents } from "../harness/books.ts";
import { startServer, type TestServer, testClient } from "../harness/server/server.ts";
import { type Cluster, databaseUrl, startCluster } from "./cluster.ts";
import type { DatabaseHost } from "./database-host.ts";
import { type Gateway, startGateway } from "./gateway.ts";
import { Observed } from "./observed.ts";
import { Probes } from "./probes.ts";
import { startProxies } from "./proxies.ts";
import type { Row } from "./report.ts";
import { type Handled, Shop } from "./shop.ts";

export interface Fault {
  readonly name: string;
  /** A process must report that it is not ready. */
  readonly mustBeReported?: boolean;
  /** Makes it happen. */
  strike(): Promise<void> | void;
  /** Resolves when another host or process has taken over. */
  takenOver?(sinceMs: number): Promise<void>;
  /** Repairs the damage. */
  heal?(): Promise<void> | void;
}

export interface Rig {
  readonly cluster: Cluster;
  readonly gateway: Gateway;
  /** Takes payments through a fault. Returns what its clients saw, once the books are closed. */
  through(fault: Fault): Promise<Outcome>;
  /** Resolves when another database host is the primary. */
  hasOtherPrimary(former: DatabaseHost): Promise<void>;
  stop(): Promise<void>;
}

export interface Outcome extends Row {
  /** Broken promises: responses that no client may get, and the differences between chain and database, as text. */
  readonly broken: readonly string[];
  /** Payments that did not succeed. */
  readonly unpaid: readonly Handled[];
}

/** A folder for the logs of all programs, when the rig stops. */
const { LOGS } = process.env;
export const PAYMENTS = Number(process.env.PAYMENTS ?? 125);
const PER_SECOND = 4;
/** The time from the first payment to the fault. */
const BEFORE_MS = 4_000;
/** The time from the takeover to the repair. */
const DEGRADED_MS = 5_000;
const BOOKS_WITHIN_MS = 60_000;
const POLL_MS = 100;

export async function startRig(): Promise<Rig> {
  const dir = await mkdtemp(join(tmpdir(), "turnpike-ha-"));
  await chmod(dir, 0o755);
  const cluster = await startCluster(dir);
  const proxies = await startProxies(dir, cluster.hosts);
  const url = databaseUrl(proxies.endingPort);
  await untilDone(() => migrate(url));
  const server = await startServer({ role: null, database: { databaseUrl: url, drop: async () => {} } });
  const gateway = await startGateway(server, cluster, proxies, dir);
  const shop = new Shop(server, gateway.apis);
  return {
    cluster,
    gateway,
    through: (fault) => through({ server, cluster, gateway, shop }, fault),
    async hasOtherPrimary(former) {
      await untilDone(async () => {
        if ((await cluster.primary()) === former) throw new Error(`${former.name} is still the primary`);
      });
    },
    async stop() {
      await gateway.stop();
      try {
        await server.stop();
      } finally {
        await proxies.stop();
        await cluster.stop();
        if (LOGS !== undefined) cpSync(dir, LOGS, { recursive: true, filter: isLogOrFolder });
      }
      await rm(dir, { recursive: true, force: true });
    },
  };
}

const isLogOrFolder = (path: string): boolean =>
  path.endsWith(".log") || (lstatSync(path).isDirectory() && !path.endsWith("/data"));

interface Parts {
  readonly server: TestServer;
  readonly cluster: Cluster;
  readonly gateway: Gateway;
  readonly shop: Shop;
}

async function through({ server, cluster, gateway, shop }: Parts, fault: Fault): Promise<Outcome> {
  await cluster.untilHealthy();
  const observed = new Observed();
  const taking = shop.take(fault.name, PAYMENTS, PER_SECOND, observed);
  taking.catch(() => {}); // handled below, after the repair
  await sleep(BEFORE_MS);
  const members = [...gateway.apis, ...gateway.workers];
  const probes = new Probes(members);
  const sinceMs = performance.now();
  await fault.strike();
  await fault.takenOver?.(sinceMs);
  const takeoverS = fault.takenOver ? (performance.now() - sinceMs) / 1_000 : null;
  await sleep(DEGRADED_MS);
  await fault.heal?.();
  const handled = await taking;
  await probes.stop();
  await cluster.untilHealthy();
  const unready = members.map((member) => probes.unreadyAfterS(member, sinceMs)).filter((seconds) => seconds !== null);
  const found = await settledDifferences(server);
  return {
    fault: fault.name,
    payments: handled.length,
    takeoverS,
    writePauseS: observed.writePauseS(sinceMs),
    writePausesS: gateway.apis.map(({ name }) => observed.writePauseS(sinceMs, name)),
    paidPauseS: observed.paidPauseS(sinceMs),
    unreadyAfterS: unready.length === 0 ? null : Math.min(...unready),
    refusals: observed.refusals(),
    lost: await countLost(server, handled),
    doubles: await countDoubles(server, handled),
    differences: found.length,
    broken: [...observed.broken, ...found],
    unpaid: handled.filter(({ status }) => status !== "succeeded"),
  };
}

/** Acknowledged payments that the database or the chain lacks. */
async function countLost(server: TestServer, handled: readonly Handled[]): Promise<number> {
  const rows = await server.sql<{ id: string }>("select id from payments");
  const known = new Set(rows.map(({ id }) => id));
  const keys = handled.map(({ paymentId }) => paymentKey(paymentId));
  const paid = new Set((await paidEvents(server, keys)).map(({ key }) => key));
  return handled.filter(({ paymentId }, index) => !known.has(paymentId) || !paid.has(keys[index] ?? "0x")).length;
}

/** Payments that were sent to the router twice, whether or not it refused the second one, or stored twice. */
async function countDoubles(server: TestServer, handled: readonly Handled[]): Promise<number> {
  const keys = handled.map(({ paymentId }) => paymentKey(paymentId));
  const refused = await testClient(server.rpcUrl).getLogs({
    address: server.deployment.router,
    event: getAbiItem({ abi: paymentRouterAbi, name: "PaymentFailed" }),
    args: { key: keys },
    fromBlock: 0n,
  });
  const relayedTwice = (await paidEvents(server, keys)).length - keys.length + refused.length;
  const rows = await server.sql<{ created_twice: number }>(
    "select count(*)::integer - count(distinct reference_id)::integer as created_twice from payments",
  );
  return Math.max(relayedTwice, 0) + (rows[0]?.created_twice ?? 0);
}

/** The differences that are left once the workers had time to finish. */
async function settledDifferences(server: TestServer): Promise<readonly string[]> {
  const deadlineMs = performance.now() + BOOKS_WITHIN_MS;
  for (;;) {
    const found = await differences(server);
    if (found.length === 0 || performance.now() > deadlineMs) return found;
    await sleep(POLL_MS);
  }
}

const WITHIN_MS = 60_000;

/** @throws the last error, after a minute */
export async function untilDone(work: () => Promise<unknown>): Promise<void> {
  const deadlineMs = performance.now() + WITHIN_MS;
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if (performance.now() > deadlineMs) throw error;
      await sleep(POLL_MS);
    }
  }
}
