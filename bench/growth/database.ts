// The benchmark's PostgreSQL, and its databases of each size.
import { join } from "node:path";
import pg from "pg";
import { type LocalPostgres, startPostgres } from "../../src/local/postgres/postgres.ts";
import { migrate } from "../../src/store/migrate.ts";
import { type FilledChain, fill } from "./fill.ts";

/** Settings while filling: no write-ahead log for tables that a transaction creates or truncates. */
const FILLING = {
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "8GB",
  autovacuum: "off",
  log_line_prefix: "%p %d ",
};

export const nameOf = (size: number): string => `growth_${size}`;

export interface Postgres {
  /** The URL of the database with this many payments. */
  urlOf(size: number): string;
  readonly logFile: string;
  stop(): Promise<void>;
}

/** Fills the databases that are missing, without fsync; then starts the server as one that is used. */
export async function openDatabases(dir: string, sizes: readonly number[], chain: FilledChain): Promise<Postgres> {
  const filling = await restartedWith(dir, false, FILLING);
  try {
    for (const size of sizes) await fillMissing(filling, size, chain);
    await configure(filling, FILLING, "reset");
  } finally {
    await filling.stop();
  }
  const used = await restartedWith(dir, true, { log_line_prefix: FILLING.log_line_prefix });
  return {
    urlOf: (size) => urlOf(used, size),
    logFile: join(dir, "postgres.log"),
    stop: () => used.stop(),
  };
}

function urlOf({ databaseUrl }: LocalPostgres, size: number): string {
  const url = new URL(databaseUrl);
  url.pathname = `/${nameOf(size)}`;
  return url.href;
}

/** These settings apply from a server's start. */
async function restartedWith(
  dir: string,
  durable: boolean,
  settings: Readonly<Record<string, string>>,
): Promise<LocalPostgres> {
  const first = await startPostgres({ dir, durable: false, log: () => {} });
  await configure(first, settings, "set");
  await first.stop();
  return startPostgres({ dir, durable, log: () => {} });
}

async function configure(
  { databaseUrl }: LocalPostgres,
  settings: Readonly<Record<string, string>>,
  verb: "set" | "reset",
): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    for (const [name, value] of Object.entries(settings)) {
      await client.query(verb === "set" ? `alter system set ${name} = '${value}'` : `alter system reset ${name}`);
    }
  });
}

async function fillMissing(postgres: LocalPostgres, size: number, chain: FilledChain): Promise<void> {
  const exists = await withClient(postgres.databaseUrl, async (client) => {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [nameOf(size)]);
    return rowCount === 1;
  });
  if (exists) return;
  const beganMs = performance.now();
  const filling = `${nameOf(size)}_filling`;
  const url = new URL(postgres.databaseUrl);
  url.pathname = `/${filling}`;
  await withClient(postgres.databaseUrl, async (client) => {
    await client.query(`drop database if exists ${filling}`);
    await client.query(`create database ${filling}`);
  });
  await migrate(url.href);
  await fill(url.href, size, chain);
  await withClient(postgres.databaseUrl, async (client) => {
    await client.query(`alter database ${filling} rename to ${nameOf(size)}`);
    const { rows } = await client.query<{ bytes: string }>("select pg_database_size($1) as bytes", [nameOf(size)]);
    const gigabytes = Number(rows[0]?.bytes) / 1e9;
    console.log(
      `${size} payments: ${gigabytes.toFixed(1)} GB in ${Math.round((performance.now() - beganMs) / 1_000)} s`,
    );
  });
}

export async function withClient<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
