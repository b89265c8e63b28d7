// Moved payments of dropped months.
import type { Database, Queryable } from "../database.ts";
import { arePaymentsMoving, MOVED_TABLES } from "./tables.ts";

/** Payments deleted per transaction, which Citus commits on all workers in two phases. */
const PAGE = 500;

/** @returns the routers that moved payments with ids below this one were paid through, CAIP-10 */
export async function movedRouters(db: Queryable, below: string): Promise<readonly string[]> {
  if (!(await arePaymentsMoving(db))) return [];
  const { rows } = await db.query<{ chain: string; router: string }>({
    text: "select distinct chain, router from moved_confirmations where payment_id < $1",
    values: [below],
  });
  return rows.map(({ chain, router }) => `${chain}:${router}`);
}

/**
 * Deletes a page of moved payments with ids below this one, with their confirmations and events.
 * @returns the deleted payments; 0: none was left
 */
export async function deleteMovedPage(db: Database, below: string): Promise<number> {
  if (!(await arePaymentsMoving(db))) return 0;
  return db.transaction(async (tx) => {
    const { rows } = await tx.query<{ id: string }>({
      text: "select id from moved_payments where id < $1 order by id limit $2",
      values: [below, PAGE],
    });
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    for (const { name, by } of MOVED_TABLES) {
      await tx.query({ text: `delete from ${name} where ${by} = any($1)`, values: [ids] });
    }
    await tx.query({ text: "delete from moved_payment_keys where payment_id = any($1)", values: [ids] });
    return ids.length;
  });
}
