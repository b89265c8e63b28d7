// The events of merchants, settlements and webhook endpoints. A change writes its event in its own statement, with
// `eventLine`. Events of payments are in the log of payments.
import type { PartnerEventType } from "../../events/types.ts";
import type { Queryable } from "../database/database.ts";

/**
 * The body of a CTE that writes events.
 * @param from a FROM item, optionally with WHERE, with the columns partner_id and merchant_id
 * @param facts a jsonb expression: the subject after the change
 */
export const eventLine = (type: PartnerEventType, from: string, facts: string): string => `
  insert into partner_events (partner_id, merchant_id, type, facts)
  select partner_id, merchant_id, '${type}', ${facts} from ${from}`;

/** Events deleted per sweep; the next sweep takes the rest. */
const SWEEP_MAX = 1_000;

/** Deletes events, and deliveries of any event, after 30 days, at most a page of each. */
export async function forgetOldEvents(db: Queryable): Promise<{ readonly hasMore: boolean }> {
  const counts: (number | null)[] = [];
  for (const [table, key] of [
    ["webhook_deliveries", "id"],
    ["partner_events", "id"],
  ] as const) {
    const { rowCount } = await db.query({
      name: `forget_${table}`,
      // Rows locked by another process are left for later.
      text: `delete from ${table} where ${key} in (
               select ${key} from ${table} where created_at < now() - interval '30 days'
                order by created_at limit ${SWEEP_MAX} for update skip locked)`,
    });
    counts.push(rowCount);
  }
  return { hasMore: counts.includes(SWEEP_MAX) };
}
