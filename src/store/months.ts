// Months of payments. Each has partitions of payments, confirmations and payment_events (migration 0051,
// docs/decisions/0068). Old months can be dropped, oldest first.
import { KEPT_AT_LEAST_DAYS, type Month, type MonthStore } from "../operations/ports/months.ts";
import { isLockTimeout } from "./answers.ts";
import type { Database, Queryable } from "./database.ts";

/** A month gets its partitions this long before it begins, so that workers may be away for weeks. */
const AHEAD = "3 months";

/** Rows about payments that are in tables without months. Transfers and exceptions stay: they are the books. */
const TABLES_WITHOUT_MONTHS = [
  "listed_payments",
  "listed_references",
  "intents",
  "buyer_data",
  "charges",
  "payment_link_uses",
  "refunds",
  "relay_losses",
] as const;

/** Rows deleted per statement. */
const PAGE = 5_000;

const PARTITIONED = ["payment_events", "confirmations", "payments"] as const;

/** What keeps a month from being dropped, shown to the operator. */
const UNFINISHED_MAX = 10;

export function createMonthStore(db: Database): MonthStore {
  return {
    async add() {
      await db.query({ text: `select add_payment_months('${AHEAD}')` });
    },

    async list() {
      return (await db.query<Month>({ text: LIST })).rows;
    },

    async unfinished({ endsAt }) {
      const { rows } = await db.query<{ payment_id: string }>({ text: UNFINISHED, values: [endsAt] });
      return rows.map(({ payment_id }) => payment_id);
    },

    drop: async ({ name }) => (await db.query({ text: DROP, values: [name] })).rowCount === 1,

    async deletePage({ endsAt }) {
      for (const table of TABLES_WITHOUT_MONTHS) {
        const deleted = await deletePage(db, table, endsAt);
        if (deleted > 0) return deleted;
      }
      return 0;
    },

    async deletePartitions({ name }) {
      try {
        await db.transaction(async (tx) => {
          // Statements that read all months wait behind it, so it gives up soon if it must wait.
          await tx.query({ text: "set local lock_timeout = '1s'" });
          for (const table of PARTITIONED) await tx.query({ text: `drop table if exists ${table}_${name}` });
        });
        return true;
      } catch (error) {
        if (isLockTimeout(error)) return false;
        throw error;
      }
    },
  };
}

const LIST = `
  select name, nullif(starts_at, '-infinity') as "startsAt", ends_at as "endsAt",
         ends_at < now() - interval '${KEPT_AT_LEAST_DAYS} days' as "isOld", dropped_at is not null as "isDropped",
         greatest((select reltuples::bigint from pg_class where oid = to_regclass('payments_' || name)), 0) as payments,
         pg_total_relation_size(to_regclass('payments_' || name))
           + pg_total_relation_size(to_regclass('confirmations_' || name))
           + pg_total_relation_size(to_regclass('payment_events_' || name)) as bytes
    from payment_months
   where to_regclass('payments_' || name) is not null
   order by ends_at`;

/** The listing knows the status of each payment by time; it is brought up to date before. */
const UNFINISHED = `
  select payment_id from (
    (select l.payment_id
       from payment_kinds k
      cross join lateral (select payment_id from listed_payments
                           where kind = k.no and created_at < $1 order by created_at limit ${UNFINISHED_MAX}) l
      where k.status in ('requires_action', 'processing'))
    union
    (select payment_id from unlisted_events where payment_id < lowest_payment_id($1) limit ${UNFINISHED_MAX})
    union
    (select payment_id from confirmations
      where relay_state <> 'closed' and payment_id < lowest_payment_id($1) limit ${UNFINISHED_MAX})
    union
    (select payment_id from exceptions
      where resolved_at is null and payment_id < lowest_payment_id($1) limit ${UNFINISHED_MAX})
  ) as found limit ${UNFINISHED_MAX}`;

const DROP = `
  update payment_months set dropped_at = now()
   where name = $1 and dropped_at is null and ends_at < now() - interval '${KEPT_AT_LEAST_DAYS} days'
     and ends_at = (select min(ends_at) from payment_months where dropped_at is null)`;

async function deletePage(db: Queryable, table: (typeof TABLES_WITHOUT_MONTHS)[number], endsAt: Date): Promise<number> {
  const { rowCount } = await db.query({
    text: `delete from ${table} where ctid = any(array(
             select ctid from ${table} where payment_id < lowest_payment_id($1) limit ${PAGE}))`,
    values: [endsAt],
  });
  return rowCount ?? 0;
}
