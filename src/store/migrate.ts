// Brings a database's schema up to date: the SQL files of migrations/ in the order of their names, each once, under a
// lock, so that several processes may start at the same time. Steps (migration-steps.ts) run outside of a transaction.
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, type Migration, Migrator, PostgresDialect, sql } from "kysely";
import type pg from "pg";
import { isLockTimeout } from "./answers.ts";
import { connect, disconnect, Hosts } from "./connect.ts";
import { runSteps } from "./migration-steps.ts";
import { sqlStateOf } from "./unavailable.ts";

const FOLDER = new URL("./migrations/", import.meta.url);

/** The tables wait behind a migration that waits for a lock, so it soon steps back and lets them pass. */
const LOCK_TIMEOUT_MS = 3_000;
const RETRY_AFTER_MS = 2_000;
/** A backup (pg_dump) holds its locks until it ends. */
const GIVE_UP_AFTER_MS = 10 * 60_000;

/** A step that waits for all older transactions, and another process that waits for a lock. */
const DEADLOCK_DETECTED = "40P01";

/** Another process is migrating the database. */
class MigratingError extends Error {}

/** An old version meets a database that a newer one has migrated. */
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
 * @returns the names of the migrations that were run now, in all attempts
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
      const isOver = performance.now() > untilMs && !(error instanceof MigratingError);
      if (isOver || !isRetried(error)) throw error;
      options.onLocked?.();
      await sleep(RETRY_AFTER_MS);
    }
  }
}

const isRetried = (error: unknown): boolean =>
  error instanceof MigratingError || isLockTimeout(error) || sqlStateOf(error) === DEADLOCK_DETECTED;

/** @param run gets the names of the migrations that were run, also if a later one fails */
async function migrateToLatest(
  client: pg.Client,
  run: string[],
  { onStart = () => {} }: MigrateOptions,
): Promise<void> {
  if ((await missingIn(client)).length === 0) return finish(client);
  // It is not awaited: a step that waits for all older transactions would wait for the one that awaits it.
  const { rows } = await client.query<{ is_free: boolean }>(
    "select pg_try_advisory_lock(hashtextextended('turnpike migrates', 0)) as is_free",
  );
  if (!rows[0]?.is_free) throw new MigratingError("another process is migrating the database");
  // One connection, which the session's settings apply to.
  const pool = { connect: async () => ({ query: client.query.bind(client), release: () => {} }), end: async () => {} };
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: pool as never }) });
  const migrator = new Migrator({ db: kysely, provider: { getMigrations: () => getMigrations(onStart) } });
  for (const { upTo, stepsOf } of parts(await migrationFiles())) {
    // Before the lock, another process may have migrated the database.
    const missing = await missingIn(client);
    if (missing.every((name) => name > upTo)) continue;
    if (stepsOf) await runSteps(client, stepsOf, () => onStart(upTo));
    const { error, results = [] } = await migrator.migrateTo(upTo);
    if (error) throw error;
    run.push(...results.filter(({ status }) => status === "Success").map(({ migrationName }) => migrationName));
  }
  await finish(client);
}

async function finish(client: pg.Client): Promise<void> {
  await client.query("select advance_event_clock()");
}

/** @throws SchemaNewerError */
async function missingIn(client: pg.Client): Promise<readonly string[]> {
  const { unknown, missing } = await compare(client);
  if (unknown.length > 0) throw new SchemaNewerError(unknown);
  return missing;
}

interface Part {
  /** The last migration of the part. */
  readonly upTo: string;
  /** Its file of steps; null: the part is one transaction. */
  readonly stepsOf: URL | null;
}

/** A file of steps is a part, and so are all others between two of them. */
function parts(files: readonly MigrationFile[]): readonly Part[] {
  return files.flatMap(({ name, file, isSteps }, index): Part[] => {
    if (isSteps) return [{ upTo: name, stepsOf: file }];
    return files[index + 1]?.isSteps === false ? [] : [{ upTo: name, stepsOf: null }];
  });
}

export interface SchemaDifference {
  /** Migrations that this version knows and the database has not run. */
  readonly missing: readonly string[];
  /** Migrations that the database has run and this version does not know. */
  readonly unknown: readonly string[];
  /** No migration was ever run. */
  readonly isEmpty: boolean;
}

/** Compares the schema with this version, and changes nothing. */
export const schemaDifference = (databaseUrl: string): Promise<SchemaDifference> => withDatabase(databaseUrl, compare);

async function compare(client: pg.Client): Promise<SchemaDifference> {
  const known = (await migrationFiles()).map(({ name }) => name);
  const { rows: tables } = await client.query("select where to_regclass('kysely_migration') is not null");
  const { rows } =
    tables.length > 0
      ? await client.query<{ name: string }>("select name from kysely_migration order by name")
      : { rows: [] };
  const run = rows.map(({ name }) => name);
  return {
    missing: known.filter((name) => !run.includes(name)),
    unknown: run.filter((name) => !known.includes(name)),
    isEmpty: run.length === 0,
  };
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

interface MigrationFile {
  readonly name: string;
  readonly file: URL;
  readonly isSteps: boolean;
}

const ENDING = /(\.steps)?\.sql$/;

async function migrationFiles(): Promise<readonly MigrationFile[]> {
  const files = (await readdir(FOLDER)).filter((name) => ENDING.test(name)).sort();
  return files.map((name) => ({
    name: name.replace(ENDING, ""),
    file: new URL(name, FOLDER),
    isSteps: name.endsWith(".steps.sql"),
  }));
}

async function getMigrations(onStart: (migration: string) => void): Promise<Record<string, Migration>> {
  const entries = (await migrationFiles()).map(async ({ name, file, isSteps }): Promise<[string, Migration]> => {
    if (isSteps) return [name, { async up() {} }]; // its steps have run
    const text = await readFile(file, "utf8");
    const up: Migration["up"] = async (db) => {
      onStart(name);
      await sql.raw(text).execute(db);
    };
    return [name, { up }];
  });
  return Object.fromEntries(await Promise.all(entries));
}
