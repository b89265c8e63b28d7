// The embedded PostgreSQL: one server per local directory, on a free port of 127.0.0.1. It survives a crash of this
// process, and the next start takes it over.
import { readFile, realpath, rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { adopt, type LocalProcess, type Log, logTail, type StopRule, spawnDetached } from "../process/child-process.ts";
import { lockDir } from "../process/dir-lock.ts";
import { freePort } from "../process/free-port.ts";
import { isUncleared, processCommandLine, processIdentity } from "../process/process-identity.ts";
import { hasCode } from "../process/system-error.ts";
import { postgresBinaries } from "./binaries.ts";
import { type ClusterFiles, clusterFiles, databaseUrl, initialise, isInitialised } from "./cluster.ts";
import { createDatabase, probe } from "./probe.ts";
import { runAs, serverIds } from "./server-account.ts";

export interface LocalPostgres {
  readonly databaseUrl: string;
  /** Whether a server left by a crashed Turnpike was taken over. */
  readonly tookOver: boolean;
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** Holds all files of the server, for example `<TURNPIKE_DIR>/postgres`. */
  readonly dir: string;
  readonly log: Log;
  /** false: faster, but a machine crash loses data; for tests. */
  readonly durable?: boolean;
  /** Memory that PostgreSQL reserves for pages; one that was taken over keeps its own. */
  readonly sharedBuffersMb?: number;
}

type ServerOptions = Required<Omit<PostgresOptions, "dir">>;

/** Enough to try Turnpike, and hardly noticed beside other programs. */
const SHARED_BUFFERS_MB = 64;

/** SIGINT is PostgreSQL's fast shutdown; SIGQUIT its immediate one, which requires recovery at the next start. */
const STOP_RULE: StopRule = { gently: "SIGINT", patienceMs: 30_000, hard: "SIGQUIT" };
/** Recovery after a crash replays at most 1 GB (max_wal_size). */
const READY_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 10;
/** The port may be taken before the bind; the child processes of a killed postmaster need a moment to exit. */
const ATTEMPTS_MAX = 5;
const PASSING_FAILURES = ["Address already in use", "pre-existing shared memory block"];
const RETRY_AFTER_MS = 200;
/** The server ("/…/bin/postgres -D …") or one of its child processes ("postgres: checkpointer"). */
const IS_POSTGRES = /^postgres|\/postgres(:|\s|$)/;

/** Starts the server of `dir`, initialising it at first, or takes over a running one. */
export async function startPostgres({
  dir,
  log,
  durable = true,
  sharedBuffersMb = SHARED_BUFFERS_MB,
}: PostgresOptions): Promise<LocalPostgres> {
  const lock = lockDir(dir, "postgres");
  try {
    const realDir = await realpath(dir);
    const files = clusterFiles(realDir);
    const orphan = await takeOver(files, log);
    const { server, url } = orphan ?? (await start(realDir, { log, durable, sharedBuffersMb }));
    return {
      databaseUrl: url,
      tookOver: orphan !== null,
      async stop() {
        await server.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The URL of the server running for `dir`, or null if none responds. */
export async function findPostgres({ dir }: { dir: string }): Promise<string | null> {
  const files = await realpath(dir).then(clusterFiles, (error: unknown) => {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  });
  const recorded = files && (await readPidFile(files));
  if (!files || !recorded || !serves(recorded.pid, files)) return null;
  const url = await databaseUrl(files, recorded.port);
  return (await probe(url)) === "ready" ? url : null;
}

interface Running {
  readonly server: LocalProcess;
  readonly url: string;
}

async function takeOver(files: ClusterFiles, log: Log): Promise<Running | null> {
  const recorded = await readPidFile(files);
  if (recorded === null) return null;
  const { pid, port } = recorded;
  if (processIdentity(pid) === null) {
    // PostgreSQL removes a stale file itself, unless the process id still exists as a zombie: in a container whose init
    // process does not reap. PostgreSQL detects surviving child processes through its shared memory.
    if (isUncleared(pid)) await rm(files.pidFile, { force: true });
    return null;
  }
  if (!IS_POSTGRES.test(processCommandLine(pid) ?? "")) {
    log(`Clearing ${files.pidFile}: process ${pid} is not PostgreSQL.`);
    await rm(files.pidFile, { force: true });
    return null;
  }
  if (!serves(pid, files)) {
    throw new Error(
      `${files.pidFile} names process ${pid}, a PostgreSQL started for another directory. ` +
        "If this directory was moved, stop that process; if it is a copy, delete the file.",
    );
  }
  const server = adopt(pid, STOP_RULE);
  const url = await databaseUrl(files, port);
  // It may be starting or stopping.
  if (!(await readyOrGone(server, url))) return null;
  log(`Took over the PostgreSQL that was still running (process ${pid}, port ${port}).`);
  return { server, url };
}

async function start(dir: string, options: ServerOptions): Promise<Running> {
  const { log, durable } = options;
  const files = clusterFiles(dir);
  const binaries = postgresBinaries();
  const ids = await serverIds(files.dataDir);
  if (!(await isInitialised(files))) await initialise(dir, { binaries, ids, durable });
  const as = await runAs(ids, binaries.postgres, files.dataDir);
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const command = as(binaries.postgres, serverArgs(files.dataDir, port, options));
    const server = await spawnDetached({ ...command, logFile: files.logFile, stopRule: STOP_RULE });
    const url = await databaseUrl(files, port);
    if (await readyOrGone(server, url)) {
      log(`Started PostgreSQL (process ${server.pid}, port ${port}).`);
      return { server, url };
    }
    const said = logTail(files.logFile);
    if (attempt === ATTEMPTS_MAX || !PASSING_FAILURES.some((failure) => said.includes(failure))) {
      throw new Error(`The embedded PostgreSQL of ${dir} did not start. ${files.logFile} ends with: ${said}`);
    }
    await sleep(RETRY_AFTER_MS);
  }
}

function serverArgs(dataDir: string, port: number, { durable, sharedBuffersMb }: ServerOptions): string[] {
  const onOff = durable ? "on" : "off";
  const settings = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: "",
    max_connections: durable ? 100 : 400, // tests run many servers on one PostgreSQL
    shared_buffers: `${sharedBuffersMb}MB`,
    fsync: onOff,
    synchronous_commit: onOff,
    full_page_writes: onOff,
    timezone: "UTC",
    log_timezone: "UTC",
    // The client receives a query's errors; in the log they would only leak values.
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    log_checkpoints: "off",
  };
  return ["-D", dataDir, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

async function readPidFile(files: ClusterFiles): Promise<{ pid: number; port: number } | null> {
  try {
    // https://www.postgresql.org/docs/18/storage-file-layout.html: line 1 the process, line 4 the port (0 or none before it listens).
    const lines = (await readFile(files.pidFile, "utf8")).split("\n");
    const pid = Number(lines[0]);
    return pid > 0 ? { pid, port: Number(lines[3] ?? 0) } : null;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
}

function serves(pid: number, files: ClusterFiles): boolean {
  return processCommandLine(pid)?.includes(`-D ${files.dataDir} `) ?? false;
}

async function readyOrGone(server: LocalProcess, url: string): Promise<boolean> {
  const deadlineMs = performance.now() + READY_WITHIN_MS;
  while (server.isRunning()) {
    const state = await probe(url);
    if (state === "no database") await createDatabase(url);
    if (state !== "not ready") return true;
    if (performance.now() > deadlineMs) {
      await server.stop();
      throw new Error(
        `The embedded PostgreSQL (process ${server.pid}) was not ready within ${READY_WITHIN_MS / 1000} s.`,
      );
    }
    await sleep(LOOK_EVERY_MS);
  }
  return false;
}
