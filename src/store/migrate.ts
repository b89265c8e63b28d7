// Brings a database's schema up to date: the SQL files of migrations/ in the order of their names, each once, under a
// lock, so that several processes may start at the same time.
import { readdir, readFile } from "node:fs/promises";
import { Kysely, type Migration, Migrator, PostgresDialect, sql } from "kysely";
import pg from "pg";

const FOLDER = new URL("./migrations/", import.meta.url);

/**
 * @param onStart called with the name of each migration that is run
 * @returns the names of the migrations that were run now
 */
export const migrate = (
  databaseUrl: string,
  onStart: (migration: string) => void = () => {},
): Promise<readonly string[]> =>
  withMigrator(databaseUrl, onStart, async (migrator, advanceEventClock) => {
    const { error, results = [] } = await migrator.migrateToLatest();
    if (error) throw error;
    await advanceEventClock();
    return results.filter(({ status }) => status === "Success").map(({ migrationName }) => migrationName);
  });

/** Names of the migrations that this version knows and the database has not run. */
export const pendingMigrations = (databaseUrl: string): Promise<readonly string[]> =>
  withMigrator(
    databaseUrl,
    () => {},
    async (migrator) => {
      const migrations = await migrator.getMigrations();
      return migrations.filter(({ executedAt }) => !executedAt).map(({ name }) => name);
    },
  );

async function withMigrator<T>(
  databaseUrl: string,
  onStart: (migration: string) => void,
  work: (migrator: Migrator, advanceEventClock: () => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const migrator = new Migrator({ db: kysely, provider: { getMigrations: () => getMigrations(onStart) } });
    return await work(migrator, () => sql`select advance_event_clock()`.execute(kysely));
  } finally {
    await kysely.destroy();
  }
}

async function getMigrations(onStart: (migration: string) => void): Promise<Record<string, Migration>> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith(".sql")).sort();
  const entries = files.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(new URL(name, FOLDER), "utf8");
    const migration = name.replace(/\.sql$/, "");
    const up: Migration["up"] = async (db) => {
      onStart(migration);
      await sql.raw(text).execute(db);
    };
    return [migration, { up }];
  });
  return Object.fromEntries(await Promise.all(entries));
}
