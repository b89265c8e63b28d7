// Locks on work that one process at a time may do.
import type { Queryable } from "./database.ts";

/**
 * Waits for the lock; it ends with the transaction.
 * @param work part of the key. Processes of another version ask for the same key, so these words never change
 * @param of what the work is for: a chain, or the id of a user
 */
export const lockWork = (tx: Queryable, work: "follows" | "relays" | "asks", of: string) =>
  tx.query({
    name: "lock_work",
    text: "select pg_advisory_xact_lock(hashtextextended($1, 0))",
    values: [`turnpike ${work} ${of}`],
  });
