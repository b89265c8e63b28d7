// Opens connections to the PostgreSQL server that accepts writes: tries each host of the URL, and refuses a standby.
import pg from "pg";
import { databaseHosts } from "../../settings/database-url.ts";
import { ReadOnlyServerError } from "./no-primary.ts";
import { Timelines } from "./timelines.ts";

/** DATABASE_URL leads to a connection pooler, and DATABASE_DIRECT_URL is not set. */
export class PoolerError extends Error {
  constructor(options?: ErrorOptions) {
    super(
      "DATABASE_URL leads to a connection pooler that does not pass session settings on: " +
        "set DATABASE_DIRECT_URL to the PostgreSQL server itself",
      options,
    );
    this.name = "PoolerError";
  }
}

/** The database stores or shows text in another way than this version reads it. */
export class DatabaseTextError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "DatabaseTextError";
  }
}

/** Maximum wait for a new connection, per host, and for the check that it accepts writes. */
export const CONNECT_TIMEOUT_MS = 5_000;

/**
 * The kernel notices an idle connection to a host that is gone within 15 s: Linux sends ten probes, a second apart.
 * A connection with a query in flight is ended by the query's timeout.
 */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 } as const;

/** The server ends connections to a client that is gone: idle ones by probes, others when data stays unacknowledged. */
const SERVER_KEEP_ALIVE: Readonly<Record<string, string>> = {
  tcp_keepalives_idle: "10",
  tcp_keepalives_interval: "5",
  tcp_keepalives_count: "3",
  tcp_user_timeout: "20000",
};

/** What text means, and what a statement does: defaults of the cluster, the database or the role must not change it. */
const MEANING: Readonly<Record<string, string>> = {
  client_encoding: "UTF8",
  DateStyle: "ISO, MDY",
  IntervalStyle: "postgres",
  TimeZone: "UTC",
  bytea_output: "hex",
  extra_float_digits: "1",
  standard_conforming_strings: "on",
  array_nulls: "on",
  transform_null_equals: "off",
  default_transaction_isolation: "read committed",
  default_transaction_deferrable: "off",
};

/** The same through a pooler, which cannot set them: patterns of LIKE. */
const POOLED_MEANING: Readonly<Record<string, string>> = {
  DateStyle: "ISO,%",
  standard_conforming_strings: "on",
  array_nulls: "on",
  transform_null_equals: "off",
  default_transaction_isolation: "read committed",
};

export interface SessionSettings {
  /** Values of the server's settings for this connection. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether the URL leads to PgBouncer, where a setting would apply to other clients' transactions. */
  readonly isPooled?: boolean;
  /** Whether a standby is accepted. */
  readonly isReadOnly?: boolean;
}

/**
 * Checks a new connection, and sets what it depends on.
 * @throws ReadOnlyServerError, FormerPrimaryError, PoolerError, DatabaseTextError, and if the server does not respond
 */
export async function admit(
  client: pg.ClientBase,
  hosts: Hosts,
  { settings = {}, isPooled = false, isReadOnly = false }: SessionSettings,
): Promise<void> {
  const values = isPooled ? [] : Object.entries({ ...MEANING, ...SERVER_KEEP_ALIVE, ...settings });
  const query = {
    text: `select current_setting('transaction_read_only') = 'on' as is_read_only, pg_is_in_recovery() as is_standby,
                  current_setting('lock_timeout') = '0' as is_unlimited,
                  current_setting('server_encoding') as encoding,
                  array(select name from unnest($3::text[], $4::text[]) as m(name, value)
                         where current_setting(name) not like value) as differing,
                  array(select set_config(name, value, false)
                          from unnest($1::text[], $2::text[]) as s(name, value)) as applied`,
    values: [
      values.map(([name]) => name),
      values.map(([, value]) => value),
      Object.keys(POOLED_MEANING),
      Object.values(POOLED_MEANING),
    ],
    query_timeout: CONNECT_TIMEOUT_MS,
  };
  const { rows } = await client.query<Admission>(query);
  if (!isReadOnly && rows[0]?.is_read_only !== false) throw new ReadOnlyServerError(rows[0]?.is_standby ?? false);
  refuseOtherText(rows[0], isPooled);
  if (isPooled) return; // its later statements may run on other connections
  if (rows[0]?.is_unlimited) throw new PoolerError();
  if (!isReadOnly) await hosts.timelines.admit(client, CONNECT_TIMEOUT_MS);
}

interface Admission {
  readonly is_read_only: boolean;
  readonly is_standby: boolean;
  readonly is_unlimited: boolean;
  readonly encoding: string;
  /** The settings of POOLED_MEANING that have another value. */
  readonly differing: readonly string[];
}

/** Through a pooler, a setting would apply to other clients' transactions, so the role has to have it. */
function refuseOtherText(found: Admission | undefined, isPooled: boolean): void {
  if (found?.encoding !== "UTF8") {
    throw new DatabaseTextError(
      `the database's encoding is ${found?.encoding}, which cannot store every text: ` +
        "make the database with `create database … encoding 'UTF8' template template0`",
    );
  }
  const [name] = isPooled ? found.differing : [];
  if (name === undefined) return;
  throw new DatabaseTextError(
    `the database's default of ${name} changes what values mean, and a pooler does not pass settings on: ` +
      `run \`alter role … set ${name} = '${MEANING[name]}'\`, and reload the pooler`,
  );
}

/** A pooler that refuses our startup parameters (SQLSTATE 08P01, or 28000 in some versions) says so. */
const UNSUPPORTED = /unsupported startup parameter/;

/** `error` of a connection attempt, or a PoolerError if that explains it. */
export const explainConnect = (error: unknown): unknown =>
  error instanceof Error && UNSUPPORTED.test(error.message) ? new PoolerError({ cause: error }) : error;

/** The hosts of a URL. One is in use; when it fails, the next one takes its place. */
export class Hosts {
  readonly timelines = new Timelines();
  readonly #urls: readonly string[];
  #at = 0;

  /** @throws TypeError if the URL is invalid */
  constructor(databaseUrl: string) {
    const urls = databaseHosts(databaseUrl);
    if (urls === undefined) throw new TypeError("the database's URL is invalid");
    this.#urls = urls;
  }

  get count(): number {
    return this.#urls.length;
  }

  get current(): string {
    return this.#urls[this.#at] ?? "";
  }

  /** Uses the next host, unless another attempt has moved on from this one already. */
  leave(url: string): void {
    if (this.current === url) this.#at = (this.#at + 1) % this.#urls.length;
  }

  /**
   * Runs `connect` until it succeeds, at most once per host.
   * @param isHostAtFault whether to try the next host after this error
   * @throws the last failure
   */
  async try<T>(
    connect: (url: string) => Promise<T>,
    isHostAtFault: (error: unknown) => boolean = () => true,
  ): Promise<T> {
    for (let left = this.#urls.length - 1; ; left -= 1) {
      const url = this.current;
      try {
        return await connect(url);
      } catch (error) {
        if (!isHostAtFault(error)) throw error;
        this.leave(url);
        if (left === 0) throw explainConnect(error);
      }
    }
  }
}

export interface ConnectOptions extends SessionSettings {
  /** Shown in pg_stat_activity. */
  readonly name: string;
  /** Null: unlimited. */
  readonly queryTimeoutMs: number | null;
  readonly lockTimeoutMs: number;
}

/**
 * A connection outside the pool. Its errors also fail the next query.
 * @throws if no host responds, or accepts writes, in time
 */
export const connect = (
  hosts: Hosts,
  { name, queryTimeoutMs, lockTimeoutMs, ...session }: ConnectOptions,
): Promise<pg.Client> =>
  hosts.try(async (url) => {
    const client = new pg.Client({
      connectionString: url,
      application_name: name,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      lock_timeout: lockTimeoutMs,
      ...(queryTimeoutMs !== null && { query_timeout: queryTimeoutMs }),
      ...KEEP_ALIVE,
    });
    client.on("error", () => {});
    try {
      await client.connect();
      await admit(client, hosts, session);
      return client;
    } catch (error) {
      client.connection.stream.destroy(); // `end` waits for a server that may not respond
      throw error;
    }
  });

const CLOSE_TIMEOUT_MS = 1_000;

/** Ends a connection, within a second even if the server does not respond. */
export async function disconnect(client: pg.Client): Promise<void> {
  const cut = setTimeout(() => client.connection.stream.destroy(), CLOSE_TIMEOUT_MS);
  try {
    await client.end();
  } finally {
    clearTimeout(cut);
  }
}
