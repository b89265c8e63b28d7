// Brings moved payments back, because something is written about them. Their rows on the workers stay and count for
// nothing while there is a present payment; they are replaced when it moves again.
import type { Queryable } from "../database.ts";
import { readMoved } from "./read.ts";

/** Waits for a transaction that is moving the payment; it then returns no row. */
const LOCK = "select id from payments where id = any($1) order by id for no key update";

const INSERT = ["payments", "confirmations", "payment_events"].map((table) => ({
  name: `recall_${table}`,
  text: `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb) on conflict do nothing`,
}));

/** In the caller's transaction. Present payments are locked, so that they do not move; unknown ones are left alone. */
export async function recall(tx: Queryable, paymentIds: readonly string[]): Promise<void> {
  if (paymentIds.length === 0) return;
  const { rows: present } = await tx.query<{ id: string }>({ name: "recall_lock", text: LOCK, values: [paymentIds] });
  const found = new Set(present.map(({ id }) => id));
  const moved = await readMoved(
    tx,
    paymentIds.filter((id) => !found.has(id)),
  );
  if (moved.payments.length === 0) return;
  const rows = [moved.payments, moved.confirmations, moved.events];
  for (const [index, statement] of INSERT.entries()) {
    await tx.query({ ...statement, values: [`[${(rows[index] ?? []).join(",")}]`] });
  }
}
