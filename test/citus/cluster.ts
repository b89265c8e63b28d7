// A Citus cluster of this machine: a coordinator and workers, each a PostgreSQL server of its own. CITUS_BIN names the
// folder of the programs of a PostgreSQL that has Citus (test/citus/build makes one).
import { execFileSync } from "node:child_process";
import { appendFileSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { freePort } from "../../src/local/free-port.ts";
import { probe } from "../../src/local/postgres-probe.ts";
import { processIdentity } from "../../src/local/process-identity.ts";
import { childrenOf, type Program, startProgram, unprivileged } from "../ha/program.ts";

export interface CitusServer {
  readonly url: string;
  readonly dir: string;
  start(): Promise<void>;
  /** kill -9 of the server with all its processes. */
  kill(): Promise<void>;
}

export interface CitusCluster {
  readonly coordinator: CitusServer;
  readonly workers: readonly CitusServer[];
  stop(): Promise<void>;
}

const DATABASE = "turnpike";
const LOOK_EVERY_MS = 20;

const SETTINGS = {
  shared_preload_libraries: "'citus'",
  listen_addresses: "'127.0.0.1'",
  unix_socket_directories: "''",
  max_connections: "200",
  max_prepared_transactions: "200",
  max_worker_processes: "16",
  shared_buffers: "'64MB'",
  "citus.enable_version_checks": "on",
  "citus.recover_2pc_interval": "'5s'",
  "citus.stat_statements_track": "'all'",
  timezone: "'UTC'",
} as const;

/** @throws if CITUS_BIN is not set, or has no PostgreSQL with Citus */
function citusBin(): string {
  const bin = process.env.CITUS_BIN;
  if (!bin || !existsSync(join(bin, "initdb"))) {
    throw new Error(
      "Set CITUS_BIN to the folder of initdb and postgres of a PostgreSQL with Citus. test/citus/build makes one " +
        "from Citus's source.",
    );
  }
  return bin;
}

/** @param durable false: without fsync, as for tests of behaviour */
export async function startCitus({ workers = 2, durable = true } = {}): Promise<CitusCluster> {
  const bin = citusBin();
  const dir = mkdtempSync(join(tmpdir(), "turnpike-citus-"));
  const { uid, gid } = unprivileged();
  if (uid !== undefined && gid !== undefined) chownSync(dir, uid, gid);
  const names = ["coordinator", ...Array.from({ length: workers }, (_, index) => `worker-${index + 1}`)];
  const servers: CitusServer[] = [];
  for (const name of names) {
    const server = await makeServer(bin, join(dir, name), durable);
    await server.start();
    await createExtension(server.url);
    servers.push(server);
  }
  const [coordinator, ...others] = servers;
  if (!coordinator) throw new TypeError("a cluster has a coordinator");
  await joinWorkers(coordinator, others);
  return {
    coordinator,
    workers: others,
    async stop() {
      await Promise.all(servers.map((server) => server.kill()));
      rmSync(dir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

async function joinWorkers(coordinator: CitusServer, workers: readonly CitusServer[]): Promise<void> {
  const port = (url: string): number => Number(new URL(url).port);
  await query(coordinator.url, "select citus_set_coordinator_host('127.0.0.1', $1)", [port(coordinator.url)]);
  for (const { url } of workers) {
    await query(coordinator.url, "select citus_add_node('127.0.0.1', $1)", [port(url)]);
  }
}

async function makeServer(bin: string, dir: string, durable: boolean): Promise<CitusServer> {
  const data = join(dir, "data");
  const port = await freePort();
  const as = unprivileged();
  mkdirSync(dir);
  if (as.uid !== undefined && as.gid !== undefined) chownSync(dir, as.uid, as.gid);
  execFileSync(join(bin, "initdb"), ["-D", data, "-U", "turnpike", "-A", "trust", "-E", "UTF8", "--locale=C"], {
    ...as,
    cwd: dir,
    stdio: "ignore",
  });
  const settings = { ...SETTINGS, port: String(port), ...(durable ? {} : { fsync: "off" }) };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
  appendFileSync(join(data, "postgresql.conf"), lines.join(""));
  const url = `postgres://turnpike@127.0.0.1:${port}/${DATABASE}`;
  let program: Program | null = null;
  return {
    url,
    dir,
    async start() {
      rmSync(join(data, "postmaster.pid"), { force: true }); // its process may exist as a zombie
      program = await startProgram({ command: [join(bin, "postgres"), "-D", data], dir, dataDir: data });
      await untilReady(`postgres://turnpike@127.0.0.1:${port}/postgres`);
    },
    async kill() {
      const children = program ? childrenOf(program.pid) : [];
      await program?.kill();
      program = null;
      // They hold the shared memory until they notice.
      while (children.some((pid) => processIdentity(pid) !== null)) await sleep(LOOK_EVERY_MS);
    },
  };
}

async function untilReady(url: string): Promise<void> {
  while ((await probe(url)) !== "ready") await sleep(LOOK_EVERY_MS);
}

async function createExtension(url: string): Promise<void> {
  const postgres = new URL(url);
  postgres.pathname = "/postgres";
  await query(postgres.href, `create database ${DATABASE}`);
  await query(url, "create extension citus");
}

/** Runs one statement on a connection of its own. */
export async function query<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {}); // the server may be killed
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end().catch(() => {});
  }
}
