// A PostgreSQL server of a test's own behind a fixed address, which can be demoted to a standby and promoted again.
import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clusterFiles } from "../../../src/local/postgres/cluster.ts";
import { type LocalPostgres, startPostgres } from "../../../src/local/postgres/postgres.ts";
import { migrate } from "../../../src/store/migrate.ts";
import { query } from "../../local/query.ts";
import { startTcpForwarder, type TcpForwarder } from "../server/tcp-forwarder.ts";
import { copyCluster } from "./cluster.ts";

export interface FailoverPostgres {
  /** Through the forwarder. */
  readonly databaseUrl: string;
  readonly forwarder: TcpForwarder;
  /** Past the forwarder; changes with each restart. */
  directUrl(): string;
  /** Restarts the server as a standby, as Patroni demotes a primary. */
  demote(): Promise<void>;
  promote(): Promise<void>;
  stop(): Promise<void>;
}

export async function startFailoverPostgres(): Promise<FailoverPostgres> {
  const dir = await mkdtemp(join(tmpdir(), "turnpike-test-failover-"));
  const clusterDir = join(dir, "postgres");
  copyCluster(clusterDir);
  const start = (): Promise<LocalPostgres> => startPostgres({ dir: clusterDir, durable: false, log: () => {} });
  let postgres = await start();
  const forwarder = await startTcpForwarder(Number(new URL(postgres.databaseUrl).port));
  const url = new URL(postgres.databaseUrl);
  url.port = String(forwarder.port);
  await migrate(url.href);
  return {
    databaseUrl: url.href,
    forwarder,
    directUrl: () => postgres.databaseUrl,
    async demote() {
      await postgres.stop();
      const { dataDir } = clusterFiles(clusterDir);
      const signal = join(dataDir, "standby.signal");
      await writeFile(signal, "");
      execFileSync("chown", ["--reference", dataDir, signal]);
      postgres = await start();
      forwarder.forwardTo(Number(new URL(postgres.databaseUrl).port));
    },
    async promote() {
      await query(postgres.databaseUrl, "select pg_promote()");
    },
    async stop() {
      await forwarder.close();
      await postgres.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
