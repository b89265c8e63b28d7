// Refund marks: one per payment, with the refunding transaction if the partner named one.
import type { Actor } from "../../merchant/audit.ts";
import type { HandTransfer } from "../../operations/ports/refunds.ts";
import { auditLine } from "../audit/audit.ts";
import type { Queryable } from "../database/database.ts";
import { toBytes } from "../database/hex.ts";

// A single statement, so only one of several concurrent requests inserts the mark and its event. If the payment is
// already marked or partly refunded, or the transfer used, nothing is inserted. The payment's row is locked first, so its
// events commit in the order of their ids.
const MARK = `
  with payment as materialized (
    select id, partner_id, status from payments where id = $1 and partner_id = $2 for no key update
  ), transfer as (
    select l.log_index from unnest($5::integer[]) with ordinality as l(log_index, place)
     where not exists (select from refund_transfers r where r.partner_id = $2 and r.chain = $3 and r.tx_hash = $4
                                                        and r.log_index = l.log_index)
     order by l.place limit 1
  ), total as (
    insert into refund_totals as t (payment_id, partner_id, paid, requested, refunded)
    select p.id, p.partner_id, $9::numeric, $9::numeric, $9::numeric from payment p left join transfer t on true
     where p.status = 'succeeded' and ($3::text is null or t.log_index is not null)
    on conflict (payment_id, partner_id)
    do update set requested = t.paid, refunded = t.paid where t.requested = 0
    returning payment_id, partner_id
  ), refund as (
    insert into refund_marks (payment_id, partner_id, chain, tx_hash)
    select payment_id, partner_id, $3, $4 from total
    returning payment_id, partner_id
  ), used as (
    insert into refund_transfers (partner_id, chain, tx_hash, log_index, payment_id)
    select r.partner_id, $3, $4, t.log_index, r.payment_id from refund r cross join transfer t where $3::text is not null
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
