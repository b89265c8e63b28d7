// The payments that a chain names by their keys. A key does not tell its payment's month.
import { lowestPaymentId } from "../../ids.ts";

/** Most payments are paid soon after they are created, so most keys are found without reading the older months. */
const NEWEST_MS = 35 * 86_400_000;

/** The parameter `newest` of `ownPayments`. */
export const newestPayments = (): string => lowestPaymentId(Date.now() - NEWEST_MS);

/**
 * CTEs; the last one, `own (payment_key, id, partner_id, status)`, has the payments of these keys: first of the newest
 * months, then of the others for the keys that were not found. The planner does not see the parameters (`select`), so
 * it keeps one plan.
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
