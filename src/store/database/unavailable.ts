// Distinguishes errors of a database that is unavailable from errors in a statement.
import pg from "pg";
import { Unavailable } from "../../operations/errors/unavailable.ts";
import { NoPrimaryError } from "./no-primary.ts";

const RETRY_AFTER_S = 1;

// After either error, an earlier statement of the request may have been committed.
const OVERLOADED =
  "The service is overloaded or its database is unavailable: " +
  "retry, with the same Idempotency-Key if the request has one";
const UNKNOWN =
  "The database connection was lost during the request: retry, with the same Idempotency-Key if the request has one";

/**
 * SQLSTATE classes and codes of statements that were rolled back and may succeed on retry: deadlock and serialisation
 * (40), exhausted resources such as the disk (53), lock timeout (55), statement timeout (57014), failures of the
 * server's system (58), damaged files (XX001, XX002).
 */
const UNDONE = ["40", "53", "55", "57014", "58", "XX001", "XX002"];
/** Other failures of the disk have codes that say little: a quota (XX000), a file system that is read-only (42501). */
const DISK_SOURCES = /^(md|fd|smgr|xlog|slru|buffile|bufmgr|copydir|storage)\.c$/;
/** The server is busy or goes away: what these statements wrote, a later one may write. */
const PASSING = ["40", "55", "57", "08", "25P03", "53300"];
/**
 * The server ends or rejects connections: shutting down, starting up or idle for too long. A transaction that was idle
 * for too long (25P03), and a server that accepts no writes (25006), as after a failover.
 */
const READ_ONLY = "25006";
const ENDED = ["57P", "08", "25P03", READ_ONLY];

const isOneOf = (sqlState: string, prefixes: readonly string[]): boolean =>
  prefixes.some((prefix) => sqlState.startsWith(prefix));

/** No connection was available in time, or the statement was rolled back. */
export const nothingDone = (cause: unknown): Unavailable =>
  new Unavailable(OVERLOADED, { cause, retryAfterS: RETRY_AFTER_S });

/** `Unavailable` if the statement may succeed on retry, otherwise `error` itself. */
export function explained(error: unknown): unknown {
  if (endsConnection(error)) return new Unavailable(UNKNOWN, { cause: error, retryAfterS: RETRY_AFTER_S });
  return isOneOf(sqlStateOf(error) ?? "", UNDONE) || isOfDisk(error) ? nothingDone(error) : error;
}

/** Whether a statement that writes failed because the server takes no writes. */
export const refusesWrites = (error: unknown): boolean => {
  const sqlState = sqlStateOf(error);
  return isReadOnly(error) || (sqlState !== null && !isOneOf(sqlState, PASSING));
};

/** Whether the server is a standby, read-only or a former primary. */
export const isReadOnly = (error: unknown): boolean =>
  causeOf(error) instanceof NoPrimaryError || sqlStateOf(error) === READ_ONLY;

/** Whether the server could not read or write its files: it responds, and the statement was rolled back. */
export function isOfDisk(error: unknown): boolean {
  const said = causeOf(error);
  if (!(said instanceof pg.DatabaseError)) return false;
  return DISK_SOURCES.test(said.file ?? "") || isOneOf(said.code ?? "", ["53100", "58", "XX001", "XX002"]);
}

/** Whether the connection that threw it is unusable. @param error of the driver, or explained */
export function endsConnection(error: unknown): boolean {
  const sqlState = sqlStateOf(error);
  return sqlState === null ? isConnectionLost(causeOf(error)) : isOneOf(sqlState, ENDED);
}

/** SQLSTATE (PostgreSQL, appendix A) of a query's error; null if it did not come from the server. */
export function sqlStateOf(error: unknown): string | null {
  const said = causeOf(error);
  return said instanceof pg.DatabaseError ? (said.code ?? null) : null;
}

const causeOf = (error: unknown): unknown => (error instanceof Unavailable ? error.cause : error);

/** Errors of the driver and the socket for a connection that ended during a query. */
function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code === "ECONNRESET" || code === "EPIPE" || code === "ETIMEDOUT" || LOST.test(error.message);
}

/** The driver sets no code for these. */
const LOST = /^(Connection terminated|Client has encountered a connection error|Query read timeout)/;
