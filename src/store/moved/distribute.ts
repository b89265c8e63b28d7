// Makes the tables of moved payments, distributed by Citus over its workers. The tables of present payments stay as
// they are.
import type { DistributionState, DistributionStore } from "../../operations/ports/moves.ts";
import type { Database, Queryable } from "../database.ts";
import { addMissingColumns, MOVED_INDEXES, MOVED_TABLES, missingColumns, NOTICED_WITHIN_S } from "./tables.ts";

/** Other processes must know that payments move before the first one does. */
const STARTS_AFTER_S = 5 * NOTICED_WITHIN_S;

const CITUS = `
  select citus_version() as version, (select groupid from pg_dist_local_group) = 0 as is_coordinator,
         (select count(*)::integer from pg_dist_node
           where noderole = 'primary' and isactive and shouldhaveshards and groupid <> 0) as workers,
         array(select logicalrelid::text from pg_dist_partition
                where logicalrelid = any($1::regclass[]) order by 1) as distributed`;

export const createDistributionStore = (db: Database): DistributionStore => ({
  read: () => readState(db),

  distribute: (shards, afterDays) =>
    db.transaction(async (tx) => {
      if (await readMoves(tx)) await addMissingColumns(tx);
      else await makeTables(tx, shards);
      await tx.query({
        text: `insert into payment_moves (after, starts_at)
               values (make_interval(days => $1), now() + make_interval(secs => $2))
               on conflict (is_only) do update set after = excluded.after`,
        values: [afterDays, STARTS_AFTER_S],
      });
    }),
});

async function readState(db: Queryable): Promise<DistributionState> {
  const { rows: extensions } = await db.query({ text: "select from pg_extension where extname = 'citus'" });
  if (extensions.length === 0) {
    return { citus: null, isCoordinator: false, workers: 0, distributed: [], moves: await readMoves(db) };
  }
  const { rows } = await db.query<{
    version: string;
    is_coordinator: boolean;
    workers: number;
    distributed: string[];
  }>({ text: CITUS, values: [MOVED_TABLES.map(({ from }) => from)] });
  const [found] = rows;
  if (!found) throw new Error("the database returned no row");
  const { version, is_coordinator: isCoordinator, workers, distributed } = found;
  return { citus: version, isCoordinator, workers, distributed, moves: await readMoves(db) };
}

async function readMoves(db: Queryable): Promise<DistributionState["moves"]> {
  const { rows } = await db.query<{ after_days: number; starts_at_s: number }>({
    text: `select extract(days from after)::integer as after_days,
                  extract(epoch from starts_at)::float8 as starts_at_s from payment_moves`,
  });
  const [moves] = rows;
  if (!moves) return null;
  const missing = await missingColumns(db);
  return {
    afterDays: moves.after_days,
    startsAtS: moves.starts_at_s,
    missingColumns: missing.map(({ table, column }) => `${table}.${column}`),
  };
}

/** Defaults and checks stay with the present payments, which decide what a row is. */
async function makeTables(tx: Queryable, shards: number): Promise<void> {
  await tx.query({ text: `set local citus.shard_count = ${Math.trunc(shards)}` });
  const [payments] = MOVED_TABLES;
  for (const { name, from, by, key } of MOVED_TABLES) {
    await tx.query({ text: `create table ${name} (like ${from}, primary key (${key}))` });
    const beside = name === payments.name ? "none" : payments.name;
    const values = [name, by, beside];
    await tx.query({ text: "select create_distributed_table($1, $2, colocate_with => $3)", values });
  }
  for (const { name, on } of MOVED_INDEXES) await tx.query({ text: `create index ${name} on ${on}` });
}
