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

/** Moved payments of dropped months are about to be deleted. */
export const IS_KEPT = "coalesce(lowest_payment_id(payments_kept_since()), '')";

export interface Places {
  /** Among the present payments. */
  readonly present: readonly string[];
  /** Only among the moved ones. */
  readonly moved: readonly string[];
}

/** Where these payments are. Asks only the coordinator, so that made-up ids cost the workers nothing. */
export async function placesOf(db: Queryable, paymentIds: readonly string[]): Promise<Places> {
  if (paymentIds.length === 0) return { present: [], moved: [] };
  const { rows } = await db.query<{ id: string; is_present: boolean }>({
    name: "places_of_payments",
    text: `select asked.id, place.is_present
             from unnest((select $1::text[])) as asked(id)
            cross join lateral (
              select exists (select from payments p where p.id = asked.id) as is_present, exists (
                select from moved_payment_keys m where m.payment_id = asked.id and asked.id >= ${IS_KEPT}) as has_moved
              offset 0) place
            where place.is_present or place.has_moved`,
    values: [paymentIds],
  });
  const idsOf = (isPresent: boolean) => rows.filter((row) => row.is_present === isPresent).map(({ id }) => id);
  return { present: idsOf(true), moved: idsOf(false) };
}

/** A worker that does not respond must not hold connections that other requests need. */
const PATIENCE_MS = 2_000;

/** Reads from the workers, in a transaction, for a short time. @throws Unavailable */
export async function inTime<T>(tx: Queryable, read: () => Promise<T>): Promise<T> {
  const { rows } = await tx.query<{ was: string }>({
    text: "select current_setting('statement_timeout') as was, set_config('statement_timeout', $1, true)",
    values: [String(PATIENCE_MS)],
  });
  const result = await read();
  await tx.query({ text: "select set_config('statement_timeout', $1, true)", values: [rows[0]?.was] });
  return result;
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
