// The database of all seeds: the real schema, with a now() that reads simulated time. Each seed starts empty.
import pg from "pg";
import { migrate } from "../../src/store/migrate.ts";

export interface SimulatedDatabase {
  readonly url: string;
  /** A row of each query's result. */
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** Sets what now() returns, in Unix milliseconds. */
  setTime(ms: number): Promise<void>;
  /** Deletes everything that a seed may have written. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

// The table's defaults and all statements find this now() before PostgreSQL's own.
const CLOCK = `
  create table simulated_clock (at timestamptz not null);
  insert into simulated_clock values ('2033-05-18');
  create function public.now() returns timestamptz language sql stable as 'select at from public.simulated_clock'`;

/** Parses types as the store does. */
const typeParser = ((oid: number, format?: "text") =>
  oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
    ? BigInt
    : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser;

/** Dead rows slow down every scan, so tables are truncated after this many seeds. */
const TRUNCATE_EVERY = 100;

/**
 * @param serverUrl a database of a running PostgreSQL
 * @param name of the new database
 */
export async function openSimulatedDatabase(serverUrl: string, name: string): Promise<SimulatedDatabase> {
  await administer(serverUrl, `drop database if exists ${name} with (force)`, `create database ${name}`);
  // Tables without statistics look large enough for JIT compilation, which takes longer than the statement.
  for (const setting of ["search_path = public, pg_catalog", "jit = off"]) {
    await administer(serverUrl, `alter database ${name} set ${setting}`);
  }
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await administer(url.href, CLOCK);
  await migrate(url.href);
  const client = new pg.Client({ connectionString: url.href, types: { getTypeParser: typeParser } });
  client.on("error", () => {}); // it also fails the next query
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class c
      where relkind = 'r' and relnamespace = 'public'::regnamespace
        and relname not like 'kysely%' and relname <> 'simulated_clock' order by relname`,
  );
  const tables = rows.map(({ name: table }) => table);
  const sequences = await client.query<{ reset: string | null }>(
    `select string_agg(format('setval(%L, 1, false)', oid::regclass), ', ') as reset from pg_class
      where relkind = 'S' and relnamespace = 'public'::regnamespace`,
  );
  const reset = `select ${sequences.rows[0]?.reset ?? ""}`;
  const names = new Map<string, string>();
  let cleared = 0;
  return {
    url: url.href,
    async query(text, values = []) {
      // Named statements are planned once.
      const statement = names.get(text) ?? `check ${names.size}`;
      names.set(text, statement);
      return (await client.query({ name: statement, text, values: [...values] })).rows;
    },
    async setTime(ms) {
      await client.query({
        name: "time",
        text: "update simulated_clock set at = to_timestamp($1 / 1000.0)",
        values: [ms],
      });
    },
    async clear() {
      cleared += 1;
      const isFull = cleared % TRUNCATE_EVERY === 1;
      const statement = isFull
        ? `truncate ${tables.join()} cascade`
        : tables.map((table) => `delete from ${table}`).join(";");
      // The replica role bypasses the triggers that forbid it.
      await client.query(
        `set session_replication_role = replica; ${statement}; ${reset}; set session_replication_role = origin`,
      );
    },
    close: () => client.end(),
  };
}

async function administer(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
