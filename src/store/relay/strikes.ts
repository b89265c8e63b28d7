// Payers whose code accepted a payment in simulations and failed it in transactions.
import type { QuarantinedPayment } from "../../operations/ports/relay.ts";
import type { Queryable } from "../database.ts";

/** The first failure, and two relays alone. */
const STRIKES_MAX = 3;

/** The strikes of the payer of `c`, as `s`. A day later the wallet may have been fixed. */
export const STRIKES = `
  relay_strikes s on s.chain = c.chain and s.payer = c.payer and s.struck_at > now() - interval '1 day'`;

/** One strike per mined batch, however many of the payer's payments it left out. */
export async function strikePayer(db: Queryable, paymentId: string): Promise<void> {
  await db.query({
    name: "strike_payer",
    text: `insert into relay_strikes (chain, payer, strikes, batch_id)
           select chain, payer, 1, batch_id from confirmations where payment_id = $1 and batch_id is not null
           on conflict (chain, payer) do update
              set strikes = case when relay_strikes.struck_at > now() - interval '1 day'
                                 then relay_strikes.strikes + 1 else 1 end,
                  batch_id = excluded.batch_id, struck_at = now()
            where relay_strikes.batch_id < excluded.batch_id`,
    values: [paymentId],
  });
}

const REASON = "its payer's contract accepts the payment in simulations and has failed it in transactions";

export async function quarantineStruck(db: Queryable, chain: string): Promise<readonly QuarantinedPayment[]> {
  const { rows } = await db.query<{ payment_id: string }>({
    name: "quarantine_struck",
    text: `update confirmations q set relay_state = 'quarantined', relay_note = $2
             from confirmations c join ${STRIKES}
            where c.chain = $1 and c.relay_state = 'queued' and s.strikes >= ${STRIKES_MAX}
              and q.payment_id = c.payment_id and q.partner_id = c.partner_id
           returning q.payment_id`,
    values: [chain, REASON],
  });
  return rows.map(({ payment_id }) => ({ paymentId: payment_id, reason: REASON }));
}
