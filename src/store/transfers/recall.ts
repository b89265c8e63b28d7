// Makes transfers undecided again: parked ones whose payment has ended, and those decided before their terms were
// confirmed. Both check the current rows, because a payment can change while a block is ingested.
import type { RecalledTransfer } from "../../operations/ports/ledger.ts";
import type { TimedEvent, TransferState } from "../../payment/transfers/transfer.ts";
import type { Queryable } from "../database/database.ts";
import { toBytes, toHex } from "../database/hex.ts";

/**
 * Payments with parked transfers checked per block, and transfers recalled per block; the next block takes the rest.
 */
const PAYMENTS_MAX = 500;
const TRANSFERS_MAX = 500;

/** Whether `t` has the terms of the confirmation `c` and was decided or postponed before it. For one in processing. */
export const IS_CONFIRMED_SINCE = `
  t.chain = c.chain and t.terms_hash = c.terms_hash and t.payment_id = c.payment_id
  and (t.state in ('parked', 'exception', 'foreign') or t.state = 'seen' and t.due_block > 0)
  and t.orphaned_at is null`;

/** `p` has ended, one of the two events that parked transfers wait for. */
export const HAS_ENDED = "p.status not in ('requires_action', 'processing')";

// Starts from the open confirmations (`offset 0` forces it), which are few; transfers and payments are many.
const RECALL = `
  with own as (
    select found.id, found.state
      from confirmations c
     cross join lateral (select t.id, t.state from transfers t where ${IS_CONFIRMED_SINCE} offset 0) found
     where c.chain = $1 and c.relay_state <> 'closed'
  )
  update transfers t set state = 'seen', due_block = 0 from own
   where t.id = own.id
     and (select p.status from payments p where p.id = t.payment_id and p.partner_id = t.partner_id) = 'processing'
  returning t.payment_id, t.partner_id, t.tx_hash, t.log_index, own.state as was`;

interface RecalledRow {
  readonly payment_id: string;
  readonly partner_id: string;
  readonly tx_hash: Buffer;
  readonly log_index: number;
  readonly was: TransferState;
}

export async function recallConfirmed(tx: Queryable, chain: string): Promise<readonly RecalledTransfer[]> {
  const { rows } = await tx.query<RecalledRow>({ name: "recall_confirmed", text: RECALL, values: [chain] });
  return rows.map((row) => ({
    paymentId: row.payment_id,
    partnerId: row.partner_id,
    txHash: toHex(row.tx_hash),
    logIndex: row.log_index,
    was: row.was,
  }));
}

// Steps through the index payment by payment, however many transfers each has.
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
 * Recalls a page of parked transfers whose payments have ended.
 * @param after the payment at which the last page ended; empty: start at the first
 * @returns the `after` of the next page
 */
export async function recallEnded(tx: Queryable, chain: string, after: string): Promise<string> {
  const { rows } = await tx.query<{ last: string | null; payments: number; transfers: number }>({
    name: "bring_up_parked",
    text: BRING_UP,
    values: [chain, after],
  });
  const [page] = rows;
  if (page?.transfers === TRANSFERS_MAX) return after; // the same payments may have more
  return page?.payments === PAYMENTS_MAX ? (page.last ?? "") : "";
}

const RECALL_PARKED = `
  update transfers t set state = 'seen'
    from payments p
   where t.chain = $1 and t.terms_hash = any($2) and t.state = 'parked' and t.orphaned_at is null
     and p.id = t.payment_id and p.partner_id = t.partner_id and p.status = 'requires_action'`;

export async function recallParked(tx: Queryable, chain: string, transfers: readonly TimedEvent[]): Promise<void> {
  const values = [chain, transfers.map(({ termsHash }) => toBytes(termsHash))];
  await tx.query({ name: "recall_parked", text: RECALL_PARKED, values });
}
