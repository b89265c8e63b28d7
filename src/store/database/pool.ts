// The pool of connections to the primary, or to a standby. Connections that may be dead are replaced before their use.
import pg from "pg";
import { admit, CONNECT_TIMEOUT_MS, type Hosts, KEEP_ALIVE } from "./connect.ts";

export interface PoolOptions {
  readonly connectionsMax: number;
  /** The URL leads to PgBouncer's transaction pooling: no session settings and no named statements. */
  readonly isPooled: boolean;
  /** Whether a standby is accepted. */
  readonly isReadOnly: boolean;
  readonly types: pg.CustomTypesConfig;
  /** Limits of a session, in milliseconds. */
  readonly limits: Pick<
    pg.ClientConfig,
    "statement_timeout" | "lock_timeout" | "idle_in_transaction_session_timeout" | "query_timeout"
  >;
  readonly onError: (error: Error) => void;
}

export interface PoolUsage {
  readonly open: number;
  readonly inUse: number;
  /** Callers that wait for a connection. */
  readonly waiting: number;
}

export interface Connections {
  /** @throws if none is free or can be opened in time */
  checkOut(): Promise<Connection>;
  usage(): PoolUsage;
  /** Replaces each connection before its next use, also one that is in use now. */
  recycleConnections(): void;
  /** Waits for the connections in use, but not long for servers that do not respond. */
  close(): Promise<void>;
}

export interface Connection {
  /** @param timeoutMs instead of the pool's limit */
  query<Row extends pg.QueryResultRow>(config: pg.QueryConfig, timeoutMs: number | null): Promise<pg.QueryResult<Row>>;
  /** An error that arrives between two statements, or the last one that made it unusable. */
  broken(error: Error): void;
  release(): void;
}

/**
 * Idle connections are kept, because opening one costs a server process, a key derivation and the statements' plans,
 * at the very moment when many requests arrive.
 */
const IDLE_CONNECTION_MS = 10 * 60_000;
const CLOSE_TIMEOUT_MS = 3_000;

/** The pool's error for a caller who waited too long for a connection that others use. */
const isPoolBusy = (error: unknown): boolean =>
  error instanceof Error && error.message === "timeout exceeded when trying to connect";

/** The driver's error for a query without a response in time. */
const isUnanswered = (error: unknown): boolean => error instanceof Error && error.message === "Query read timeout";

export const openPool = (hosts: Hosts, options: PoolOptions): Connections => new PrimaryPool(hosts, options);

class PrimaryPool implements Connections {
  readonly #hosts: Hosts;
  readonly #isPooled: boolean;
  readonly #pool: pg.Pool;
  readonly #open = new Set<pg.PoolClient>();
  /** Time of each connection's last response, by performance.now(). */
  readonly #heardMs = new WeakMap<pg.PoolClient, number>();
  readonly #openedMs = new WeakMap<pg.PoolClient, number>();
  /** Connections that have not responded since this time may be dead, and are closed instead of used. */
  #unansweredMs = Number.NEGATIVE_INFINITY;
  /** Connections opened before this time are closed instead of used. */
  #recycledMs = Number.NEGATIVE_INFINITY;
  #isClosing = false;

  constructor(hosts: Hosts, options: PoolOptions) {
    this.#hosts = hosts;
    this.#isPooled = options.isPooled;
    this.#pool = new pg.Pool(poolConfig(hosts, options));
    this.#pool.on("connect", (client) => {
      this.#open.add(client);
      this.#heardMs.set(client, performance.now());
      this.#openedMs.set(client, performance.now());
      // The pool removes its listener when it hands out a connection. An error before the caller listens would end the
      // process; it also fails the next query, where it is handled.
      client.on("error", () => {});
    });
    this.#pool.on("remove", (client) => this.#open.delete(client));
    // Without this, an idle connection closed by the server would end the process; the pool opens another on demand.
    this.#pool.on("error", (error) => {
      if (!this.#isClosing) options.onError(error);
    });
  }

  async checkOut(): Promise<Connection> {
    for (;;) {
      const client = await this.#hosts.try(
        () => this.#pool.connect(),
        (error) => !isPoolBusy(error),
      );
      const isAlive = (this.#heardMs.get(client) ?? 0) >= this.#unansweredMs;
      const isNew = (this.#openedMs.get(client) ?? 0) >= this.#recycledMs;
      if (isAlive && isNew && this.#hosts.timelines.isCurrent(client)) return this.#connectionOf(client);
      client.release(true);
    }
  }

  usage(): PoolUsage {
    const { totalCount: open, idleCount, waitingCount: waiting } = this.#pool;
    return { open, inUse: open - idleCount, waiting };
  }

  recycleConnections(): void {
    this.#recycledMs = performance.now();
  }

  #connectionOf(client: pg.PoolClient): Connection {
    let reason: Error | undefined;
    const broken = (error: Error): void => {
      reason = error;
    };
    // A connection that ends between two statements emits an error, which would end the process if not handled.
    client.on("error", broken);
    return {
      query: (config, timeoutMs) => this.#query(client, config, timeoutMs),
      broken,
      release() {
        client.off("error", broken);
        client.release(reason);
      },
    };
  }

  async #query<Row extends pg.QueryResultRow>(
    client: pg.PoolClient,
    config: pg.QueryConfig,
    timeoutMs: number | null,
  ): Promise<pg.QueryResult<Row>> {
    const sentMs = performance.now();
    const { name, ...unnamed } = config;
    const limit = timeoutMs === null ? {} : { query_timeout: timeoutMs };
    try {
      const result = await client.query<Row>({ ...(this.#isPooled ? unnamed : config), ...limit });
      this.#heardMs.set(client, performance.now());
      return result;
    } catch (error) {
      if (isUnanswered(error)) this.#unansweredMs = Math.max(this.#unansweredMs, sentMs);
      else this.#heardMs.set(client, performance.now());
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    const cut = setTimeout(() => {
      for (const client of this.#open) (client as pg.PoolClient & pg.Client).connection.stream.destroy();
    }, CLOSE_TIMEOUT_MS);
    await this.#pool.end();
    clearTimeout(cut);
  }
}

function poolConfig(hosts: Hosts, { connectionsMax, isPooled, isReadOnly, types, limits }: PoolOptions): pg.PoolConfig {
  class PrimaryClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: hosts.current });
    }
  }
  const { query_timeout, ...sessionLimits } = limits;
  return {
    Client: PrimaryClient,
    max: connectionsMax,
    types,
    application_name: "turnpike",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    onConnect: (client) => admit(client, hosts, { isPooled, isReadOnly }),
    ...(query_timeout !== undefined && { query_timeout }),
    ...(isPooled ? {} : sessionLimits),
    ...KEEP_ALIVE,
  };
}
