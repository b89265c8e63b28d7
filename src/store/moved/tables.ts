// The tables of moved payments, which Citus distributes over its workers by the payment's id. They have the columns of
// the tables of present payments. If they exist, `payment_moves` has a row on the coordinator, and `moved_payment_keys`
// names the payments in them.
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
  { name: "moved_confirmations_by_time", on: "moved_confirmations (chain, confirmed_at, payment_id)" },
] as const;

/** SQL: whether the tables of moved payments exist, in a schema of any version. */
export const ARE_PAYMENTS_MOVING = "to_regclass('moved_payments') is not null";

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
    this.#areMoving = await arePaymentsMoving(db);
    this.#askedMs = nowMs;
    return this.#areMoving;
  }
}

export async function arePaymentsMoving(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ are: boolean }>({ text: `select ${ARE_PAYMENTS_MOVING} as are` });
  return rows[0]?.are ?? false;
}

interface MissingColumn {
  /** Of moved payments. */
  readonly table: string;
  readonly column: string;
  /** Its type, default and whether it may be null, as SQL. */
  readonly definition: string;
}

/** Columns that the tables of moved payments lack: a migration has added them since. */
export async function missingColumns(db: Queryable): Promise<readonly MissingColumn[]> {
  const { rows } = await db.query<MissingColumn>({
    text: `select t.moved as table, a.attname as column,
                  concat_ws(' ', format_type(a.atttypid, a.atttypmod), 'default ' || pg_get_expr(d.adbin, d.adrelid),
                            case when a.attnotnull then 'not null' end) as definition
             from unnest($1::text[], $2::text[]) as t(present, moved)
             join pg_attribute a on a.attrelid = t.present::regclass and a.attnum > 0 and not a.attisdropped
             left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
            where not exists (select from pg_attribute m where m.attrelid = t.moved::regclass and m.attname = a.attname
                                 and not m.attisdropped)
            order by t.moved, a.attnum`,
    values: [MOVED_TABLES.map(({ from }) => from), MOVED_TABLES.map(({ name }) => name)],
  });
  return rows;
}

/** Old payments get the column's default, as present ones did. */
export async function addMissingColumns(db: Queryable): Promise<void> {
  for (const { table, column, definition } of await missingColumns(db)) {
    await db.query({ text: `alter table ${table} add column ${column} ${definition}` });
  }
}
