// Brings moved payments back, because something is written about them. Their rows on the workers stay and count for
// nothing while there is a present payment; they are replaced when it moves again.
import type { Queryable } from "../database.ts";
import { placesOf, readMoved } from "./read.ts";
import { MOVED_TABLES } from "./tables.ts";

/** Waits for a transaction that is moving the payment; it then returns no row. */
const LOCK = "select id from payments where id = any($1) order by id for no key update";

/** Columns that only the present payments' table has get their defaults. */
async function insert(tx: Queryable, { name, from }: (typeof MOVED_TABLES)[number], rows: readonly string[]) {
  const { rows: found } = await tx.query<{ columns: string }>({
    name: "columns_of_moved",
    text: `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
            where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    values: [name],
  });
  const columns = found[0]?.columns;
  await tx.query({
    text: `insert into ${from} (${columns}) select ${columns} from jsonb_populate_recordset(null::${from}, $1::jsonb)
           on conflict do nothing`,
    values: [`[${rows.join(",")}]`],
  });
}

/** In the caller's transaction. Present payments are locked, so that they do not move; unknown ones are left alone. */
export async function recall(tx: Queryable, paymentIds: readonly string[]): Promise<void> {
  if (paymentIds.length === 0) return;
  const { rows: present } = await tx.query<{ id: string }>({ name: "recall_lock", text: LOCK, values: [paymentIds] });
  const found = new Set(present.map(({ id }) => id));
  const places = await placesOf(
    tx,
    paymentIds.filter((id) => !found.has(id)),
  );
  const moved = await readMoved(tx, places.moved);
  if (moved.payments.length === 0) return;
  const [payments, confirmations, events] = MOVED_TABLES;
  await insert(tx, payments, moved.payments);
  await insert(tx, confirmations, moved.confirmations);
  await insert(tx, events, moved.events);
}
