// Reads moved payments, and runs statements that were written for present ones on them.
import type pg from "pg";
import type { Queryable } from "../database.ts";

/** Rows as JSON text, because JavaScript's numbers would lose the precision of amounts. */
export interface MovedRows {
  readonly payments: readonly string[];
  readonly confirmations: readonly string[];
  readonly events: readonly string[];
}

interface MovedRow {
  readonly payment: string;
  readonly confirmation: string | null;
  readonly events: string | null;
}

/** One payment lies with all its rows on one worker, which reads them in one query. */
const READ_ONE = `
  select to_jsonb(p)::text as payment,
         (select to_jsonb(c)::text from moved_confirmations c where c.payment_id = $1) as confirmation,
         (select string_agg(to_jsonb(e)::text, ',' order by e.id) from moved_payment_events e
           where e.payment_id = $1) as events
    from moved_payments p where p.id = $1`;

const READ_SEVERAL = `
  select to_jsonb(p)::text as payment,
         (select to_jsonb(c)::text from moved_confirmations c where c.payment_id = p.id) as confirmation,
         (select string_agg(to_jsonb(e)::text, ',' order by e.id) from moved_payment_events e
           where e.payment_id = p.id) as events
    from moved_payments p where p.id = any($1)`;

/** All rows of these payments; of those that are not moved, none. */
export async function readMoved(db: Queryable, paymentIds: readonly string[]): Promise<MovedRows> {
  const [only, ...others] = paymentIds;
  if (only === undefined) return { payments: [], confirmations: [], events: [] };
  const { rows } = await db.query<MovedRow>(
    others.length === 0
      ? { name: "moved_payment", text: READ_ONE, values: [only] }
      : { name: "moved_payments", text: READ_SEVERAL, values: [paymentIds] },
  );
  return {
    payments: rows.map(({ payment }) => payment),
    confirmations: rows.flatMap(({ confirmation }) => confirmation ?? []),
    events: rows.flatMap(({ events }) => events ?? []),
  };
}

/** Those of the ids that no present payment has. */
export async function withoutPresent(db: Queryable, paymentIds: readonly string[]): Promise<readonly string[]> {
  if (paymentIds.length === 0) return [];
  const { rows } = await db.query<{ id: string }>({
    name: "not_present",
    text: `select asked.id from unnest((select $1::text[])) as asked(id)
            where not exists (select from payments p where p.id = asked.id)`,
    values: [paymentIds],
  });
  return rows.map(({ id }) => id);
}

const STARTS_WITH = /^\s*with\s+/;

/**
 * The same statement on these rows instead of the tables: expressions with the tables' names come before its own. It
 * must only read.
 */
export function onMoved(config: pg.QueryConfig, { payments, confirmations, events }: MovedRows): pg.QueryConfig {
  const { name, text, values = [] } = config;
  const given = [payments, confirmations, events].map((rows) => `[${rows.join(",")}]`);
  const tables = ["payments", "confirmations", "payment_events"].map(
    (table, index) =>
      `${table} as (select * from jsonb_populate_recordset(null::${table}, $${values.length + 1 + index}::jsonb))`,
  );
  const own = STARTS_WITH.test(text) ? `, ${text.replace(STARTS_WITH, "")}` : text;
  return { name: `${name}_moved`, text: `with ${tables.join(", ")} ${own}`, values: [...values, ...given] };
}
