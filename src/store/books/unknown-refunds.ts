// Reports refunds that may have been paid after the backup from which the database was restored.
import type { BooksStore } from "../../operations/ports/books.ts";
import { exceptionOf } from "../../payment/transfers/exception.ts";
import type { Database } from "../database/database.ts";
import { toBytes } from "../database/hex.ts";
import { reportExceptions } from "../transfers/report-exceptions.ts";

/** A buyer may have paid many times, and the chain does not name the refunded payment. */
const PAYMENTS_MAX = 100;

// A key of a refund whose address was accepted after the backup names it. Without its row, a refund went to an account
// that had paid at least as much in the same asset.
const CANDIDATES = `
  with given as (
    select * from unnest($2::bytea[], $3::integer[], $4::bigint[], $5::bytea[], $6::text[], $7::text[], $8::numeric[])
      as e(tx_hash, log_index, block_number, payment_key, asset, destination, amount)
  ), named as (
    select e.tx_hash, e.log_index, g.id, g.partner_id, r.payment_id as refunded, r.destination
      from given e join payments g on g.payment_key = e.payment_key and g.creator <> 'x402'
      left join refunds r on r.gateway_payment_id = g.id
  ), candidate as (
    select tx_hash, log_index, id, partner_id, refunded, 1 as place from named
     where refunded is not null and destination is null
    union all
    select e.tx_hash, e.log_index, t.payment_id, t.partner_id, t.payment_id,
           row_number() over (partition by e.tx_hash, e.log_index order by t.payment_id desc)
      from given e
      join transfers t on t.payer = e.destination and t.asset = e.asset and t.amount >= e.amount
      join payments p on p.id = t.payment_id and p.partner_id = t.partner_id
      left join refund_totals s on s.payment_id = p.id and s.partner_id = p.partner_id
     where t.chain = $1 and t.state = 'credited' and t.orphaned_at is null and t.block_number <= e.block_number
       and p.status = 'succeeded' and p.creator <> 'refund'
       and (s.payment_id is null or s.refunded + e.amount <= s.paid)
       and not exists (select from named n where n.tx_hash = e.tx_hash and n.log_index = e.log_index)
  )
  select e.ordinality::integer - 1 as index, c.id, c.partner_id
    from candidate c
    join unnest($2::bytea[], $3::integer[]) with ordinality as e(tx_hash, log_index, ordinality)
         using (tx_hash, log_index)
   where c.place <= ${PAYMENTS_MAX} and not exists (
     select from exceptions x where x.payment_id = c.refunded and x.partner_id = c.partner_id
        and x.kind = 'unknown_refund' and x.chain = $1 and x.tx_hash = c.tx_hash and x.log_index = c.log_index)`;

export const createUnknownRefunds = (db: Database): Pick<BooksStore, "reportUnknownRefunds"> => ({
  reportUnknownRefunds: (chain, transfers) =>
    db.transaction(async (tx) => {
      if (transfers.length === 0) return 0;
      const { rows } = await tx.query<{ index: number; id: string; partner_id: string }>({
        text: CANDIDATES,
        values: [
          chain,
          transfers.map(({ txHash }) => toBytes(txHash)),
          transfers.map(({ logIndex }) => logIndex),
          transfers.map(({ blockNumber }) => blockNumber),
          transfers.map(({ paymentKey }) => toBytes(paymentKey)),
          transfers.map(({ asset }) => asset),
          transfers.map(({ destination }) => destination),
          transfers.map(({ amount }) => amount),
        ],
      });
      const found = rows.flatMap(({ index, id: paymentId, partner_id: partnerId }) => {
        const transfer = transfers[index];
        return transfer ? [exceptionOf("unknown_refund", { ...transfer, paymentId, partnerId })] : [];
      });
      await reportExceptions(tx, chain, found);
      return found.length;
    }),
});
