// A Citus cluster on this machine: a coordinator and workers, each a separate PostgreSQL server. CITUS_BIN names the
// folder of the programs of a PostgreSQL that has Citus (test/citus/build makes one).
import { execFileSync } from "node:child_process";
import { appendFileSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
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
  /** CPU seconds of all its processes since it was started, those that have ended included. */
  cpuS(): number;
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

/** The same PostgreSQL without Citus, to compare with. */
export async function startPlain(): Promise<{ readonly server: CitusServer; stop(): Promise<void> }> {
  const dir = makeDir();
  const { shared_preload_libraries: _, ...settings } = SETTINGS;
  const server = await makeServer(citusBin(), join(dir, "plain"), settings);
  await server.start();
  await createDatabase(server.url);
  return {
    server,
    async stop() {
      await server.kill();
      rmSync(dir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

function makeDir(): string {
  const dir = mkdtempSync(join(tmpdir(), "turnpike-citus-"));
  const { uid, gid } = unprivileged();
  if (uid !== undefined && gid !== undefined) chownSync(dir, uid, gid);
  return dir;
}

/** @param durable false: without fsync, as for tests of behaviour */
export async function startCitus({ workers = 2, durable = true } = {}): Promise<CitusCluster> {
  const bin = citusBin();
  const dir = makeDir();
  const names = ["coordinator", ...Array.from({ length: workers }, (_, index) => `worker-${index + 1}`)];
  const servers: CitusServer[] = [];
  for (const name of names) {
    const server = await makeServer(bin, join(dir, name), { ...SETTINGS, ...(durable ? {} : { fsync: "off" }) });
    await server.start();
    await createDatabase(server.url);
    await query(server.url, "create extension citus");
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

async function makeServer(bin: string, dir: string, given: Readonly<Record<string, string>>): Promise<CitusServer> {
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
  const settings = { ...given, port: String(port) };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
  appendFileSync(join(data, "postgresql.conf"), lines.join(""));
  const url = `postgres://turnpike@127.0.0.1:${port}/${DATABASE}`;
  let program: Program | null = null;
  return {
    url,
    dir,
    cpuS() {
      if (!program) return 0;
      const children = childrenOf(program.pid).reduce((sum, pid) => sum + cpuOf(pid).own, 0);
      const { own, ended } = cpuOf(program.pid);
      return own + ended + children;
    },
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

/** Clock ticks per second in /proc (sysconf _SC_CLK_TCK). */
const TICKS_PER_S = 100;

/** Of a process, and of its children that have ended (proc(5): fields 14 to 17 of its stat). */
function cpuOf(pid: number): { readonly own: number; readonly ended: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  const seconds = (...places: readonly number[]): number =>
    places.reduce((sum, place) => sum + Number(fields[place]), 0) / TICKS_PER_S;
  return { own: seconds(11, 12), ended: seconds(13, 14) };
}

async function createDatabase(url: string): Promise<void> {
  const postgres = new URL(url);
  postgres.pathname = "/postgres";
  await query(postgres.href, `create database ${DATABASE}`);
}

/** Runs one statement on a new connection. */
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
