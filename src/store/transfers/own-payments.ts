// Finds payments by the keys that a chain names. A key does not contain its payment's month.
import { lowestPaymentId } from "../../ids.ts";

/** Most payments are paid soon after their creation, so most keys are found without reading older months. */
const NEWEST_MS = 35 * 86_400_000;

/** The parameter `newest` of `ownPayments`. */
export const newestPayments = (): string => lowestPaymentId(Date.now() - NEWEST_MS);

/**
 * CTEs of which the last, `own (payment_key, id, partner_id, status)`, has the payments with these keys. The newest
 * months are searched first, and the other months only for the remaining keys. A `select` hides the parameters from the
 * planner, which then keeps one plan.
 * @param keys SQL of the keys: bytea[]
 * @param newest SQL of the lowest id of the months that are read first
 */
export const ownPayments = (keys: string, newest: string): string => `
  new_own as materialized (
    select payment_key, id, partner_id, status from payments
     where payment_key = any(array(select unnest(${keys}))) and id >= (select ${newest})
  ), own as (
    select * from new_own
     union all
    select payment_key, id, partner_id, status from payments
     where payment_key = any(array(select unnest(${keys}) except select payment_key from new_own))
       and id < (select ${newest})
  )`;
