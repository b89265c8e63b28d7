// The connection to PostgreSQL and the two things every store builds on: a named statement, and a transaction.
import pg from "pg";
import { endsConnection, explained, nothingDone } from "./unavailable.ts";

/** A pool, or one connection inside a transaction. */
export interface Queryable {
  /** @throws Unavailable where the same statement may succeed later; its cause is what the driver said */
  query<Row extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
}

export interface Database extends Queryable {
  /** Runs `work` in one transaction: committed when it resolves, rolled back when it rejects. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Runs reads that all see the database as of one moment. */
  snapshot<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const { builtins } = pg.types;

/** int8 and numeric columns here hold integers only (money, block numbers, nonces), so both are read as bigint. */
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

/** How long a connection is waited for, one that is free or a new one: then the caller is told to come again. */
const CONNECT_TIMEOUT_MS = 5_000;
/**
 * A connection is kept through quiet minutes: opening one takes a process of the server's, a key derivation and the statements' plans,
 * and most of all when many requests come at once.
 */
const IDLE_CONNECTION_MS = 10 * 60_000;
/** No statement here should run this long; one that does is waiting for a lock that will not come. */
const STATEMENT_TIMEOUT_MS = 30_000;

/** How long a statement waits for a lock; also how long a second request with an idempotency key waits for the first. */
const LOCK_TIMEOUT_MS = 10_000;

/** Such reads gather some ten thousand rows, which need not go to disk, in times that no compiler would earn back. */
const BEGIN_SNAPSHOT =
  "begin isolation level repeatable read read only; set local work_mem = '32MB'; set local jit = off";

/** Between two statements of a transaction nothing is waited for: a process that is silent hangs, and holds locks. */
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
  // The pool's own listener goes when a connection is handed out, and who gets it may listen a moment later: what the server says
  // in between would end the process. It also makes the next query fail, and that is where it counts.
  pool.on("connect", (client) => client.on("error", () => {}));
  let isClosing = false;
  // An idle connection that the server closes would otherwise end the process; the pool opens another when asked.
  pool.on("error", (error) => {
    if (!isClosing) onError(error);
  });
  return {
    query: (config) => withConnection(pool, (tx) => tx.query(config)),
    transaction: (work) => inTransaction(pool, "begin", work),
    snapshot: (work) => inTransaction(pool, BEGIN_SNAPSHOT, work),
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
      // Where it fails the connection is gone: the server has rolled back, and the pool must not reuse it.
      await tx.query({ text: "rollback" }).catch(broken);
      throw error;
    }
  });

/** @param work may say that the connection is not to be used again */
async function withConnection<T>(
  pool: pg.Pool,
  work: (tx: Queryable, broken: (error: Error) => void) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw nothingDone(error);
  });
  let broken: Error | undefined;
  // A connection that ends between two statements tells nobody else, and an error event that nobody takes ends the process.
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
