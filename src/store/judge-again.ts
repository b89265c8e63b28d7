// Transfers about which another look is due: those put aside until their payment's end, and those that were decided about before
// their very terms were confirmed. Both by comparing what is there now: a payment may be confirmed or end in the same moment in
// which a block is taken in, and then neither sees the other.
import type { Queryable } from "./database.ts";
import { type Place, resolve } from "./raise.ts";

/** Payments with parked transfers that one block looks at, and transfers that it brings up again: the next block takes the rest. */
const PAYMENTS_MAX = 500;
const TRANSFERS_MAX = 500;

/** Whether `t` has the terms of the confirmation `c`, and was decided about before it. For a payment in processing. */
export const IS_CONFIRMED_SINCE = `
  t.chain = c.chain and t.terms_hash = c.terms_hash and t.payment_id = c.payment_id
  and t.state in ('parked', 'exception', 'foreign') and t.orphaned_at is null`;

/** `p` has ended: nothing more can happen that its parked transfers waited for. */
export const HAS_ENDED = "p.status not in ('requires_action', 'processing')";

// From one confirmation under way to the next (`offset 0` keeps it so): those are few, and transfers and payments are many.
const RECALL = `
  with own as (
    select found.id, found.state
      from confirmations c
     cross join lateral (select t.id, t.state from transfers t where ${IS_CONFIRMED_SINCE} offset 0) found
     where c.chain = $1 and c.relay_state <> 'closed'
  )
  update transfers t set state = 'seen' from own
   where t.id = own.id
     and (select p.status from payments p where p.id = t.payment_id and p.partner_id = t.partner_id) = 'processing'
  returning t.payment_id, t.partner_id, t.chain, t.tx_hash, t.log_index, own.state as was`;

/** What was told of a transfer that is its payment's own after all is resolved. */
export async function recallConfirmed(tx: Queryable, chain: string): Promise<void> {
  const { rows } = await tx.query<Place & { was: string }>({ name: "recall_confirmed", text: RECALL, values: [chain] });
  await resolve(
    tx,
    rows.filter(({ was }) => was === "exception"),
  );
}

// From one payment to the next by the index, however many transfers each has.
const BRING_UP = `
  with recursive parked as (
    (select payment_id, 1 as no from transfers
      where chain = $1 and state = 'parked' and payment_id > $2 order by payment_id limit 1)
    union all
    select next.payment_id, parked.no + 1
      from parked cross join lateral (
        select t.payment_id from transfers t
         where t.chain = $1 and t.state = 'parked' and t.payment_id > parked.payment_id order by t.payment_id limit 1) next
     where parked.no < ${PAYMENTS_MAX}
  ), due as (
    select t.id
      from parked join payments p on p.id = parked.payment_id and ${HAS_ENDED}
     cross join lateral (
       select id from transfers t where t.chain = $1 and t.state = 'parked' and t.payment_id = p.id limit ${TRANSFERS_MAX}) t
     limit ${TRANSFERS_MAX}
  ), brought as (
    update transfers t set state = 'seen' from due where t.id = due.id returning 1
  )
  select (select max(payment_id) from parked) as last, (select count(*)::integer from parked) as payments,
         (select count(*)::integer from brought) as transfers`;

/**
 * Brings up a page of parked transfers whose payments have ended.
 * @param after the payment where the last look ended; empty: from the first
 * @returns where the next look begins
 */
export async function bringUpParked(tx: Queryable, chain: string, after: string): Promise<string> {
  const { rows } = await tx.query<{ last: string | null; payments: number; transfers: number }>({
    name: "bring_up_parked",
    text: BRING_UP,
    values: [chain, after],
  });
  const [page] = rows;
  if (page?.transfers === TRANSFERS_MAX) return after; // the same payments may have more
  return page?.payments === PAYMENTS_MAX ? (page.last ?? "") : "";
}
