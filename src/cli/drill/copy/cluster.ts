// A PostgreSQL server of the drill's own: made, started, killed, copied to a standby. It ends with the drill, even if
// the drill is killed.
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chown, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { type Ids, type RunAs, runAs, serverIds } from "../../../local/postgres/server-account.ts";
import { CHILD_ENV } from "../../../local/process/child-process.ts";
import { freePort } from "../../../local/process/free-port.ts";
import { CommandError } from "../../output/output.ts";
import { until } from "../measure/until.ts";
import { postgresPrograms, runProgram } from "./programs.ts";
import { onSmallDisk, type SmallDisk } from "./small-disk.ts";

/** The role that owns the database, and has no other rights, and the database; as the service's own. */
export const NAME = "turnpike";
const PASSWORD_BYTES = 24;
const ADMIN = "postgres";
const STARTED_WITHIN_MS = 120_000;
const STOPPED_WITHIN_MS = 60_000;
/** Ends the server with the drill: the pipe to this shell closes, however the drill ends. */
const LEASH = '"$@" & read -r _; kill -INT $!; wait';

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  max_connections: "100",
  shared_buffers: "128MB",
  // In its own folder, where nothing is left of a server that was killed.
  dynamic_shared_memory_type: "mmap",
  timezone: "UTC",
  log_timezone: "UTC",
};

export interface Cluster {
  /** The URL of its database, for the role that owns it. */
  readonly url: string;
  readonly port: number;
  /** Its socket's folder, for its own programs as administrator. */
  readonly dir: string;
  start(): Promise<void>;
  /** The process id of its postmaster. */
  pid(): Promise<number>;
  /** Runs a statement as the administrator. @param database by default `postgres` */
  asAdmin(statement: string, database?: string): Promise<void>;
  stop(): Promise<void>;
}

interface Place {
  readonly dir: string;
  readonly password: string;
  readonly bin: string;
  readonly ids: Ids | null;
  readonly as: RunAs;
}

/**
 * Makes an empty server.
 * @param dir a folder that does not exist
 * @param disk a small disk that only the server sees, in this folder
 */
export async function makeCluster(dir: string, disk?: SmallDisk): Promise<Cluster> {
  const place = await makePlace(dir, randomBytes(PASSWORD_BYTES).toString("hex"));
  const access = ["--auth-local=trust", "--auth-host=scram-sha-256", `--username=${ADMIN}`];
  const locale = ["--encoding=UTF8", "--locale=C.UTF-8"];
  await runIn(place, "initdb", ["--no-sync", `--pgdata=${join(dir, "data")}`, ...access, ...locale]);
  if (!disk) return clusterIn(place, await freePort());
  await mkdir(disk.place);
  return clusterIn(place, await freePort(), onSmallDisk(place.as, place.ids, disk));
}

/** Makes a standby, which is not started, of a running server. */
export async function makeStandby(primary: Cluster, dir: string, password: string): Promise<Cluster> {
  const place = await makePlace(dir, password);
  const from = `host=${primary.dir} port=${primary.port} user=${ADMIN}`;
  const how = ["--write-recovery-conf", "--checkpoint=fast", "--no-sync"];
  await runIn(place, "pg_basebackup", [`--dbname=${from}`, `--pgdata=${join(dir, "data")}`, ...how]);
  return clusterIn(place, await freePort());
}

export const passwordOf = ({ url }: Cluster): string => new URL(url).password;

/** Makes the role and its empty database. @param tablespace where the database lies */
export async function makeDatabase(cluster: Cluster, tablespace = "pg_default"): Promise<void> {
  await cluster.asAdmin(`create role ${NAME} login password '${passwordOf(cluster)}'`);
  await cluster.asAdmin(`create database ${NAME} owner ${NAME} template template0 tablespace ${tablespace}`);
}

async function makePlace(dir: string, password: string): Promise<Place> {
  await mkdir(dir, { mode: 0o700 });
  const ids = await serverIds(dir);
  if (ids) await chown(dir, ids.uid, ids.gid);
  const bin = postgresPrograms();
  return { dir, password, bin, ids, as: await runAs(ids, join(bin, "postgres"), dir) };
}

async function runIn({ bin, as }: Place, program: string, args: readonly string[]): Promise<void> {
  const { command, args: words, ...user } = as(join(bin, program), [...args]);
  await runProgram(command, words, user);
}

function clusterIn({ dir, password, bin, as }: Place, port: number, wrapped: RunAs = as): Cluster {
  const data = join(dir, "data");
  let leash: ChildProcess | null = null;
  const asAdmin = async (statement: string, database = ADMIN): Promise<void> => {
    const client = new pg.Client({ host: dir, port, user: ADMIN, database });
    // Its end by a fault is none of this statement's.
    client.on("error", () => {});
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  return {
    url: `postgres://${NAME}:${password}@127.0.0.1:${port}/${NAME}`,
    port,
    dir,
    asAdmin,
    async start() {
      const settings = Object.entries({ ...SETTINGS, port, unix_socket_directories: dir });
      const words = settings.flatMap(([name, value]) => ["-c", `${name}=${value}`]);
      const { command, args, ...user } = wrapped(join(bin, "postgres"), ["-D", data, ...words]);
      const child = spawn("sh", ["-c", LEASH, "sh", command, ...args], {
        ...user,
        cwd: "/",
        env: CHILD_ENV,
        stdio: ["pipe", "ignore", "pipe"],
      });
      // That of a server that was killed.
      leash?.stdin?.end();
      let said = "";
      child.stderr?.setEncoding("utf8").on("data", (text: string) => {
        said = `${said}${text}`.slice(-SAID_CHARS);
      });
      // It may end before the pipe is closed.
      child.stdin?.on("error", () => {});
      await once(child, "spawn");
      leash = child;
      await until(
        () =>
          asAdmin("select 1").then(
            () => true,
            () => false,
          ),
        STARTED_WITHIN_MS,
        () => {
          throw new CommandError(`the drill's PostgreSQL in ${dir} does not start: ${said.trim()}`);
        },
      );
    },
    async pid() {
      return Number((await readFile(join(data, "postmaster.pid"), "utf8")).split("\n")[0]);
    },
    async stop() {
      if (!leash || leash.exitCode !== null) return;
      const exited = once(leash, "exit", { signal: AbortSignal.timeout(STOPPED_WITHIN_MS) });
      leash.stdin?.end();
      await exited;
    },
  };
}

const SAID_CHARS = 2_000;
