// Reports of processes (15_processes.sql), and the test whether the database takes writes.
import { randomBytes } from "node:crypto";
import type { ProcessReport, ProcessReports } from "../../operations/ports/processes.ts";
import type { Database } from "../database/database.ts";
import { refusesWrites } from "../database/unavailable.ts";

/** Several reports: a process that misses one is still there. */
const SEEN_WITHIN_S = 45;
const KEPT_HOURS = 1;
/** Hex digits: more than half of a page of 8 kB, which then holds one row. */
const FILLER_BYTES = 2_100;

const LOOK = `
  select (extract(epoch from clock_timestamp()) * 1000)::double precision as "nowMs",
         coalesce(jsonb_agg(jsonb_build_object('id', id, 'host', host, 'pid', pid, 'role', role, 'settings', settings)
                            order by host, role, pid), '[]') as processes
    from processes where seen_at > now() - ${SEEN_WITHIN_S} * interval '1 second'`;

const REPORT = `
  with ended as (delete from processes where seen_at < now() - ${KEPT_HOURS} * interval '1 hour')
  insert into processes (id, host, pid, role, settings) values ($1, $2, $3, $4, $5)
  on conflict (id) do update set settings = excluded.settings, seen_at = excluded.seen_at`;

class RolledBack extends Error {}

export const createProcessStore = (db: Database): ProcessReports => ({
  async fingerprintKey() {
    const { rows } = await db.query<{ key: Buffer }>({ text: "select key from fingerprint_key" });
    const [row] = rows;
    if (!row) throw new Error("the table fingerprint_key is empty: restore its row");
    return row.key;
  },
  async look() {
    const { rows } = await db.query<{ nowMs: number; processes: ProcessReport[] }>({
      name: "look_at_processes",
      text: LOOK,
    });
    const [row] = rows;
    if (!row) throw new Error("the database returned no row");
    return row;
  },
  async write({ id, host, pid, role, settings }) {
    const values = [id, host, pid, role, JSON.stringify(settings)];
    try {
      await db.query({ name: "report_process", text: REPORT, values });
      return await proveWrite(db);
    } catch (error) {
      if (error instanceof Error && refusesWrites(error)) return error;
      throw error;
    }
  },
  proveWrite: () => proveWrite(db),
  async leave(id) {
    await db.query({ text: "delete from processes where id = $1", values: [id] });
  },
});

/**
 * An update alone may find room in a page that the database has.
 * @returns the database's error if it takes no writes
 */
async function proveWrite(db: Pick<Database, "transaction">): Promise<Error | null> {
  const values = [randomBytes(FILLER_BYTES).toString("hex")];
  try {
    return await db.transaction(async (tx) => {
      await tx.query({ name: "probe_write", text: "insert into write_probes (filler) values ($1)", values });
      throw new RolledBack();
    });
  } catch (error) {
    if (error instanceof RolledBack) return null;
    if (error instanceof Error && refusesWrites(error)) return error;
    throw error;
  }
}
