// Sums the books by month, chain and partner, over the transfers that reconcile compares with the chains.
import { zeroAddress } from "viem";
import type { ReportedFailures, ReportedGas, ReportedVolume, ReportStore } from "../../operations/ports/books.ts";
import type { Database } from "../database/database.ts";

const monthOf = (time: string): string => `to_char(${time} at time zone 'UTC', 'YYYY-MM')`;

/** As in operations/books/rebuild.ts: the transfer stays when the refund's row is deleted with its payment's month. */
const IS_REFUND = `t.fee = 0 and t.fee_receiver = '${zeroAddress}' and t.method <> 'transfer'`;

// A buyer's own transaction (method pay) costs no relayer gas.
const VOLUMES = `
  select month, chain, partner_id as "partnerId", asset, count(*) filter (where is_paid) as payments,
         coalesce(sum(amount) filter (where is_paid), 0) as volume,
         coalesce(sum(amount) filter (where is_refund), 0) as refunded,
         coalesce(sum(amount) filter (where state = 'exception'), 0) as exceptions,
         sum(fee) as fees, count(*) filter (where method <> 'pay') as relayed
    from (select t.*, ${monthOf("to_timestamp(t.block_time_s)")} as month,
                 t.state = 'credited' and not (${IS_REFUND}) as is_paid,
                 t.state = 'credited' and ${IS_REFUND} as is_refund
            from transfers t
           where t.state in ('credited', 'exception') and t.orphaned_at is null and t.payment_id is not null
             and t.chain = coalesce($1, t.chain)
             and ($2::timestamptz is null or t.block_time_s >= extract(epoch from $2))
             and ($3::timestamptz is null or t.block_time_s < extract(epoch from $3))) booked
   group by 1, 2, 3, 4 order by 1, 2, 3, 4`;

const FAILURES = `
  select ${monthOf("c.confirmed_at")} as month, c.chain, c.partner_id as "partnerId", count(*) as failed
    from payments p join confirmations c on c.payment_id = p.id and c.partner_id = p.partner_id
   where p.status = 'failed' and p.creator <> 'refund' and c.chain = coalesce($1, c.chain)
     and ($2::timestamptz is null or c.confirmed_at >= $2) and ($3::timestamptz is null or c.confirmed_at < $3)
   group by 1, 2, 3 order by 1, 2, 3`;

const GAS = `
  select to_char(month, 'YYYY-MM') as month, chain, sum(spent) as spent from relayer_months
   where chain = coalesce($1, chain)
     and ($2::timestamptz is null or month >= ($2 at time zone 'UTC')::date)
     and ($3::timestamptz is null or month < ($3 at time zone 'UTC')::date)
   group by 1, 2 order by 1, 2`;

export const createReportStore = (db: Database): ReportStore => ({
  read: ({ chain, month }) =>
    db.snapshot(async (tx) => {
      const values = [chain, month?.from ?? null, month?.to ?? null];
      const volumes = await tx.query<ReportedVolume>({ name: "report_volumes", text: VOLUMES, values });
      const failures = await tx.query<ReportedFailures>({ name: "report_failures", text: FAILURES, values });
      const gas = await tx.query<ReportedGas>({ name: "report_gas", text: GAS, values });
      return { volumes: volumes.rows, failures: failures.rows, gas: gas.rows };
    }),
});
