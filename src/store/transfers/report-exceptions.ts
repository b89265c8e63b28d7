// Stores and resolves exceptions, each with an event in the payment's log. Those of a refund's transfers belong to the
// payment that is refunded.
import type { Hex } from "viem";
import { newId } from "../../ids.ts";
import type { ReopenedTransfer } from "../../operations/ports/ledger.ts";
import type { ExceptionKind, NewException } from "../../payment/transfers/exception.ts";
import type { Queryable } from "../database/database.ts";
import { toBytes } from "../database/hex.ts";

/** The payment on which an exception of `payment` is reported. */
export const reportedOn = (payment: string): string =>
  `coalesce((select f.payment_id from refunds f where f.gateway_payment_id = ${payment}), ${payment})`;

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

/** The end of a statement that resolved the exceptions in `exception`, on the payments in `payment`. */
export const RESOLVED_EVENT = `
  insert into payment_events (payment_id, partner_id, type, status, data)
  select p.id, p.partner_id, 'resolved', p.status, jsonb_build_object(
           'kind', x.kind, 'txHash', '0x' || encode(x.tx_hash, 'hex'), 'exceptionId', x.id, 'resolution', x.resolution)
    from exception x join payment p on p.id = x.payment_id`;

// An exception is reported once: a repeat writes nothing. Only a transfer that a reorg removes again after its return
// opens its exception again. The payment's row is locked first, so its events commit in the order of their ids.
const REPORT = `
  with payment as materialized (
    select id, partner_id, status from payments where id = ${reportedOn("$2")} and partner_id = $3 for no key update
  ), exception as (
    insert into exceptions as x (id, partner_id, payment_id, kind, asset, amount, fee, chain, tx_hash, log_index,
                                 sender, message)
    select $1, p.partner_id, p.id, $4, $5, $6, $12, $7, $8, $9, ${senderOf("p.id")},
           coalesce((select 'Refund ' || f.id || ': ' from refunds f where f.gateway_payment_id = $2), '') || $10
      from payment p
    on conflict (payment_id, partner_id, kind, chain, tx_hash, log_index)
    do update set resolved_at = null, resolution = null
     where x.kind in ('reorged', 'settlement_failed') and x.resolution = 'chain'
    returning id, payment_id
  )
  insert into payment_events (payment_id, partner_id, type, status, data)
  select p.id, p.partner_id, 'exception', p.status, $11::jsonb || jsonb_build_object('exceptionId', x.id)
    from exception x join payment p on p.id = x.payment_id`;

export async function reportExceptions(
  tx: Queryable,
  chain: string,
  exceptions: readonly NewException[],
): Promise<void> {
  for (const { kind, transfer, message } of exceptions) {
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
    update exceptions x set resolved_at = now(), resolution = 'chain' from payment p
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
