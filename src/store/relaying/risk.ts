// SQL conditions on a confirmation `c` about the gas that a payment can waste, and the gas wasted in the last day.

/** The account on which it depends whether `c` is paid: the payer, or for an authorised transfer its sender. */
export const PAYER = "coalesce(c.authorizer, c.payer)";

/** The signature belongs to a wallet that may need deployment first (EIP-6492), by its suffix. */
export const DEPLOYS = `
  coalesce(substring(c.signature from octet_length(c.signature) - 31) = decode(repeat('6492', 16), 'hex'), false)`;

/** Paying it runs code of the payer, which can waste all the gas it is given. */
export const RUNS_CODE = `(c.payer_code or ${DEPLOYS})`;

/** The payer's code has paid a relayed payment on this chain. */
export const HAS_PAID = `
  exists (select from confirmations p join payments paid on paid.id = p.payment_id and paid.partner_id = p.partner_id
           where p.chain = c.chain and p.payer = ${PAYER} and p.payer_code and p.batch_id is not null
             and paid.status = 'succeeded')`;

/** Gas wasted by payers with code in the last day. */
export const GAS_WASTED = `
  (select coalesce(sum(l.gas), 0) from relay_losses l
    where l.chain = $1 and l.payer_code and l.lost_at > now() - interval '1 day')`;
