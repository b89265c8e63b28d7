// Three database hosts with synchronous replication, and the etcd that decides which one is the primary.
import { chownSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../src/local/process/free-port.ts";
import { query } from "../local/query.ts";
import { type DatabaseHost, makeDatabaseHost, USER } from "./database-host.ts";
import { type Program, startProgram, unprivileged } from "./program.ts";

export interface Cluster {
  readonly hosts: readonly DatabaseHost[];
  /** The host that serves as the primary. @throws if none does */
  primary(): Promise<DatabaseHost>;
  /** The host that has every commit before it is acknowledged. @throws if there is none */
  synchronousStandby(): Promise<DatabaseHost>;
  /** Waits for one primary, a synchronous standby and another one. */
  untilHealthy(): Promise<void>;
  /** A planned change of the primary. */
  switchOver(): Promise<void>;
  freezeEtcd(): void;
  thawEtcd(): void;
  stop(): Promise<void>;
}

const DATABASE = "turnpike";
const HOSTS = ["db1", "db2", "db3"];
const HEALTHY_WITHIN_MS = 120_000;
const REST_TIMEOUT_MS = 1_000;

/** A URL with a host for each port. */
export const databaseUrl = (...ports: readonly number[]): string =>
  `postgres://${USER}@${ports.map((port) => `127.0.0.1:${port}`).join()}/${DATABASE}`;

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly lag?: number | "unknown";
}

export async function startCluster(rigDir: string): Promise<Cluster> {
  const etcdPort = await freePort();
  const etcd = await startEtcd(rigDir, etcdPort);
  const hosts: DatabaseHost[] = [];
  for (const name of HOSTS) hosts.push(await makeDatabaseHost(name, rigDir, etcdPort));
  for (const host of hosts) await host.start();

  const hostWith = async (path: string): Promise<DatabaseHost> => {
    const found = await Promise.all(hosts.map(async (host) => (await get(host, path))?.status === 200));
    const host = hosts[found.indexOf(true)];
    if (!host) throw new Error(`no host responds with 200 to ${path}`);
    return host;
  };
  const cluster: Cluster = {
    hosts,
    primary: () => hostWith("/primary"),
    synchronousStandby: () => hostWith("/synchronous"),
    async untilHealthy() {
      const deadlineMs = performance.now() + HEALTHY_WITHIN_MS;
      for (;;) {
        const members = await membersSeenBy(hosts);
        if (isHealthy(members)) return;
        if (performance.now() > deadlineMs) throw new Error(`the cluster is not healthy: ${JSON.stringify(members)}`);
        await sleep(500);
      }
    },
    async switchOver() {
      const primary = await cluster.primary();
      const response = await fetch(`http://127.0.0.1:${primary.restPort}/switchover`, {
        method: "POST",
        body: JSON.stringify({ leader: primary.name }),
      });
      if (response.status !== 200) throw new Error(`Patroni refuses to switch over: ${await response.text()}`);
    },
    freezeEtcd: () => void process.kill(etcd.pid, "SIGSTOP"),
    thawEtcd: () => void process.kill(etcd.pid, "SIGCONT"),
    async stop() {
      for (const host of hosts) await host.kill();
      await etcd.kill();
    },
  };
  await cluster.untilHealthy();
  const { postgresPort } = await cluster.primary();
  await query(`postgres://${USER}@127.0.0.1:${postgresPort}/postgres`, `create database ${DATABASE}`);
  return cluster;
}

async function startEtcd(rigDir: string, port: number): Promise<Program> {
  const dir = join(rigDir, "etcd");
  mkdirSync(dir);
  const { uid, gid } = unprivileged();
  if (uid !== undefined && gid !== undefined) chownSync(dir, uid, gid);
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${await freePort()}`];
  return startProgram({
    dir,
    command: [
      "etcd",
      ...["--enable-v2", "--name", "etcd", "--data-dir", join(dir, "data"), "--initial-cluster", `etcd=${peer}`],
      ...["--listen-client-urls", client, "--advertise-client-urls", client],
      ...["--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer],
    ],
  });
}

/** @returns undefined if the host does not respond */
async function get({ restPort }: DatabaseHost, path: string): Promise<Response | undefined> {
  try {
    return await fetch(`http://127.0.0.1:${restPort}${path}`, { signal: AbortSignal.timeout(REST_TIMEOUT_MS) });
  } catch {
    return undefined;
  }
}

async function membersSeenBy(hosts: readonly DatabaseHost[]): Promise<readonly Member[]> {
  for (const host of hosts) {
    const response = await get(host, "/cluster");
    if (response?.ok) return ((await response.json()) as { members: readonly Member[] }).members;
  }
  return [];
}

function isHealthy(members: readonly Member[]): boolean {
  const roles = members.map(({ role }) => role).sort();
  const areRunning = members.every(({ state, lag = 0 }) => ["running", "streaming"].includes(state) && lag === 0);
  return areRunning && roles.join() === "leader,replica,sync_standby";
}
