// The tables of moved payments, which Citus distributes over its workers by the payment's id. They have the columns of
// the tables of present payments. The coordinator's `payment_moves` says that they exist.
import type { Queryable } from "../database.ts";

interface MovedTable {
  readonly name: string;
  /** The table on the coordinator whose rows move. */
  readonly from: string;
  /** The payment's id. */
  readonly by: string;
  readonly key: string;
}

/** In the order in which rows are copied. */
export const MOVED_TABLES = [
  { name: "moved_payments", from: "payments", by: "id", key: "id, partner_id" },
  { name: "moved_confirmations", from: "confirmations", by: "payment_id", key: "payment_id, partner_id" },
  { name: "moved_payment_events", from: "payment_events", by: "payment_id", key: "payment_id, id" },
] as const satisfies readonly MovedTable[];

export const MOVED_INDEXES = [
  { name: "moved_payments_payment_key", on: "moved_payments (payment_key)" },
  { name: "moved_confirmations_by_time", on: "moved_confirmations (chain, confirmed_at, payment_id)" },
] as const;

/** For so long a process may not know that payments move: none moves before. */
export const NOTICED_WITHIN_S = 60;

/** Whether payments move, as far as this process knows. */
export class Moves {
  #areMoving = false;
  #askedMs = Number.NEGATIVE_INFINITY;

  /** Asks at most once in NOTICED_WITHIN_S, and never again once payments move. */
  async areMoving(db: Queryable): Promise<boolean> {
    const nowMs = performance.now();
    if (this.#areMoving || nowMs - this.#askedMs < NOTICED_WITHIN_S * 1_000) return this.#areMoving;
    const { rows } = await db.query<{ are: boolean }>({
      name: "are_payments_moving",
      text: "select to_regclass('payment_moves') is not null as are",
    });
    this.#askedMs = nowMs;
    this.#areMoving = rows[0]?.are ?? false;
    return this.#areMoving;
  }
}

/** Columns of each of PRESENT's tables that the moved one lacks: the schema has changed since `turnpike distribute`. */
export async function missingColumns(
  db: Queryable,
): Promise<readonly { readonly table: string; readonly column: string; readonly type: string }[]> {
  const { rows } = await db.query<{ table: string; column: string; type: string }>({
    text: `select t.moved as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type
             from unnest($1::text[], $2::text[]) as t(present, moved)
             join pg_attribute a on a.attrelid = t.present::regclass and a.attnum > 0 and not a.attisdropped
            where not exists (select from pg_attribute m where m.attrelid = t.moved::regclass and m.attname = a.attname
                                 and not m.attisdropped)
            order by t.moved, a.attnum`,
    values: [MOVED_TABLES.map(({ from }) => from), MOVED_TABLES.map(({ name }) => name)],
  });
  return rows;
}
