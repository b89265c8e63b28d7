// Reports a database outage: one error line when it has lasted a moment, then a count at growing intervals, then its
// end. Other errors that the outage causes log little.
import { Unavailable } from "../../operations/errors/unavailable.ts";
import type { Log } from "../../operations/ports/log.ts";
import { createLogThrottle } from "../../operations/timing/log-throttle.ts";
import type { Database } from "./database.ts";
import { isOfDisk, isReadOnly } from "./unavailable.ts";

/** A restarting database ends connections, and the next one works: only failures for longer than this are an outage. */
const OUTAGE_MS = 1_000;
const CONDITION = "outage";

export function watchOutages(db: Database, log: Log, nowMs: () => number = () => performance.now()): Database {
  const throttle = createLogThrottle(nowMs);
  let failures = 0;
  let sinceMs = 0;

  function succeeded(): void {
    if (failures === 0) return;
    const fields = { failures, seconds: Math.round((nowMs() - sinceMs) / 1_000) };
    failures = 0;
    throttle.recovered(CONDITION, () => log.info(fields, "the database is available again"));
  }
  function failed(error: unknown): void {
    // A server that takes no writes has its own line (operations/monitoring/heartbeat.ts), until a write succeeds.
    if (!(error instanceof Unavailable) || isOfDisk(error) || isReadOnly(error)) {
      succeeded(); // the server has responded
      return;
    }
    if (failures === 0) sinceMs = nowMs();
    failures += 1;
    const seconds = Math.round((nowMs() - sinceMs) / 1_000);
    if (nowMs() - sinceMs < OUTAGE_MS) return;
    throttle.warn(CONDITION, () =>
      log.error(
        { failures, seconds, err: error },
        "the database is unavailable: requests get 503, and nothing settles. Check PostgreSQL and DATABASE_URL",
      ),
    );
  }
  async function observed<T>(work: Promise<T>): Promise<T> {
    try {
      const result = await work;
      if (failures > 0) succeeded();
      return result;
    } catch (error) {
      failed(error);
      throw error;
    }
  }
  return {
    query: (config) => observed(db.query(config)),
    write: (config) => observed(db.write(config)),
    transaction: (work) => observed(db.transaction(work)),
    snapshot: (work) => observed(db.snapshot(work)),
    usage: () => db.usage(),
    recycleConnections: () => db.recycleConnections(),
    close: () => db.close(),
  };
}
