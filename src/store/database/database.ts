// The connection to PostgreSQL: named statements and transactions.
import pg from "pg";
import { DatabaseTextError, Hosts, PoolerError } from "./connect.ts";
import { type Connections, openPool, type PoolUsage } from "./pool.ts";
import { endsConnection, explained, nothingDone } from "./unavailable.ts";

/** A pool, or one connection inside a transaction. */
export interface Queryable {
  /** @throws Unavailable if the same statement may succeed later; its cause is the driver's error */
  query<Row extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
}

export interface Database extends Queryable {
  /** A statement that writes. In a chain's worker, it fails once another process has led the chain (leader.ts). */
  readonly write: Queryable["query"];
  /** Runs `work` in one transaction: committed when it resolves, rolled back when it rejects. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Runs reads in one snapshot of the database. */
  snapshot<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Connections of the pool now. */
  usage(): PoolUsage;
  /** The server may be gone: idle connections are replaced before their next use. */
  recycleConnections(): void;
  close(): Promise<void>;
}

/** Reads from a standby. */
export interface Replica {
  /**
   * Runs reads in one snapshot, once `isReady` accepts the server on the same connection; null if it does not. If it
   * throws NoStandbyError, the next host is tried.
   */
  snapshotWhen<T>(
    isReady: (connection: Queryable) => Promise<boolean>,
    work: (tx: Queryable) => Promise<T>,
  ): Promise<{ readonly result: T } | null>;
  close(): Promise<void>;
}

const { builtins } = pg.types;

/** int8 and numeric columns hold only integers (money, block numbers, nonces), so both are read as bigint. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text") =>
    oid === builtins.INT8 || oid === builtins.NUMERIC
      ? BigInt
      : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig["getTypeParser"],
};

export interface DatabaseOptions {
  readonly url: string;
  readonly connectionsMax: number;
  /** The URL leads to PgBouncer's transaction pooling. */
  readonly isPooled?: boolean;
  readonly onError: (error: Error) => void;
}

/** No statement should run this long; one that does is stuck. */
const STATEMENT_TIMEOUT_MS = 12_000;
/** Statement timeout of snapshots, which read many rows. */
const LONG_STATEMENT_TIMEOUT_MS = 30_000;
/** A dead server enforces no timeout, so we drop the connection this long after the server's own. */
const RESPONSE_GRACE_MS = 2_000;

/** Maximum wait for a lock, and so for the first request with the same idempotency key. */
const LOCK_TIMEOUT_MS = 10_000;

/**
 * A transaction never pauses between statements; if one does, its process hangs while holding locks, which a worker
 * that takes over a chain may need.
 */
const IDLE_IN_TRANSACTION_MS = 10_000;

/** These reads gather about ten thousand rows: enough memory avoids the disk, and JIT compilation would not pay off. */
const BEGIN_SNAPSHOT = `begin isolation level repeatable read read only; set local work_mem = '32MB'; set local jit = off;
  set local statement_timeout = ${LONG_STATEMENT_TIMEOUT_MS}`;

/** With PgBouncer, the limits of a session belong to the database's role (docs/high-availability.md). */
const BEGIN_POOLED = `begin; set local statement_timeout = ${STATEMENT_TIMEOUT_MS};
  set local lock_timeout = ${LOCK_TIMEOUT_MS}; set local idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`;

const openConnections = (
  { connectionsMax, isPooled = false, onError }: DatabaseOptions,
  hosts: Hosts,
  isReadOnly = false,
): Connections =>
  openPool(hosts, {
    connectionsMax,
    isPooled,
    isReadOnly,
    types,
    limits: {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      query_timeout: STATEMENT_TIMEOUT_MS + RESPONSE_GRACE_MS,
    },
    onError,
  });

export function openDatabase(options: DatabaseOptions): Database {
  const pool = openConnections(options, new Hosts(options.url));
  const query: Queryable["query"] = (config) => withConnection(pool, null, (tx) => tx.query(config));
  return {
    query,
    write: query,
    transaction: (work) =>
      inTransaction(pool, { begin: options.isPooled ? BEGIN_POOLED : "begin", timeoutMs: null }, work),
    snapshot: (work) => inTransaction(pool, SNAPSHOT, work),
    usage: () => pool.usage(),
    recycleConnections: () => pool.recycleConnections(),
    close: () => pool.close(),
  };
}

/** The server is not a standby of the primary. */
export class NoStandbyError extends Error {}

/** Timeout of each check whether a standby is ready: a standby that hangs must not delay a list. */
const LOOK_TIMEOUT_MS = 1_000;

export function openReplica(options: DatabaseOptions): Replica {
  const hosts = new Hosts(options.url);
  const pool = openConnections(options, hosts, true);
  const snapshotWhen: Replica["snapshotWhen"] = (isReady, work) =>
    withConnection(pool, LOOK_TIMEOUT_MS, async (connection, broken, limitedTo) => {
      const isAccepted = await isReady(connection).catch((error: Error) => {
        broken(error);
        throw error;
      });
      if (!isAccepted) return null;
      return { result: await transact(limitedTo(SNAPSHOT.timeoutMs), broken, SNAPSHOT.begin, work) };
    });
  return {
    async snapshotWhen(isReady, work) {
      for (let left = hosts.count; ; left -= 1) {
        const url = hosts.current;
        try {
          return await snapshotWhen(isReady, work);
        } catch (error) {
          if (!(error instanceof NoStandbyError)) throw error;
          hosts.leave(url);
          pool.recycleConnections();
          if (left === 1) throw error;
        }
      }
    },
    close: () => pool.close(),
  };
}

interface Mode {
  readonly begin: string;
  /** Milliseconds for each response; null: the pool's limit. */
  readonly timeoutMs: number | null;
}

const SNAPSHOT = {
  begin: BEGIN_SNAPSHOT,
  timeoutMs: LONG_STATEMENT_TIMEOUT_MS + RESPONSE_GRACE_MS,
} as const satisfies Mode;

const inTransaction = <T>(
  pool: Connections,
  { begin, timeoutMs }: Mode,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> => withConnection(pool, timeoutMs, (tx, broken) => transact(tx, broken, begin, work));

async function transact<T>(
  tx: Queryable,
  broken: (error: Error) => void,
  begin: string,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  try {
    await tx.query({ text: begin });
    const result = await work(tx);
    await tx.query({ text: "commit" });
    return result;
  } catch (error) {
    // If this fails, the connection is gone: the server has rolled back, and the pool must not reuse it.
    if (!endsConnection(error)) await tx.query({ text: "rollback" }).catch(broken);
    throw error;
  }
}

/** @param work may mark the connection as broken */
async function withConnection<T>(
  pool: Connections,
  timeoutMs: number | null,
  work: (
    tx: Queryable,
    broken: (error: Error) => void,
    limitedTo: (timeoutMs: number | null) => Queryable,
  ) => Promise<T>,
): Promise<T> {
  const connection = await pool.checkOut().catch((error: unknown) => {
    throw error instanceof PoolerError || error instanceof DatabaseTextError ? error : nothingDone(error);
  });
  const limitedTo = (limitMs: number | null): Queryable => ({
    async query(config) {
      try {
        return await connection.query(config, limitMs);
      } catch (error) {
        if (error instanceof Error && endsConnection(error)) connection.broken(error);
        throw explained(error);
      }
    },
  });
  try {
    return await work(limitedTo(timeoutMs), connection.broken, limitedTo);
  } finally {
    connection.release();
  }
}
