// SQL conditions on deposits `d` to the address `a` of the payment `p`, and on confirmations `c` by deposits.

/** It is of the token that the address is for, on its chain. */
export const IS_OWN = "(d.chain = a.chain and d.token = a.token)";

/**
 * It counts once its sender is screened: it is no dust, and in a block before the payment's expiry and the end of the
 * address's rate, if it has one.
 */
export const IS_IN_TIME = `
  ${IS_OWN} and d.orphaned_at is null and d.amount >= a.minimum
  and d.block_time_s < least(extract(epoch from p.expires_at), a.quote_expires_at_s)`;

/** The confirmation `c` is of a deposit that came by itself. */
export const CAME = "(c.method = 'deposit' and c.authorizer is null)";

/** Less came to the address of `c` than its sweep needs. */
export const LACKS_DEPOSIT = `
  c.amount > (select coalesce(sum(d.amount), 0) from deposits d
               where d.chain = c.chain and d.terms_hash = c.terms_hash and d.token = c.token and d.orphaned_at is null)`;
