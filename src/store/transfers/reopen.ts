// Reopens transfers, so that they are decided again: parked transfers whose payment has ended, and transfers decided
// before their terms were confirmed. The statements check current rows: a payment can change while a block is ingested.
import type { ReopenedTransfer } from "../../operations/ports/ledger.ts";
import type { TimedEvent, TransferState } from "../../payment/transfers/transfer.ts";
import type { Queryable } from "../database/database.ts";
import { toBytes, toHex } from "../database/hex.ts";

/** Payments checked and transfers reopened per block. The next block takes the remainder. */
const PAYMENTS_MAX = 500;
const TRANSFERS_MAX = 500;

/** Whether `t` has the terms of the confirmation `c`, of a processing payment, and was decided or postponed before. */
export const IS_CONFIRMED_SINCE = `
  t.chain = c.chain and t.terms_hash = c.terms_hash and t.payment_id = c.payment_id
  and (t.state in ('parked', 'exception', 'foreign') or t.state = 'seen' and t.due_block > 0)
  and t.orphaned_at is null`;

/** Whether `p` has ended. Parked transfers wait for this, or for a confirm. */
export const HAS_ENDED = "p.status not in ('requires_action', 'processing')";

// `offset 0` makes PostgreSQL start from the open confirmations, which are few.
const REOPEN_CONFIRMED = `
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

interface ReopenedRow {
  readonly payment_id: string;
  readonly partner_id: string;
  readonly tx_hash: Buffer;
  readonly log_index: number;
  readonly was: TransferState;
}

export async function reopenConfirmed(tx: Queryable, chain: string): Promise<readonly ReopenedTransfer[]> {
  const { rows } = await tx.query<ReopenedRow>({ name: "reopen_confirmed", text: REOPEN_CONFIRMED, values: [chain] });
  return rows.map((row) => ({
    paymentId: row.payment_id,
    partnerId: row.partner_id,
    txHash: toHex(row.tx_hash),
    logIndex: row.log_index,
    was: row.was,
  }));
}

// Steps through the index payment by payment, so that payments with many transfers cost no more.
const REOPEN_ENDED = `
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
  ), reopened as (
    update transfers t set state = 'seen' from due where t.id = due.id returning 1
  )
  select (select max(payment_id) from parked) as last, (select count(*)::integer from parked) as payments,
         (select count(*)::integer from reopened) as transfers`;

/**
 * Reopens a page of parked transfers whose payments have ended.
 * @param after the payment at which the last page ended; empty: start at the first
 * @returns the `after` of the next page
 */
export async function reopenEnded(tx: Queryable, chain: string, after: string): Promise<string> {
  const { rows } = await tx.query<{ last: string | null; payments: number; transfers: number }>({
    name: "reopen_ended",
    text: REOPEN_ENDED,
    values: [chain, after],
  });
  const [page] = rows;
  if (page?.transfers === TRANSFERS_MAX) return after; // the same payments may have more
  return page?.payments === PAYMENTS_MAX ? (page.last ?? "") : "";
}

const REOPEN_PARKED = `
  update transfers t set state = 'seen'
    from payments p
   where t.chain = $1 and t.terms_hash = any($2) and t.state = 'parked' and t.orphaned_at is null
     and p.id = t.payment_id and p.partner_id = t.partner_id and p.status = 'requires_action'`;

export async function reopenParked(tx: Queryable, chain: string, transfers: readonly TimedEvent[]): Promise<void> {
  const values = [chain, transfers.map(({ termsHash }) => toBytes(termsHash))];
  await tx.query({ name: "reopen_parked", text: REOPEN_PARKED, values });
}
