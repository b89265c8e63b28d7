// Which payments can waste how much gas, and what the last day's failed ones have wasted. SQL about a confirmation `c`.

/** The signature belongs to a wallet that may need deployment first (EIP-6492), by its suffix. */
export const DEPLOYS = `
  coalesce(substring(c.signature from octet_length(c.signature) - 31) = decode(repeat('6492', 16), 'hex'), false)`;

/** Paying it runs code of the payer, which can waste all the gas it is given. */
export const RUNS_CODE = `(c.payer_code or ${DEPLOYS})`;

/** The payer's code has paid a relayed payment on this chain. */
const HAS_PAID = `
  exists (select from confirmations p join payments paid on paid.id = p.payment_id and paid.partner_id = p.partner_id
           where p.chain = c.chain and p.payer = c.payer and p.payer_code and p.batch_id is not null
             and paid.status = 'succeeded')`;

/**
 * It is relayed alone, with only the gas that its simulation needs: it runs code that has not paid on this chain
 * before, or that a batch of the last day left out, or it deploys a wallet. Needs the strikes as `s`.
 */
export const IS_LONE = `
  case when ${RUNS_CODE} then ${DEPLOYS} or s.payer is not null or not ${HAS_PAID} else false end`;

/** Gas wasted by payers with code in the last day. */
export const GAS_WASTED = `
  (select coalesce(sum(l.gas), 0) from relay_losses l
    where l.chain = $1 and l.payer_code and l.lost_at > now() - interval '1 day')`;

/** The same, and the gas limits of the payments relayed alone that are not mined. */
export const GAS_AT_RISK = `
  ${GAS_WASTED}
  + (select coalesce(sum(b.gas_limit), 0) from relay_batches b
      where b.chain = $1 and b.mined_in is null and b.is_lone)`;

/** A wallet that needs more gas can use up only half of the day's gas, so that such wallets do not stop the others. */
const CHEAP_GAS_MAX = 250_000;

/** Whether a payment of `lone_gas` may be relayed, with this much gas at risk already, of at most `max`. */
export const fits = (atRisk: string, max: string): string => `
  ${atRisk} + lone_gas
    <= case when lone_gas > ${CHEAP_GAS_MAX} and ${atRisk} > 0 then ${max}::bigint / 2 else ${max} end`;
