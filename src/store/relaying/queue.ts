// Reads the relayer's queue in pages: facts about each payment, from which operations/relaying/sort-queue.ts decides.
import type { QueuedPayment, QueuePages, ReadablePayments } from "../../operations/ports/relay-queue.ts";
import type { Queryable } from "../database/database.ts";
import { DEPLOYS, HAS_PAID, RUNS_CODE } from "./risk.ts";
import { STRIKES } from "./strikes.ts";

export const IS_DUE = "c.chain = $1 and c.relay_state = 'queued' and c.relay_after <= now()";

const IS_PLAIN = "(octet_length(c.signature) = 65 and not c.payer_code)";

/** Payments per page. Few queues are longer. */
const PAGE_MAX = 1_000;

/** @param which a further condition on the confirmation `c` */
const pageOf = (which: string): string => `
  with under_way as (
    select payer, count(*) filter (where is_plain)::integer as plain,
           count(*) filter (where not is_plain)::integer as others
      from (
        select c.payer, ${IS_PLAIN} as is_plain
          from relay_batches b
          join confirmations c on c.batch_id = b.id and c.relay_state = 'sent'
         where b.chain = $1 and b.mined_in is null
         union all
        select c.payer, ${IS_PLAIN} from confirmations c
         where c.chain = $1 and c.relay_state = 'held' and c.batch_id is not null
      ) each group by payer
  ), losses as (
    select payer, count(*)::integer as payments from relay_losses
     where chain = $1 and lost_at > now() - interval '1 day' group by payer
  )
  select c.payment_id as "paymentId", c.payer, c.token, c.fee_receiver as "feeReceiver", c.method, c.destination,
         c.merchant_name as "merchantName", (extract(epoch from c.relay_after) * 1000)::float8 as "dueAtMs",
         ${IS_PLAIN} as "isPlain", c.payer_code as "payerHasCode", ${DEPLOYS} as "deploysWallet",
         case when ${RUNS_CODE} then ${HAS_PAID} else false end as "payerHasPaid", c.lone_gas as "isolatedGas",
         c.relay_alone as "isSuspect", c.batch_id is not null as "wasLeftOut", c.left_out as "timesLeftOut",
         coalesce(s.strikes, 0) as strikes, coalesce(losses.payments, 0) as losses,
         coalesce(u.plain, 0) as "plainUnderWay", coalesce(u.others, 0) as "othersUnderWay"
    from confirmations c
    left join ${STRIKES}
    left join losses on losses.payer = c.payer
    left join under_way u on u.payer = c.payer
   where ${IS_DUE} and c.router = $2 and (c.payer_code or c.payer = any($3)) and ${which}
     and (c.relay_after, c.payment_id) > (timestamptz 'epoch' + $4 * interval '1 microsecond', $5)
   order by c.relay_after, c.payment_id limit ${PAGE_MAX}`;

const PAGES = {
  queued: { name: "queued_payments", text: pageOf("true") },
  withoutGas: { name: "queued_without_gas", text: pageOf(`c.lone_gas is null and ${RUNS_CODE}`) },
} as const;

export async function* readQueue(
  db: Queryable,
  chain: string,
  pages: keyof typeof PAGES,
  { router, examined }: ReadablePayments,
): QueuePages {
  let afterUs = 0;
  let afterId = "";
  for (;;) {
    const values = [chain, router, examined, afterUs, afterId];
    const { rows } = await db.query<QueuedPayment & Record<string, unknown>>({ ...PAGES[pages], values });
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_MAX) return;
    afterUs = Math.round(last.dueAtMs * 1_000);
    afterId = last.paymentId;
  }
}
