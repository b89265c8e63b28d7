// Brings a database's schema up to date. The first migration is all files of schema/, in the order of their names; each
// SQL file of migrations/ is a later one. Several processes may start at the same time: each migration runs once.
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, type Migration, Migrator, PostgresDialect, sql } from "kysely";
import type pg from "pg";
import { connect, disconnect, Hosts } from "./database/connect.ts";
import { isLockTimeout } from "./database/stored-responses.ts";
import { sqlStateOf } from "./database/unavailable.ts";

const SCHEMA = new URL("./schema/", import.meta.url);
const LATER = new URL("./migrations/", import.meta.url);
const FIRST = "0001_schema";
const ENDING = ".sql";
/** The first line of a migration after which older versions run too: those that know the one it names. */
const RUNS_WITH = /^-- runs with: (\S+)\n/;

/** Statements queue behind a migration that waits for a lock, so the migration soon gives up and lets them pass. */
const LOCK_TIMEOUT_MS = 3_000;
const RETRY_AFTER_MS = 2_000;
/** A backup (pg_dump) holds its locks until it ends. */
const GIVE_UP_AFTER_MS = 10 * 60_000;

/** A migration may lock tables in another order than payments do. */
const DEADLOCK_DETECTED = "40P01";

/** A newer version has migrated the database. */
export class SchemaNewerError extends Error {
  constructor(unknown: readonly string[]) {
    super(
      `the database's schema is newer than this version of Turnpike, which does not know ${unknown.join(", ")}: ` +
        "run the version that added them, or a later one",
    );
    this.name = "SchemaNewerError";
  }
}

export interface MigrateOptions {
  /** Called with the name of each migration that is run. */
  readonly onStart?: (migration: string) => void;
  /** Called when another session's locks delay the migration. */
  readonly onLocked?: () => void;
}

/**
 * @returns the names of the migrations that this call ran, in all attempts
 * @throws SchemaNewerError; lock timeouts, after ten minutes of attempts
 */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<readonly string[]> {
  const untilMs = performance.now() + GIVE_UP_AFTER_MS;
  const run: string[] = [];
  for (;;) {
    try {
      await withDatabase(databaseUrl, (client) => migrateToLatest(client, run, options));
      return run;
    } catch (error) {
      if (performance.now() > untilMs || !isRetried(error)) throw error;
      options.onLocked?.();
      await sleep(RETRY_AFTER_MS);
    }
  }
}

const isRetried = (error: unknown): boolean => isLockTimeout(error) || sqlStateOf(error) === DEADLOCK_DETECTED;

/** @param run collects the names of the migrations that were run, even if a later one fails */
async function migrateToLatest(
  client: pg.Client,
  run: string[],
  { onStart = () => {} }: MigrateOptions,
): Promise<void> {
  const { unknown, missing } = await compare(client);
  if (unknown.length > 0) throw new SchemaNewerError(unknown);
  if (missing.length > 0) {
    // A pool of one connection, because the settings apply to a session.
    const pool = {
      connect: async () => ({ query: client.query.bind(client), release: () => {} }),
      end: async () => {},
    };
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: pool as never }) });
    await migrateUp(new Migrator({ db, provider: { getMigrations: () => getMigrations(onStart) } }), run);
  }
  await client.query("select advance_event_clock()");
}

/** Each migration is one transaction. It waits for another process's migration, and keeps its locks briefly. */
async function migrateUp(migrator: Migrator, run: string[]): Promise<void> {
  for (;;) {
    const { error, results = [] } = await migrator.migrateUp();
    if (error) throw error;
    if (results.length === 0) return;
    run.push(...results.map(({ migrationName }) => migrationName));
  }
}

export interface SchemaDifference {
  /** Migrations that this version knows and the database has not run. */
  readonly missing: readonly string[];
  /** Migrations that the database has run, and after which this version cannot run. */
  readonly unknown: readonly string[];
  /** No migration was ever run. */
  readonly isEmpty: boolean;
}

/** Compares the schema with this version, and changes nothing. */
export const schemaDifference = (databaseUrl: string): Promise<SchemaDifference> => withDatabase(databaseUrl, compare);

async function compare(client: pg.Client): Promise<SchemaDifference> {
  const known = Object.keys(await migrationFiles());
  const run = await migrationsRun(client);
  const runsAfter = (migration: string) => known.includes(migration) || known.includes(run.get(migration) ?? "");
  return {
    missing: known.filter((name) => !run.has(name)),
    unknown: [...run.keys()].filter((name) => !runsAfter(name)),
    isEmpty: run.size === 0,
  };
}

/** The migrations that the database has run in their order, each with the oldest one that a version must know. */
async function migrationsRun(client: pg.Client): Promise<ReadonlyMap<string, string | undefined>> {
  const run = await rowsIf<{ name: string }>(client, "kysely_migration");
  const runnable = await rowsIf<{ name: string; runs_with: string }>(client, "migrations_runnable");
  const runsWith = new Map(runnable.map((row) => [row.name, row.runs_with]));
  return new Map(run.map(({ name }) => [name, runsWith.get(name)]));
}

/** All rows of a table in the order of their names; none if there is no such table. */
async function rowsIf<Row extends pg.QueryResultRow>(client: pg.Client, table: string): Promise<readonly Row[]> {
  const { rows: found } = await client.query("select where to_regclass($1) is not null", [table]);
  return found.length === 0 ? [] : (await client.query<Row>(`select * from ${table} order by name`)).rows;
}

/**
 * The migrations of another version after which this version cannot run.
 * @param folder its `store/migrations/`
 */
export async function migrationsRefused(folder: URL): Promise<readonly string[]> {
  const known = Object.keys(await migrationFiles());
  const refused: string[] = [];
  for (const file of await sqlFiles(folder)) {
    const name = nameOf(file);
    const [, runsWith = ""] = RUNS_WITH.exec(await readFile(new URL(file, folder), "utf8")) ?? [];
    if (!known.includes(name) && !known.includes(runsWith)) refused.push(name);
  }
  return refused;
}

async function withDatabase<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(new Hosts(databaseUrl), {
    name: "turnpike migrate",
    queryTimeoutMs: null,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
  });
  try {
    return await work(client);
  } finally {
    await disconnect(client);
  }
}

/** The files of each migration, by its name and in order. */
async function migrationFiles(): Promise<Readonly<Record<string, readonly URL[]>>> {
  const later = await sqlFiles(LATER);
  return {
    [FIRST]: (await sqlFiles(SCHEMA)).map((file) => new URL(file, SCHEMA)),
    ...Object.fromEntries(later.map((file) => [nameOf(file), [new URL(file, LATER)]])),
  };
}

const nameOf = (file: string): string => file.slice(0, -ENDING.length);

const sqlFiles = async (folder: URL): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith(ENDING)).sort();

async function getMigrations(onStart: (migration: string) => void): Promise<Record<string, Migration>> {
  const entries = Object.entries(await migrationFiles()).map(async ([name, files]): Promise<[string, Migration]> => {
    const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
    const up: Migration["up"] = async (db) => {
      onStart(name);
      await sql.raw(texts.join("\n")).execute(db);
      const [, runsWith] = RUNS_WITH.exec(texts[0] ?? "") ?? [];
      if (runsWith) await sql`insert into migrations_runnable values (${name}, ${runsWith})`.execute(db);
    };
    return [name, { up }];
  });
  return Object.fromEntries(await Promise.all(entries));
}
