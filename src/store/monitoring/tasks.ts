// Results of the tasks that timers start (15_processes.sql).
import type { TaskRun, TaskRuns } from "../../operations/ports/monitoring/tasks.ts";
import type { Queryable } from "../database/database.ts";

const LIST = `
  select task, host, took_ms::double precision as "tookMs", exit_code as "exitCode",
         extract(epoch from now() - finished_at)::double precision as "ageS",
         extract(epoch from now() - succeeded_at)::double precision as "successAgeS",
         greatest(extract(epoch from now() - due_at), 0)::double precision as "overdueS"
    from task_runs order by task, host`;

const RECORD = `
  insert into task_runs as r (task, host, took_ms, exit_code, succeeded_at, due_at)
  values ($1, $2, $3, $4, case when $4 = 0 then now() end, now() + $5 * interval '1 second')
  on conflict (task, host) do update
     set finished_at = now(), took_ms = excluded.took_ms, exit_code = excluded.exit_code,
         succeeded_at = coalesce(excluded.succeeded_at, r.succeeded_at), due_at = excluded.due_at`;

export const createTaskStore = (db: Queryable): TaskRuns => ({
  async list() {
    return (await db.query<TaskRun & Record<string, unknown>>({ name: "tasks", text: LIST, values: [] })).rows;
  },
  async record({ task, host, tookMs, exitCode, nextWithinS }) {
    await db.query({ text: RECORD, values: [task, host, Math.trunc(tookMs), exitCode, nextWithinS] });
  },
  async forget(task, host) {
    const text = "delete from task_runs where task = $1 and host = $2";
    return (await db.query({ text, values: [task, host] })).rowCount === 1;
  },
});
