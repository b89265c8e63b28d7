// Stores and resolves exceptions, each with an event in the payment's log. Those of a refund's transfers belong to the
// payment that is refunded.
import { newId } from "../../ids.ts";
import type { ReopenedTransfer } from "../../operations/ports/ledger.ts";
import type { NewException } from "../../payment/transfers/exception.ts";
import type { Queryable } from "../database/database.ts";
import { toBytes } from "../database/hex.ts";

/** The payment on which an exception of `payment` is reported. */
export const reportedOn = (payment: string): string =>
  `coalesce((select f.payment_id from refunds f where f.gateway_payment_id = ${payment}), ${payment})`;

// An exception that was already reported is not reported again and writes no second event. The payment's row is locked
// first, so its events commit in the order of their ids.
const REPORT = `
  with payment as materialized (
    select id, partner_id, status from payments where id = ${reportedOn("$2")} and partner_id = $3 for no key update
  ), exception as (
    insert into exceptions (id, partner_id, payment_id, kind, asset, amount, chain, tx_hash, log_index, message)
    select $1, p.partner_id, p.id, $4, $5, $6, $7, $8, $9,
           coalesce((select 'Refund ' || f.id || ': ' from refunds f where f.gateway_payment_id = $2), '') || $10
      from payment p
    on conflict do nothing
    returning payment_id
  )
  insert into payment_events (payment_id, partner_id, type, status, data)
  select p.id, p.partner_id, 'exception', p.status, $11 from exception x join payment p on p.id = x.payment_id`;

export async function reportExceptions(
  tx: Queryable,
  chain: string,
  exceptions: readonly NewException[],
): Promise<void> {
  for (const { kind, transfer, message } of exceptions) {
    const { txHash, logIndex, asset, amount, paymentId, partnerId } = transfer;
    const id = newId("exception");
    await tx.query({
      name: "report_exception",
      text: REPORT,
      values: [
        id,
        paymentId,
        partnerId,
        kind,
        asset,
        amount,
        chain,
        toBytes(txHash),
        logIndex,
        message,
        JSON.stringify({ kind, txHash, exceptionId: id }),
      ],
    });
  }
}

// An open payment has no other kind of exception.
const RESOLVE = `
  with payment as materialized (
    select id, partner_id, status from payments where id = ${reportedOn("$1")} and partner_id = $2 for no key update
  ), exception as (
    update exceptions x set resolved_at = now() from payment p
     where x.payment_id = p.id and x.partner_id = p.partner_id and x.chain = $3 and x.tx_hash = $4
       and x.log_index = $5 and x.kind in ('underpaid', 'overpaid') and x.resolved_at is null
    returning x.id, x.payment_id, x.kind
  )
  insert into payment_events (payment_id, partner_id, type, status, data)
  select p.id, p.partner_id, 'resolved', p.status,
         jsonb_build_object('kind', x.kind, 'txHash', $6::text, 'exceptionId', x.id)
    from exception x join payment p on p.id = x.payment_id`;

/** Resolves exceptions of transfers that pay their payments after all, because the buyers confirmed the terms later. */
export async function resolveExceptions(
  tx: Queryable,
  chain: string,
  transfers: readonly ReopenedTransfer[],
): Promise<void> {
  for (const { paymentId, partnerId, txHash, logIndex } of transfers) {
    await tx.query({
      name: "resolve_exception",
      text: RESOLVE,
      values: [paymentId, partnerId, chain, toBytes(txHash), logIndex, txHash],
    });
  }
}
