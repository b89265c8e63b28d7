// Exceptions whose transfers a reorg removed. Each keeps its id if its transaction is in the chain again, at any place.
import type { ReportedTransfer } from "../../payment/transfers/exception.ts";
import type { Queryable } from "../database/database.ts";
import { toBytes } from "../database/hex.ts";
import { RESOLVED_EVENT, reportedOn } from "./exception-events.ts";

/** The kinds that tell of a removal. The chain resolves them when the transfer is back. */
export const REMOVAL_KINDS = "'reorged', 'settlement_failed'";

/** A transfer, as columns or parameters of a statement. */
interface TransferIn {
  /** The payment on which its exception is reported. */
  readonly payment: string;
  readonly chain: string;
  readonly txHash: string;
  readonly logIndex: string;
  readonly asset: string;
  readonly amount: string;
}

/**
 * Selects the exception without a place that is the one of a transfer: of its transaction and asset, and if possible of
 * its amount. A transaction's transfers keep their order, so the first one comes first. @param kind of these only
 */
export const withoutPlace = (of: TransferIn, kind: string): string => `
  select g.id from exceptions g
   where g.payment_id = ${of.payment} and g.chain = ${of.chain} and g.tx_hash = ${of.txHash}
     and g.asset is not distinct from ${of.asset} and not g.holds_place and ${kind}
     and not exists (select from exceptions o
                      where o.payment_id = g.payment_id and o.partner_id = g.partner_id and o.kind = g.kind
                        and o.chain = g.chain and o.tx_hash = g.tx_hash and o.log_index = ${of.logIndex}
                        and o.holds_place)
   order by g.amount is distinct from ${of.amount}, g.log_index limit 1`;

// Deposits and recoveries are read before the reorg marks them, and transfers before it deletes them.
const LEAVE = `
  update exceptions x set holds_place = false
    from (select payment_id, tx_hash, log_index from transfers
           where chain = $1 and block_number > $2 and state = 'exception'
           union all
          select payment_id, tx_hash, log_index from deposits
           where chain = $1 and block_number > $2 and is_judged and orphaned_at is null
           union all
          select a.payment_id, r.tx_hash, r.log_index
            from recoveries r join deposit_addresses a on a.terms_hash = r.terms_hash
           where r.chain = $1 and r.block_number > $2 and r.is_judged and r.orphaned_at is null) removed
   where x.payment_id = ${reportedOn("removed.payment_id")} and x.chain = $1 and x.tx_hash = removed.tx_hash
     and x.log_index = removed.log_index and x.kind not in (${REMOVAL_KINDS})`;

/** Call it before the transfers above `number` are deleted, and deposits are marked as removed. */
export async function leavePlacesAbove(tx: Queryable, chain: string, number: bigint): Promise<void> {
  await tx.query({ name: "leave_places", text: LEAVE, values: [chain, number] });
}

const SETTLE = `
  with payment as materialized (
    select id, partner_id, status from payments where id = ${reportedOn("$1")} and partner_id = $2 for no key update
  ), exception as (
    update exceptions x set resolved_at = now(), resolution = 'chain' from payment p
     where x.partner_id = p.partner_id and x.resolved_at is null
       and x.id = (${withoutPlace(
         { payment: "p.id", chain: "$3", txHash: "$4", logIndex: "$5", asset: "$6", amount: "$7" },
         `g.kind not in (${REMOVAL_KINDS})`,
       )})
    returning x.*
  )
  ${RESOLVED_EVENT}`;

/** The numbers of the transfers with an exception that may be settled: few of a block's, and mostly none. */
const MOVED = `
  select given.no::integer as no
    from unnest($2::text[], $3::bytea[]) with ordinality as given(payment_id, tx_hash, no)
   where exists (select from exceptions g
                  where g.payment_id = ${reportedOn("given.payment_id")} and g.chain = $1
                    and g.tx_hash = given.tx_hash and not g.holds_place and g.resolved_at is null)
   order by given.no`;

/** Resolves the exceptions of transfers that are back and pay their payments now. */
export async function settleMoved(tx: Queryable, chain: string, transfers: readonly ReportedTransfer[]): Promise<void> {
  if (transfers.length === 0) return;
  const { rows } = await tx.query<{ no: number }>({
    name: "moved_exceptions",
    text: MOVED,
    values: [chain, transfers.map(({ paymentId }) => paymentId), transfers.map(({ txHash }) => toBytes(txHash))],
  });
  for (const { paymentId, partnerId, txHash, logIndex, asset, amount } of rows.flatMap(
    ({ no }) => transfers[no - 1] ?? [],
  )) {
    await tx.query({
      name: "settle_moved_exception",
      text: SETTLE,
      values: [paymentId, partnerId, chain, toBytes(txHash), logIndex, asset, amount],
    });
  }
}
