// A PostgreSQL server of a test's own with a streaming standby, whose replay can be paused.
import { execFileSync } from "node:child_process";
import { appendFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clusterFiles } from "../../../src/local/postgres/cluster.ts";
import { type LocalPostgres, startPostgres } from "../../../src/local/postgres/postgres.ts";
import { migrate } from "../../../src/store/migrate.ts";
import { query } from "../../local/query.ts";
import { copyCluster } from "./cluster.ts";

export interface ReplicatedPostgres {
  readonly databaseUrl: string;
  readonly standbyUrl: string;
  pauseReplay(): Promise<void>;
  resumeReplay(): Promise<void>;
  /** Makes the standby a second primary. */
  promoteStandby(): Promise<void>;
  stopStandby(): Promise<void>;
  stop(): Promise<void>;
}

export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const dir = await mkdtemp(join(tmpdir(), "turnpike-test-standby-"));
  const [primaryDir, standbyDir] = [join(dir, "primary"), join(dir, "standby")];
  copyCluster(primaryDir);
  copyCluster(standbyDir);
  const empty = await start(primaryDir);
  await migrate(empty.databaseUrl);
  await empty.stop();
  const [from, to] = [primaryDir, standbyDir].map((of) => clusterFiles(of).dataDir) as [string, string];
  execFileSync("rm", ["-rf", to]);
  execFileSync("cp", ["-a", from, to]);
  const primary = await start(primaryDir);
  await writeFile(join(to, "standby.signal"), "");
  execFileSync("chown", ["--reference", to, join(to, "standby.signal")]);
  await appendFile(join(to, "postgresql.auto.conf"), `primary_conninfo = '${primary.databaseUrl}'\n`);
  const standby = await start(standbyDir);
  const onStandby = (statement: string) => query(standby.databaseUrl, statement);
  return {
    databaseUrl: primary.databaseUrl,
    standbyUrl: standby.databaseUrl,
    async pauseReplay() {
      await onStandby("select pg_wal_replay_pause()");
      while ((await onStandby("select pg_get_wal_replay_pause_state() as state"))[0]?.state !== "paused");
    },
    async resumeReplay() {
      await onStandby("select pg_wal_replay_resume()");
    },
    async promoteStandby() {
      await onStandby("select pg_promote()");
    },
    stopStandby: () => standby.stop(),
    async stop() {
      await standby.stop();
      await primary.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

const start = (dir: string): Promise<LocalPostgres> => startPostgres({ dir, durable: false, log: () => {} });
