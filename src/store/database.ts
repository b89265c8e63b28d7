// The connection to PostgreSQL: named statements and transactions.
import pg from "pg";
import { endsConnection, explained, nothingDone } from "./unavailable.ts";

/** A pool, or one connection inside a transaction. */
export interface Queryable {
  /** @throws Unavailable if the same statement may succeed later; its cause is the driver's error */
  query<Row extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
}

export interface Database extends Queryable {
  /** Runs `work` in one transaction: committed when it resolves, rolled back when it rejects. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Runs reads in one snapshot of the database. */
  snapshot<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Connections of the pool now. */
  usage(): PoolUsage;
  close(): Promise<void>;
}

export interface PoolUsage {
  readonly open: number;
  readonly inUse: number;
  /** Callers that wait for a connection. */
  readonly waiting: number;
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
  readonly onError: (error: Error) => void;
}

/** Maximum wait for a free or new connection; then the caller is asked to retry. */
const CONNECT_TIMEOUT_MS = 5_000;
/**
 * Idle connections are kept: opening one costs a server process, a key derivation and the statements' plans, at the
 * very moment when many requests arrive.
 */
const IDLE_CONNECTION_MS = 10 * 60_000;
/** No statement should run this long; one that does is stuck waiting for a lock. */
const STATEMENT_TIMEOUT_MS = 30_000;

/** Maximum wait for a lock, and so for the first request with the same idempotency key. */
const LOCK_TIMEOUT_MS = 10_000;

/** These reads gather about ten thousand rows: enough memory avoids the disk, and JIT compilation would not pay off. */
const BEGIN_SNAPSHOT =
  "begin isolation level repeatable read read only; set local work_mem = '32MB'; set local jit = off";

/** A transaction never pauses between statements; if one does, its process hangs while holding locks. */
const IDLE_IN_TRANSACTION_MS = 30_000;

export function openDatabase({ url, connectionsMax, onError }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    types,
    application_name: "turnpike",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
  });
  // The pool removes its listener when it hands out a connection. An error before the caller listens would end the
  // process; it also fails the next query, where it is handled.
  pool.on("connect", (client) => client.on("error", () => {}));
  let isClosing = false;
  // Without this, an idle connection closed by the server would end the process; the pool opens another on demand.
  pool.on("error", (error) => {
    if (!isClosing) onError(error);
  });
  return {
    query: (config) => withConnection(pool, (tx) => tx.query(config)),
    transaction: (work) => inTransaction(pool, "begin", work),
    snapshot: (work) => inTransaction(pool, BEGIN_SNAPSHOT, work),
    usage: () => ({
      open: pool.totalCount,
      inUse: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close() {
      isClosing = true;
      return pool.end();
    },
  };
}

const inTransaction = <T>(pool: pg.Pool, begin: string, work: (tx: Queryable) => Promise<T>): Promise<T> =>
  withConnection(pool, async (tx, broken) => {
    try {
      await tx.query({ text: begin });
      const result = await work(tx);
      await tx.query({ text: "commit" });
      return result;
    } catch (error) {
      // If this fails, the connection is gone: the server has rolled back, and the pool must not reuse it.
      await tx.query({ text: "rollback" }).catch(broken);
      throw error;
    }
  });

/** @param work may mark the connection as broken */
async function withConnection<T>(
  pool: pg.Pool,
  work: (tx: Queryable, broken: (error: Error) => void) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw nothingDone(error);
  });
  let broken: Error | undefined;
  // A connection that ends between two statements emits an error, which would end the process if not handled.
  const lost = (error: Error): void => {
    broken = error;
  };
  client.on("error", lost);
  const query: Queryable["query"] = async (config) => {
    try {
      return await client.query(config);
    } catch (error) {
      if (error instanceof Error && endsConnection(error)) lost(error);
      throw explained(error);
    }
  };
  try {
    return await work({ query }, lost);
  } finally {
    client.off("error", lost);
    client.release(broken);
  }
}
