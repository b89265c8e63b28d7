// One database host of the rig: Patroni and the PostgreSQL server that it runs.
import { chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { freePort } from "../../src/local/process/free-port.ts";
import { childrenOf, type Program, startProgram, unprivileged } from "./program.ts";

export interface DatabaseHost {
  readonly name: string;
  readonly postgresPort: number;
  readonly restPort: number;
  start(): Promise<void>;
  /** kill -9 of Patroni and PostgreSQL: the host has lost its power. */
  kill(): Promise<void>;
  /** kill -9 of PostgreSQL only. */
  crash(): void;
  /** SIGSTOP of everything on the host, like a paused virtual machine. */
  freeze(): void;
  /** SIGCONT. */
  thaw(): void;
}

const BIN_DIR = "/usr/lib/postgresql/15/bin";
export const USER = "turnpike";

/** The settings of the cluster that matter to a payment gateway; docs/high-availability.md explains them. */
const CLUSTER = {
  ttl: 8,
  loop_wait: 1,
  retry_timeout: 3,
  primary_start_timeout: 0,
  synchronous_mode: true,
  failsafe_mode: true,
  maximum_lag_on_failover: 1_048_576,
  postgresql: {
    use_pg_rewind: true,
    parameters: {
      wal_sender_timeout: "5s",
      wal_receiver_timeout: "5s",
      wal_keep_size: "256MB",
      max_connections: 120,
      shared_buffers: "32MB",
    },
  },
};

export async function makeDatabaseHost(name: string, rigDir: string, etcdPort: number): Promise<DatabaseHost> {
  const [postgresPort, restPort] = [await freePort(), await freePort()];
  const dir = join(rigDir, name);
  const dataDir = join(dir, "data");
  mkdirSync(dir);
  const file = join(dir, "patroni.yml");
  writeFileSync(file, stringify(configuration({ name, dir, dataDir, postgresPort, restPort, etcdPort })));
  const { uid, gid } = unprivileged();
  if (uid !== undefined && gid !== undefined) for (const path of [dir, file]) chownSync(path, uid, gid);
  let patroni: Program | null = null;
  let frozen: readonly number[] = [];
  const postmaster = (): number => Number(readFileSync(join(dataDir, "postmaster.pid"), "utf8").split("\n")[0]);
  const signal = (pids: readonly number[], name: NodeJS.Signals): void => {
    for (const pid of pids) process.kill(pid, name);
  };
  return {
    name,
    postgresPort,
    restPort,
    async start() {
      patroni = await startProgram({ command: ["patroni", file], dir, dataDir });
    },
    async kill() {
      await patroni?.kill();
      patroni = null;
    },
    crash: () => signal([postmaster()], "SIGKILL"),
    freeze() {
      // The parents first, because they may start others.
      const parents = [patroni?.pid ?? 0, postmaster()];
      signal(parents, "SIGSTOP");
      const children = parents.flatMap(childrenOf);
      signal(children, "SIGSTOP");
      frozen = [...parents, ...children];
    },
    thaw() {
      signal(frozen, "SIGCONT");
      frozen = [];
    },
  };
}

interface Place {
  readonly name: string;
  readonly dir: string;
  readonly dataDir: string;
  readonly postgresPort: number;
  readonly restPort: number;
  readonly etcdPort: number;
}

const configuration = ({ name, dir, dataDir, postgresPort, restPort, etcdPort }: Place) => ({
  scope: "turnpike",
  name,
  // Patroni 3.0 through etcd's v3 API overwrites the next primary's lock if it was frozen just before a renewal.
  etcd: { hosts: `127.0.0.1:${etcdPort}` },
  restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
  bootstrap: { dcs: CLUSTER, initdb: [{ encoding: "UTF8" }, { auth: "trust" }] },
  postgresql: {
    listen: `127.0.0.1:${postgresPort}`,
    connect_address: `127.0.0.1:${postgresPort}`,
    data_dir: dataDir,
    bin_dir: BIN_DIR,
    pgpass: join(dir, "pgpass"),
    authentication: {
      superuser: { username: USER, password: "secret" },
      replication: { username: "replicator", password: "secret" },
    },
    parameters: { unix_socket_directories: dir },
    pg_hba: ["host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust", "local all all trust"],
    remove_data_directory_on_rewind_failure: true,
  },
});
