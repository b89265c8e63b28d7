// Payments that mined batches left out, and the payers who cause that.
import type { QuarantinedPayment } from "../../operations/ports/relay.ts";
import type { Queryable } from "../database.ts";

/** The first failure, and two relays alone. */
const STRIKES_MAX = 3;
/** Mined batches that may leave a payment out, whatever the reason. */
const LEFT_OUT_MAX = 3;
/** Payments of one payer that mined batches may leave out in a day: about 1 million gas without code. */
const LOSSES_MAX = 20;
/** Charged per loss: well above the 190 000 gas that the router spends on a payment that fails in a shared batch. */
const CODE_LOSS_GAS = 330_000;
/** The same without code: a reverted transfer. */
const LOSS_GAS = 60_000;

/** The strikes of the payer of `c`, as `s`. A day later the wallet may have been fixed. */
export const STRIKES = `
  relay_strikes s on s.chain = c.chain and s.payer = c.payer and s.struck_at > now() - interval '1 day'`;

const ONE_STRIKE_PER_BATCH = `
  on conflict (chain, payer) do update
     set strikes = case when relay_strikes.struck_at > now() - interval '1 day'
                        then relay_strikes.strikes + excluded.strikes else excluded.strikes end,
         batch_id = excluded.batch_id, struck_at = now()
   where relay_strikes.batch_id < excluded.batch_id`;

/** Counts `held` payments as losses; `mined` are their batches. */
export const RECORD_LOSSES = `
  insert into relay_losses (payment_id, batch_id, chain, payer, payer_code, gas)
  select h.payment_id, h.batch_id, h.chain, h.payer, h.payer_code,
         case when m.is_lone then m.gas_limit when h.payer_code then ${CODE_LOSS_GAS} else ${LOSS_GAS} end
    from held h join mined m on m.id = h.batch_id
  on conflict do nothing
  ), outdated as (
    delete from relay_losses where chain = $1 and lost_at < now() - interval '7 days'`;

/**
 * Strikes for payers with code, from `held (chain, payer, batch_id, payer_code)`: one per mined batch, however many of
 * the payer's payments it left out.
 */
export const STRIKE_HELD = `
  insert into relay_strikes (chain, payer, strikes, batch_id)
  select chain, payer, count(distinct batch_id), max(batch_id) from held where payer_code group by chain, payer
  ${ONE_STRIKE_PER_BATCH}`;

/** For a payer whose code was noticed only after the batch: it may have delegated meanwhile (EIP-7702). */
const STRIKE_PAYER = `
  with held as (
    select chain, payer, batch_id, true as payer_code from confirmations
     where payment_id = $1 and batch_id is not null
  ), lost as (
    update relay_losses l set payer_code = true, gas = greatest(l.gas, ${CODE_LOSS_GAS})
      from held where l.payment_id = $1 and l.batch_id = held.batch_id and not l.payer_code
  )
  ${STRIKE_HELD}`;

export async function strikePayer(db: Queryable, paymentId: string): Promise<void> {
  await db.query({ name: "strike_payer", text: STRIKE_PAYER, values: [paymentId] });
}

const REASONS = {
  struck: "its payer's contract accepts payments in simulations and has failed them in transactions",
  leftOut: "mined batches have left it out too often",
  fickle: "its payer's payments were left out of mined batches too often today",
} as const;

const LOSSES = `
  (select count(*) from relay_losses l
    where l.chain = c.chain and l.payer = c.payer and l.lost_at > now() - interval '1 day')`;

const QUARANTINE = `
  with reasons as (
    select c.payment_id, c.partner_id,
           case when s.strikes >= ${STRIKES_MAX} then $2::text
                when c.left_out >= ${LEFT_OUT_MAX} then $3::text
                when ${LOSSES} >= ${LOSSES_MAX} then $4::text end as reason
      from confirmations c left join ${STRIKES}
     where c.chain = $1 and c.relay_state = 'queued'
  )
  update confirmations q set relay_state = 'quarantined', relay_note = reasons.reason
    from reasons
   where reasons.reason is not null and q.payment_id = reasons.payment_id and q.partner_id = reasons.partner_id
  returning q.payment_id, q.relay_note as note`;

export async function quarantineStruck(db: Queryable, chain: string): Promise<readonly QuarantinedPayment[]> {
  const { rows } = await db.query<{ payment_id: string; note: string }>({
    name: "quarantine_struck",
    text: QUARANTINE,
    values: [chain, REASONS.struck, REASONS.leftOut, REASONS.fickle],
  });
  return rows.map(({ payment_id, note }) => ({ paymentId: payment_id, reason: note }));
}
