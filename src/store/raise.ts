// Tells a partner of money that moved in a way that the payment's status does not tell: an exception, and an event of it in the
// payment's log.
import { newId } from "../ids.ts";
import type { ExceptionKind } from "../payment/exception.ts";
import type { Queryable } from "./database.ts";
import { toHex } from "./hex.ts";

const MESSAGES: Readonly<Record<ExceptionKind, string>> = {
  underpaid:
    "Less than the payment asks for came under its name, by terms that it does not have. It does not pay the payment.",
  overpaid:
    "Money in another amount than the payment asks for came under its name, by terms that it does not have: more than was asked, or on top of what has paid it.",
  late: "The money came, but the payment had ended, or has ended without it.",
  duplicate: "The payment was paid by another transfer already; this one came on top of it.",
  reorged: "A reorganisation of the chain took out a transfer that had been told of; it may come back.",
  settlement_failed:
    "A reorganisation of the chain took out the transfer after the payment had succeeded, and it can not be made again: the merchant does not have the money.",
};

/** Who got the fee of terms that are not ours, the chain does not say: the partner is told what was called so. */
const messageOf = (kind: ExceptionKind, { fee }: RaisedRow): string =>
  fee === 0n ? MESSAGES[kind] : `${MESSAGES[kind]} ${fee} of it (in the asset's smallest unit) went as a fee.`;

/** Which transfer, of which payment. */
export interface Place {
  chain: string;
  tx_hash: Buffer;
  log_index: number;
  payment_id: string | null;
  partner_id: string | null;
}

/** A transfer that an exception is about. */
export interface RaisedRow extends Place {
  asset: string;
  amount: bigint;
  fee: bigint;
}

// One that was told of already is not told again, and leaves no second event.
const RAISE = `
  with exception as (
    insert into exceptions (id, partner_id, payment_id, kind, asset, amount, chain, tx_hash, log_index, message)
    select $1, p.partner_id, p.id, $4, $5, $6, $7, $8, $9, $10 from payments p where p.id = $2 and p.partner_id = $3
    on conflict do nothing
    returning payment_id
  )
  insert into payment_events (payment_id, partner_id, type, status, data)
  select p.id, p.partner_id, 'exception', p.status, $11 from exception x join payments p on p.id = x.payment_id`;

export async function raise(tx: Queryable, rows: readonly RaisedRow[], kind: ExceptionKind): Promise<void> {
  for (const row of rows) {
    await tx.query({
      name: "raise_exception",
      text: RAISE,
      values: [
        newId("exception"),
        row.payment_id,
        row.partner_id,
        kind,
        row.asset,
        row.amount,
        row.chain,
        row.tx_hash,
        row.log_index,
        messageOf(kind, row),
        JSON.stringify({ kind, txHash: toHex(row.tx_hash) }),
      ],
    });
  }
}

// Of an open payment nothing else can have been told.
const RESOLVE = `
  with exception as (
    update exceptions set resolved_at = now()
     where payment_id = $1 and partner_id = $2 and chain = $3 and tx_hash = $4 and log_index = $5
       and kind in ('underpaid', 'overpaid') and resolved_at is null
    returning payment_id, kind
  )
  insert into payment_events (payment_id, partner_id, type, status, data)
  select p.id, p.partner_id, 'resolved', p.status, jsonb_build_object('kind', x.kind, 'txHash', $6::text)
    from exception x join payments p on p.id = x.payment_id`;

/** Tells that a transfer was the payment's own money after all: its buyer has confirmed it since. */
export async function resolve(tx: Queryable, places: readonly Place[]): Promise<void> {
  for (const { payment_id, partner_id, chain, tx_hash, log_index } of places) {
    await tx.query({
      name: "resolve_exception",
      text: RESOLVE,
      values: [payment_id, partner_id, chain, tx_hash, log_index, toHex(tx_hash)],
    });
  }
}
