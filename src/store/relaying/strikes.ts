// Records payments that mined batches left out, and the payers who caused it.
import type { Queryable } from "../database/database.ts";
import { PAYER } from "./risk.ts";

/** Gas charged per loss: well above the 190 000 that the router spends on a payment that fails in a shared batch. */
const CODE_LOSS_GAS = 330_000;
/** Gas charged per loss of a payer without code: a reverted transfer. */
const LOSS_GAS = 60_000;

/** Joins the strikes of `c`'s payer as `s`. They count for a day, because the wallet may have been fixed since. */
export const STRIKES = `
  relay_strikes s on s.chain = c.chain and s.payer = ${PAYER} and s.struck_at > now() - interval '1 day'`;

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
 * Adds strikes for payers with code, from `held (chain, payer, batch_id, payer_code)`: one per mined batch, however
 * many of the payer's payments it left out.
 */
export const STRIKE_HELD = `
  insert into relay_strikes (chain, payer, strikes, batch_id)
  select chain, payer, count(distinct batch_id), max(batch_id) from held where payer_code group by chain, payer
  ${ONE_STRIKE_PER_BATCH}`;

/** Adds a strike for a payer whose code was noticed only after the batch: the account may have delegated (EIP-7702). */
const STRIKE_PAYER = `
  with held as (
    select c.chain, ${PAYER} as payer, c.batch_id, true as payer_code from confirmations c
     where payment_id = $1 and batch_id is not null
  ), lost as (
    update relay_losses l set payer_code = true, gas = greatest(l.gas, ${CODE_LOSS_GAS})
      from held where l.payment_id = $1 and l.batch_id = held.batch_id and not l.payer_code
  )
  ${STRIKE_HELD}`;

export async function strikePayer(db: Queryable, paymentId: string): Promise<void> {
  await db.query({ name: "strike_payer", text: STRIKE_PAYER, values: [paymentId] });
}
