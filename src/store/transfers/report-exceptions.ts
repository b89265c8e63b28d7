// Stores and resolves exceptions, each with an event in the payment's log. Those of a refund's transfers belong to the
// payment that is refunded.
import type { Hex } from "viem";
import { newId } from "../../ids.ts";
import type { ReopenedTransfer } from "../../operations/ports/ledger.ts";
import type { ExceptionKind, NewException } from "../../payment/transfers/exception.ts";
import type { Queryable } from "../database/database.ts";
import { toBytes } from "../database/hex.ts";
import { RESOLVED_EVENT, reportedOn } from "./exception-events.ts";
import { REMOVAL_KINDS, withoutPlace } from "./moved-exceptions.ts";

/**
 * The account that sent the transfer of the statement's parameters. A deposit address belongs to no account. A transfer
 * that a reorg removed may be known only by its earlier exception.
 */
const senderOf = (payment: string): string => `coalesce(
  (select t.payer from transfers t where t.chain = $7 and t.tx_hash = $8 and t.log_index = $9
      and t.orphaned_at is null and t.method <> 'deposit'),
  (select t.payer from transfers t where t.payment_id = $2 and t.state = 'credited' and t.tx_hash = $8
      and t.log_index = $9 and t.method <> 'deposit'),
  (select d.sender from deposits d where d.chain = $7 and d.tx_hash = $8 and d.log_index = $9),
  (select x.sender from exceptions x where x.payment_id = ${payment} and x.chain = $7 and x.tx_hash = $8
      and x.log_index = $9 and x.sender is not null limit 1))`;

const PLACE = { payment: "p.id", chain: "$7", txHash: "$8", logIndex: "$9", asset: "$5", amount: "$6" };
const SAME_SORT = `(g.kind = $4 or $4 not in (${REMOVAL_KINDS}) and g.kind not in (${REMOVAL_KINDS}))`;

// An exception is reported once: a repeat writes nothing. If a reorg moved its transfer, it gets the new place and is
// otherwise unchanged; if the amount is another one, as an executed contract may decide, the log has both. Only a
// transfer that a reorg removes again after its return opens its exception again. The payment's row is locked first, so
// its events commit in the order of their ids.
const REPORT = `
  with payment as materialized (
    select id, partner_id, status from payments where id = ${reportedOn("$2")} and partner_id = $3 for no key update
  ), moved as (
    update exceptions x
       set log_index = $9, holds_place = true,
           amount = case when x.resolved_at is null then $6 else x.amount end,
           resolved_at = case when x.kind in (${REMOVAL_KINDS}) then null else x.resolved_at end,
           resolution = case when x.kind in (${REMOVAL_KINDS}) then null else x.resolution end,
           sender = case when not $13::boolean then x.sender end
      from payment p, exceptions was
     where x.partner_id = p.partner_id and x.id = (${withoutPlace(PLACE, SAME_SORT)})
       and was.partner_id = x.partner_id and was.id = x.id
    returning x.id, x.payment_id, x.kind, x.amount, was.amount as before
  ), added as (
    insert into exceptions as x (id, partner_id, payment_id, kind, asset, amount, fee, chain, tx_hash, log_index,
                                 sender, message)
    select $1, p.partner_id, p.id, $4, $5, $6, $12, $7, $8, $9,
           case when not $13::boolean then ${senderOf("p.id")} end,
           coalesce((select 'Refund ' || f.id || ': ' from refunds f where f.gateway_payment_id = $2), '') || $10
      from payment p where not exists (select from moved)
    on conflict (payment_id, partner_id, kind, chain, tx_hash, log_index) where holds_place do nothing
    returning id, payment_id, amount
  ), exception as (
    select id, payment_id, 'exception' as type, jsonb_build_object('amount', amount::text) as amounts
      from added union all
    select id, payment_id, 'exception', jsonb_build_object('amount', amount::text)
      from moved where kind in (${REMOVAL_KINDS}) union all
    select id, payment_id, 'exception_changed', jsonb_build_object('amount', amount::text, 'before', before::text)
      from moved where kind not in (${REMOVAL_KINDS}) and amount <> before
  )
  insert into payment_events (payment_id, partner_id, type, status, data)
  select p.id, p.partner_id, x.type, p.status, $11::jsonb || jsonb_build_object('exceptionId', x.id) || x.amounts
    from exception x join payment p on p.id = x.payment_id`;

export async function reportExceptions(
  tx: Queryable,
  chain: string,
  exceptions: readonly NewException[],
): Promise<void> {
  for (const { kind, transfer, message, hasSeveralSenders = false } of exceptions) {
    const { txHash, logIndex, asset, amount, fee, paymentId, partnerId } = transfer;
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
        fee,
        hasSeveralSenders,
      ],
    });
  }
}

/** Exceptions that the chain can resolve, and the place of their transfer. */
export interface SettledPlace {
  readonly paymentId: string;
  readonly partnerId: string;
  readonly txHash: Hex;
  readonly logIndex: number;
}

const RESOLVE = `
  with payment as materialized (
    select id, partner_id, status from payments where id = ${reportedOn("$1")} and partner_id = $2 for no key update
  ), exception as (
    update exceptions x
       set resolved_at = now(), resolution = 'chain', holds_place = x.kind not in (${REMOVAL_KINDS}) from payment p
     where x.payment_id = p.id and x.partner_id = p.partner_id and x.chain = $3 and x.tx_hash = $4
       and x.log_index = $5 and x.kind = any($6) and x.resolved_at is null
    returning x.*
  )
  ${RESOLVED_EVENT}`;

async function resolveByChain(
  tx: Queryable,
  chain: string,
  places: readonly SettledPlace[],
  kinds: readonly ExceptionKind[],
): Promise<void> {
  for (const { paymentId, partnerId, txHash, logIndex } of places) {
    await tx.query({
      name: "resolve_exception",
      text: RESOLVE,
      values: [paymentId, partnerId, chain, toBytes(txHash), logIndex, kinds],
    });
  }
}

/** Resolves exceptions of transfers that pay their payments after all, because the buyers confirmed the terms later. */
export const resolveExceptions = (
  tx: Queryable,
  chain: string,
  transfers: readonly ReopenedTransfer[],
): Promise<void> =>
  // an open payment has no other kind
  resolveByChain(tx, chain, transfers, ["underpaid", "overpaid"]);

/** Resolves exceptions of transfers that are back on the chain after a reorg. */
export const resolveReturned = (tx: Queryable, chain: string, places: readonly SettledPlace[]): Promise<void> =>
  resolveByChain(tx, chain, places, ["reorged", "settlement_failed"]);
