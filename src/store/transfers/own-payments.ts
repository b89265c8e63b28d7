// Finds payments by what a chain names: the key, or the terms of a payment whose key its payer chose. Neither contains
// the payment's month.
import { lowestPaymentId } from "../../ids.ts";
import { ALL_PARTNERS } from "../../operations/ports/idempotency.ts";

/** Most payments are paid soon after their creation, so most keys are found without reading older months. */
const NEWEST_MS = 35 * 86_400_000;

/** The parameter `newest` of `ownPayments`. */
export const newestPayments = (): string => lowestPaymentId(Date.now() - NEWEST_MS);

/**
 * CTEs of which the last, `own (payment_key, id, partner_id, status)`, has the payments with these keys, one for each.
 * The newest months are searched first, and the other months only for the remaining keys. A `select` hides the
 * parameters from the planner, which then keeps one plan.
 * @param keys SQL of the keys: bytea[]
 * @param newest SQL of the lowest id of the months that are read first
 */
export const ownPayments = (keys: string, newest: string): string => `
  new_own as materialized (
    select payment_key, id, partner_id, status from payments
     where payment_key = any(array(select unnest(${keys}))) and creator <> 'x402' and id >= (select ${newest})
  ), own as (
    select * from new_own
     union all
    select payment_key, id, partner_id, status from payments
     where payment_key = any(array(select unnest(${keys}) except select payment_key from new_own))
       and creator <> 'x402' and id < (select ${newest})
  )`;

/**
 * A subquery: the payment `(payment_id, partner_id)` with these terms, if its key is a nonce. Strangers choose nonces:
 * any number of payments may share one, but no terms name a fee. Until the payment is confirmed, only the response that
 * was stored with it names its terms, under `keyOfTransfer` (operations/x402/check-transfer.ts).
 * @param e SQL of an event
 */
export const transferredTo = (chain: string, e: string): string => `
  select c.payment_id, c.partner_id from confirmations c
   where ${e}.fee = 0 and c.method = 'transfer' and c.terms_hash = ${e}.terms_hash and c.chain = ${chain}
   union all
  select p.id, p.partner_id
    from idempotent_answers a
   cross join lateral (select id, partner_id from payments
                        where id = a.body ->> 'paymentId' and creator || '' = 'x402' offset 0) p
   where ${e}.fee = 0 and a.partner_id = '${ALL_PARTNERS}' and a.scope = 'x402 ' || ${chain}
     and a.key = ${e}.token || ' ' || ${e}.payer || ' 0x' || encode(${e}.payment_key, 'hex')
     and a.body ->> 'termsHash' = '0x' || encode(${e}.terms_hash, 'hex')
   order by payment_id limit 1`;
