// Refund marks: one per payment, with the refunding transaction if the partner named one.
import type { Actor } from "../../merchant/audit.ts";
import type { HandTransfer } from "../../operations/ports/refunds.ts";
import { auditLine } from "../audit/audit.ts";
import type { Queryable } from "../database/database.ts";
import { toBytes } from "../database/hex.ts";

// A single statement, so only one of several concurrent requests inserts the mark and its event. If the payment is
// already marked or partly refunded, or the transfer used, nothing is inserted. The payment's row is locked first, so
// its events commit in the order of their ids.
const MARK = `
  with payment as materialized (
    select id, partner_id, status from payments where id = $1 and partner_id = $2 for no key update
  ), free as materialized (
    select p.id, p.partner_id,
           case when $3::text is not null then take_transfer(p.partner_id, $3, $4, $5::integer[], p.id) end as log_index
      from payment p where p.status = 'succeeded' and is_unrefunded(p.id, p.partner_id)
  ), refund as (
    insert into refund_marks (payment_id, partner_id, chain, tx_hash)
    select id, partner_id, $3, $4 from free where $3::text is null or log_index is not null
    returning payment_id, partner_id
  ), total as (
    insert into refund_totals as t (payment_id, partner_id, paid, requested, refunded)
    select payment_id, partner_id, $9::numeric, $9::numeric, $9::numeric from refund
    on conflict (payment_id, partner_id) do update set requested = t.paid, refunded = t.paid
  ), audit as (
    ${auditLine(
      "payment_refunded",
      "payment",
      "payments where (id, partner_id) in (select payment_id, partner_id from refund)",
      { actor: "$7", via: "$8" },
      { after: "$6::jsonb" },
    )}
  ), event as (
    insert into payment_events (payment_id, partner_id, type, status, data)
    select payment_id, partner_id, 'refunded', 'succeeded', $6::jsonb from refund
  )
  select exists (select from refund) as is_marked`;

export async function markRefunded(
  db: Queryable,
  payment: { readonly id: string; readonly partnerId: string; readonly paid: bigint },
  transaction: HandTransfer | null,
  { actor, via }: Actor,
): Promise<boolean> {
  const { rows } = await db.query<{ is_marked: boolean }>({
    name: "mark_refunded",
    text: MARK,
    values: [
      payment.id,
      payment.partnerId,
      transaction?.chain,
      transaction && toBytes(transaction.txHash),
      transaction?.logIndexes,
      JSON.stringify(transaction ? { txHash: transaction.txHash } : {}),
      actor,
      via,
      payment.paid,
    ],
  });
  return rows[0]?.is_marked ?? false;
}
