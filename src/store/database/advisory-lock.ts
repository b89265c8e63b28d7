// Locks for work that only one process may do at a time.
import type { Queryable } from "./database.ts";

/**
 * Waits for the lock; it ends with the transaction.
 * @param work part of the key. Other versions use the same key, so these words never change
 * @param of the subject of the work: a chain, the id of a user or partner, or the hash of an address
 */
export const lockWork = (tx: Queryable, work: "follows" | "relays" | "asks" | "tells" | "mails", of: string) =>
  tx.query({
    name: "lock_work",
    text: "select pg_advisory_xact_lock(hashtextextended($1, 0))",
    values: [`turnpike ${work} ${of}`],
  });
