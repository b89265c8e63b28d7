// Reports of processes (15_processes.sql), and the test whether the database takes writes.
import { randomBytes } from "node:crypto";
import type { ProcessReport, ProcessReports, WriteRefusal } from "../../operations/ports/monitoring/processes.ts";
import type { Database } from "../database/database.ts";
import { ReadOnlyServerError } from "../database/no-primary.ts";
import { isReadOnly, refusesWrites } from "../database/unavailable.ts";

/** Several reports: a process that misses one is still there. */
const SEEN_WITHIN_S = 45;
const KEPT_HOURS = 1;
/** Hex digits: more than half of a page of 8 kB, which then holds one row. */
const FILLER_BYTES = 2_100;

const LOOK = `
  select (extract(epoch from clock_timestamp()) * 1000)::double precision as "nowMs",
         coalesce(jsonb_agg(jsonb_build_object('id', id, 'host', host, 'pid', pid, 'role', role, 'settings', settings,
                                               'version', version)
                            order by host, role, pid), '[]') as processes
    from processes where seen_at > now() - ${SEEN_WITHIN_S} * interval '1 second'`;

/** Open sessions keep their default when that of the database or the role changes. Ordered by precedence. */
const NEW_SESSIONS_READ_ONLY = `
  select split_part(setting, '=', 2)::boolean from pg_db_role_setting, unnest(setconfig) setting
   where setting like 'default_transaction_read_only=%'
     and setrole in (0, (select oid from pg_roles where rolname = session_user))
     and setdatabase in (0, (select oid from pg_database where datname = current_database()))
   order by setrole <> 0 desc, setdatabase <> 0 desc limit 1`;

const REPORT = `
  with ended as (delete from processes where seen_at < now() - ${KEPT_HOURS} * interval '1 hour')
  insert into processes (id, host, pid, role, settings, version) values ($1, $2, $3, $4, $5, $6)
  on conflict (id) do update set settings = excluded.settings, seen_at = excluded.seen_at
  returning (${NEW_SESSIONS_READ_ONLY}) as "areNewReadOnly", prove_write($7)`;

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
  async write({ id, host, pid, role, settings, version }) {
    const values = [id, host, pid, role, JSON.stringify(settings), version, newFiller()];
    try {
      const { rows } = await db.query<{ areNewReadOnly: boolean | null }>({
        name: "report_process",
        text: REPORT,
        values,
      });
      if (!rows[0]?.areNewReadOnly) return null;
      // The operator wants no writes: all connections follow, not only those that are opened by chance.
      db.recycleConnections();
      throw new ReadOnlyServerError(false);
    } catch (error) {
      return refusalOf(error);
    }
  },
  async proveWrite() {
    try {
      await db.query({ name: "prove_write", text: "select prove_write($1)", values: [newFiller()] });
      return null;
    } catch (error) {
      return refusalOf(error);
    }
  },
  async leave(id) {
    await db.query({ text: "delete from processes where id = $1", values: [id] });
  },
});

/** An update alone may find room in a page that the database has. */
const newFiller = (): string => randomBytes(FILLER_BYTES).toString("hex");

/** @throws `error` itself unless the database takes no writes */
function refusalOf(error: unknown): WriteRefusal {
  if (error instanceof Error && refusesWrites(error)) return { error, isReadOnly: isReadOnly(error) };
  throw error;
}
