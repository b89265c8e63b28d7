// Months of a test server's books.
import type { TestServer } from "../../harness/server/server.ts";

/** For example 2026-11, in UTC. */
export const monthAgo = (months: number): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 7);
};

/** Moves all events to the middle of an earlier month, which triggers prevent. */
export const moveEvents = ({ sql }: Pick<TestServer, "sql">, month: string) =>
  sql(`set local session_replication_role = replica; update payment_events set created_at = '${month}-15Z'`);
