// Reads the relayer's queue in pages: facts about each payment, from which operations/relaying/sort-queue.ts decides.
import type { QueuedPayment, QueuePages, ReadablePayments } from "../../operations/ports/relaying/relay-queue.ts";
import { MESSAGE_BYTES } from "../../payment/transfers/transfer-authorization.ts";
import type { Queryable } from "../database/database.ts";
import { CAME } from "../payments/deposits-in-time.ts";
import { DEPLOYS, HAS_PAID, PAYER, RUNS_CODE } from "./risk.ts";

export const IS_DUE = "c.chain = $1 and c.relay_state = 'queued' and c.relay_after <= now()";

const ECDSA_BYTES = 65;
/** A signature by an account's key, and an authorised transfer with one. */
const PLAIN_BYTES = [ECDSA_BYTES, MESSAGE_BYTES + ECDSA_BYTES];

/** No code runs for it: a deposit that came has no signature, and this one may be by an account's key. */
const IS_PLAIN = `(${CAME} or octet_length(c.signature) in (${PLAIN_BYTES.join(", ")}) and not c.payer_code)`;

type PayerFacts = Pick<QueuedPayment, "strikes" | "losses" | "plainUnderWay" | "othersUnderWay">;
type PaymentFacts = Omit<QueuedPayment, keyof PayerFacts>;

const NOTHING_KNOWN: PayerFacts = { strikes: 0, losses: 0, plainUnderWay: 0, othersUnderWay: 0 };

/** Payments per page. Few queues are longer. */
const PAGE_MAX = 1_000;

/** @param which a further condition on the confirmation `c` */
const pageOf = (which: string): string => `
  select c.payment_id as "paymentId", ${PAYER} as payer, c.token, c.fee_receiver as "feeReceiver", c.method, c.destination,
         c.merchant_name as "merchantName", (extract(epoch from c.relay_after) * 1000)::float8 as "dueAtMs",
         ${IS_PLAIN} as "isPlain", c.payer_code as "payerHasCode", ${DEPLOYS} as "deploysWallet",
         case when ${RUNS_CODE} then ${HAS_PAID} else false end as "payerHasPaid", c.lone_gas as "isolatedGas",
         c.relay_alone as "isSuspect", c.batch_id is not null as "wasLeftOut", c.left_out as "timesLeftOut"
    from confirmations c
   where ${IS_DUE} and c.router = $2 and ${which}
     and (c.payer_code or ${CAME} or ${PAYER} in (select unnest($3::text[])))
     and (c.relay_after, c.payment_id) > (timestamptz 'epoch' + $4 * interval '1 microsecond', $5)
   order by c.relay_after, c.payment_id limit ${PAGE_MAX}`;

const PAGES = {
  queued: { name: "queued_payments", text: pageOf("true") },
  withoutGas: { name: "queued_without_gas", text: pageOf(`c.lone_gas is null and ${RUNS_CODE}`) },
} as const;

// Payers of which more is known than the queue says. They are few, and a join would compare each with each payment.
const PAYERS = `
  select payer, sum(strikes)::integer as strikes, sum(losses)::integer as losses,
         count(*) filter (where is_plain)::integer as "plainUnderWay",
         count(*) filter (where not is_plain)::integer as "othersUnderWay"
    from (
      select ${PAYER} as payer, ${IS_PLAIN} as is_plain, 0 as strikes, 0 as losses
        from relay_batches b
        join confirmations c on c.batch_id = b.id and c.relay_state = 'sent'
       where b.chain = $1 and b.mined_in is null
       union all
      select ${PAYER}, ${IS_PLAIN}, 0, 0 from confirmations c
       where c.chain = $1 and c.relay_state = 'held' and c.batch_id is not null
       union all
      select payer, null, strikes, 0 from relay_strikes where chain = $1 and struck_at > now() - interval '1 day'
       union all
      select payer, null, 0, 1 from relay_losses where chain = $1 and lost_at > now() - interval '1 day'
    ) known group by payer`;

export async function* readQueue(
  db: Queryable,
  chain: string,
  pages: keyof typeof PAGES,
  { router, examined }: ReadablePayments,
): QueuePages {
  let payers: ReadonlyMap<string, PayerFacts> | null = null;
  let afterUs = 0;
  let afterId = "";
  for (;;) {
    const values = [chain, router, examined, afterUs, afterId];
    const { rows } = await db.query<PaymentFacts & Record<string, unknown>>({ ...PAGES[pages], values });
    const last = rows.at(-1);
    if (!last) return;
    payers ??= await readPayers(db, chain);
    const known = payers;
    yield rows.map((row) => ({ ...row, ...(known.get(row.payer) ?? NOTHING_KNOWN) }));
    if (rows.length < PAGE_MAX) return;
    afterUs = Math.round(last.dueAtMs * 1_000);
    afterId = last.paymentId;
  }
}

async function readPayers(db: Queryable, chain: string): Promise<ReadonlyMap<string, PayerFacts>> {
  const { rows } = await db.query<PayerFacts & { payer: string }>({
    name: "payers_known",
    text: PAYERS,
    values: [chain],
  });
  return new Map(rows.map(({ payer, ...facts }) => [payer, facts]));
}
