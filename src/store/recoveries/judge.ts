// Deposits that may be exceptions, at policy depth.
import { getAddress, zeroAddress } from "viem";
import type { RecoveryStore } from "../../operations/ports/recoveries.ts";
import type { PaymentStatus } from "../../payment/payment.ts";
import type { UnjudgedDeposit } from "../../payment/transfers/judge-deposit.ts";
import type { Database } from "../database/database.ts";
import { toBytes, toHex } from "../database/hex.ts";
import { countsAs, leastValues } from "../deposits/screen.ts";
import { IS_OWN } from "../payments/deposits-in-time.ts";
import { settleMoved } from "../transfers/moved-exceptions.ts";
import { reportExceptions } from "../transfers/report-exceptions.ts";

/** Judged per run; the next run takes the rest. */
const JUDGED_MAX = 500;

const DEEP = `
  deep as materialized (
    select number - $2 + 1 as block from chain_blocks where chain = $1 order by number desc limit 1)`;

// Dust of any amount costs nothing more than this statement.
const DUST = `
  with ${DEEP}
  update deposits d set is_judged = true from deep, deposit_addresses a
   where d.chain = $1 and not d.is_judged and d.orphaned_at is null and d.block_number <= deep.block
     and a.terms_hash = d.terms_hash and not (${countsAs("$3", "$4")})`;

/** The payment ended before the deposit's block. An event's time is our clock's, a block's is the chain's. */
const END_S = `
  (select extract(epoch from min(e.created_at)) from payment_events e
    where e.payment_id = p.id and e.partner_id = p.partner_id
      and e.status = p.status and p.status in ('cancelled', 'failed'))`;

const UNJUDGED = `
  with ${DEEP}
  select d.tx_hash, d.log_index, d.amount, d.token, d.payment_id, d.partner_id, d.is_refused, p.status,
         ${IS_OWN} as is_own, a.amount as needed, a.asked, a.minimum,
         d.block_time_s < least(extract(epoch from p.expires_at), a.quote_expires_at_s, ${END_S}) as is_in_time,
         coalesce(c.terms_hash = a.terms_hash, false) as is_payer,
         exists (select from transfers t where t.chain = a.chain and t.terms_hash = a.terms_hash
                    and t.state = 'credited' and (t.block_number, t.log_index) > (d.block_number, d.log_index))
           as was_swept,
         (select coalesce(sum(o.amount), 0) from deposits o
           where o.terms_hash = d.terms_hash and o.chain = d.chain and o.token = d.token and o.orphaned_at is null
             and (o.block_number, o.log_index) < (d.block_number, d.log_index) and o.amount >= a.minimum) as before
    from deep, deposits d
    join deposit_addresses a on a.terms_hash = d.terms_hash
    left join payments p on p.id = d.payment_id and p.partner_id = d.partner_id
    left join confirmations c on c.payment_id = p.id and c.partner_id = p.partner_id
   where d.chain = $1 and not d.is_judged and d.orphaned_at is null and d.block_number <= deep.block
     and d.is_refused is not null
     and (d.is_refused or not ${IS_OWN} or p.status is null or p.status not in ('requires_action', 'processing'))
   order by d.block_number, d.log_index limit ${JUDGED_MAX}`;

interface UnjudgedRow {
  readonly [column: string]: unknown;
  readonly tx_hash: Buffer;
  readonly log_index: number;
  readonly amount: bigint;
  readonly token: string;
  readonly payment_id: string;
  readonly partner_id: string;
  readonly is_refused: boolean;
  readonly status: PaymentStatus | null;
  readonly is_own: boolean;
  readonly needed: bigint;
  readonly asked: bigint;
  readonly minimum: bigint;
  readonly is_in_time: boolean | null;
  readonly is_payer: boolean;
  readonly was_swept: boolean;
  readonly before: bigint;
}

const COINS = `
  with ${DEEP}
  select r.tx_hash, r.log_index, r.amount, a.payment_id, a.partner_id
    from deep, recoveries r join deposit_addresses a on a.terms_hash = r.terms_hash
   where r.chain = $1 and not r.is_judged and r.orphaned_at is null and r.block_number <= deep.block
     and r.token = '${zeroAddress}'
   order by r.block_number, r.log_index limit ${JUDGED_MAX}`;

const PLACES = "unnest($2::bytea[], $3::integer[]) as place(tx_hash, log_index)";

export const createJudgeStore = (db: Database): Pick<RecoveryStore, "unjudged" | "unjudgedCoins" | "judged"> => ({
  async unjudged(chain, depth, least) {
    const values = [chain, depth, ...leastValues(least)];
    await db.query({ name: "judge_dust", text: DUST, values });
    const { rows } = await db.query<UnjudgedRow>({ name: "unjudged", text: UNJUDGED, values: [chain, depth] });
    return rows.map(
      (row): UnjudgedDeposit => ({
        txHash: toHex(row.tx_hash),
        logIndex: row.log_index,
        amount: row.amount,
        token: getAddress(row.token),
        paymentId: row.payment_id,
        partnerId: row.partner_id,
        isRefused: row.is_refused,
        status: row.status,
        isOwn: row.is_own,
        needed: row.needed,
        asked: row.asked,
        minimum: row.minimum,
        isInTime: row.is_in_time ?? false,
        isPayer: row.is_payer,
        wasSwept: row.was_swept,
        before: row.before,
      }),
    );
  },

  async unjudgedCoins(chain, depth) {
    const { rows } = await db.query<{
      tx_hash: Buffer;
      log_index: number;
      amount: bigint;
      payment_id: string;
      partner_id: string;
    }>({ name: "unjudged_coins", text: COINS, values: [chain, depth] });
    return rows.map((row) => ({
      txHash: toHex(row.tx_hash),
      logIndex: row.log_index,
      amount: row.amount,
      paymentId: row.payment_id,
      partnerId: row.partner_id,
    }));
  },

  judged: (chain, places, exceptions, paying) =>
    db.transaction(async (tx) => {
      await reportExceptions(tx, chain, exceptions);
      await settleMoved(tx, chain, paying);
      const values = [chain, places.map(({ txHash }) => toBytes(txHash)), places.map(({ logIndex }) => logIndex)];
      for (const table of ["deposits", "recoveries"]) {
        await tx.query({
          name: `judged_${table}`,
          text: `update ${table} x set is_judged = true from ${PLACES}
                  where x.chain = $1 and x.tx_hash = place.tx_hash and x.log_index = place.log_index`,
          values,
        });
      }
    }),
});
