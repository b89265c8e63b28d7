// Stores exceptions, and resolves them, each with an event in the payment's log.
import { newId } from "../../ids.ts";
import type { RecalledTransfer } from "../../operations/ports/ledger.ts";
import type { NewException } from "../../payment/exception.ts";
import type { Queryable } from "../database.ts";
import { toBytes } from "../hex.ts";

// An exception that was already reported is not reported again and writes no second event.
const REPORT = `
  with exception as (
    insert into exceptions (id, partner_id, payment_id, kind, asset, amount, chain, tx_hash, log_index, message)
    select $1, p.partner_id, p.id, $4, $5, $6, $7, $8, $9, $10 from payments p where p.id = $2 and p.partner_id = $3
    on conflict do nothing
    returning payment_id
  )
  insert into payment_events (payment_id, partner_id, type, status, data)
  select p.id, p.partner_id, 'exception', p.status, $11 from exception x join payments p on p.id = x.payment_id`;

export async function reportExceptions(
  tx: Queryable,
  chain: string,
  exceptions: readonly NewException[],
): Promise<void> {
  for (const { kind, transfer, message } of exceptions) {
    const { txHash, logIndex, asset, amount, paymentId, partnerId } = transfer;
    await tx.query({
      name: "report_exception",
      text: REPORT,
      values: [
        newId("exception"),
        paymentId,
        partnerId,
        kind,
        asset,
        amount,
        chain,
        toBytes(txHash),
        logIndex,
        message,
        JSON.stringify({ kind, txHash }),
      ],
    });
  }
}

// An open payment can have no other kind of exception.
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

/** For transfers that pay their payments after all, because the buyers have since confirmed their terms. */
export async function resolveExceptions(
  tx: Queryable,
  chain: string,
  transfers: readonly RecalledTransfer[],
): Promise<void> {
  for (const { paymentId, partnerId, txHash, logIndex } of transfers) {
    await tx.query({
      name: "resolve_exception",
      text: RESOLVE,
      values: [paymentId, partnerId, chain, toBytes(txHash), logIndex, txHash],
    });
  }
}
