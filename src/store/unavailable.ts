// What PostgreSQL says when it cannot serve a statement now, as opposed to what is wrong with the statement.
import pg from "pg";
import { Unavailable } from "../operations/errors/unavailable.ts";

const RETRY_AFTER_S = 1;

// Neither says that nothing was done: an earlier statement of the same request may have been.
const OVERLOADED =
  "The service is overloaded or its database is away: try again, with the same Idempotency-Key where the request has one";
const UNKNOWN =
  "The database went away in the middle of the request: repeat it, with the same Idempotency-Key where it has one";

/**
 * SQLSTATE classes and codes of statements that were undone and may succeed when repeated: deadlocks and serialisation (40), resources
 * that are used up (53), locks that do not come (55), a statement that took too long (57014).
 */
const UNDONE = ["40", "53", "55", "57014"];
/** The server ends the connection or takes none: shutting down, starting up. */
const ENDED = ["57P", "08"];

const isOneOf = (sqlState: string, prefixes: readonly string[]): boolean =>
  prefixes.some((prefix) => sqlState.startsWith(prefix));

/** No connection could be had (none was free in time, or the server takes none), or what was done on it was undone. */
export const nothingDone = (cause: unknown): Unavailable =>
  new Unavailable(OVERLOADED, { cause, retryAfterS: RETRY_AFTER_S });

/** `error` as it came, or what it means where the statement may succeed when it is repeated. */
export function explained(error: unknown): unknown {
  if (endsConnection(error)) return new Unavailable(UNKNOWN, { cause: error, retryAfterS: RETRY_AFTER_S });
  return isOneOf(sqlStateOf(error) ?? "", UNDONE) ? nothingDone(error) : error;
}

/** Whether the connection that a query threw it on is of no use any more. */
export function endsConnection(error: unknown): boolean {
  const sqlState = sqlStateOf(error);
  return sqlState === null ? isConnectionLost(error) : isOneOf(sqlState, ENDED);
}

/** SQLSTATE (PostgreSQL, appendix A) of what a query threw; null where the server did not say it. */
export function sqlStateOf(error: unknown): string | null {
  const said = error instanceof Unavailable ? error.cause : error;
  return said instanceof pg.DatabaseError ? (said.code ?? null) : null;
}

/** What the driver and the socket say of a connection that ended under a query. */
function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code === "ECONNRESET" || code === "EPIPE" || code === "ETIMEDOUT" || LOST.test(error.message);
}

/** The driver has no code for it. */
const LOST = /^(Connection terminated|Client has encountered a connection error)/;
