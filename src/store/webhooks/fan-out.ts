// Turns events into deliveries: SQL fragments over `me`, an endpoint, and `fresh`, the events.
import { CHARGE_EVENTS } from "../../events/charge-event.ts";
import { MONEY_EVENT_TYPES } from "../../events/types.ts";

/** The id of a payment's event `e`, as in events/event.ts. Counts the payment's events. */
export const ID_OF_PAYMENTS = `
  'evt_' || substr(e.payment_id, 5) || '_' || (
    select count(*) from payment_events s
     where s.payment_id = e.payment_id and s.id <= e.id and event_type(s.type) is not null)`;

export const FRESH_COLUMNS = "f.tx, f.id, f.type, f.event_id, f.payment_id, f.merchant_id, f.kind";

/** Columns of a payment's event `e`. */
export const ofPayments = (eventId: string): string => `
  e.tx, e.id, event_type(e.type) as type, ${eventId} as event_id, e.payment_id,
  (select p.merchant_id from payments p where p.id = e.payment_id and p.partner_id = e.partner_id) as merchant_id,
  e.data ->> 'kind' as kind`;

/** Columns of an event `e` of partner_events. */
export const OF_PARTNER = "e.tx, e.id, e.type, e.event_id, null::text as payment_id, e.merchant_id, null::text as kind";

/** The events, and kinds of exceptions, that charges have events for. */
const OF_CHARGES = CHARGE_EVENTS.map(({ of, kind }) =>
  kind === null ? `f.type = '${of}'` : `f.type = '${of}' and f.kind = '${kind}'`,
).join(" or ");

/** Whether `me` receives `f`. Events of no merchant go only to endpoints of all merchants. */
export const WANTED = `
  (me.format = 'standard' or ${OF_CHARGES}) and
  ('*' = any(me.events) or f.type = any(me.events))
  and (me.merchant_ids is null or f.merchant_id = any(me.merchant_ids))`;

const HAS_MONEY = `w.type in (${MONEY_EVENT_TYPES.map((type) => `'${type}'`).join(", ")})`;

/** Inserts deliveries in the order of the log, which is the order of a payment's first attempts. */
export const INSERT_DELIVERIES = `
  insert into webhook_deliveries (endpoint_id, partner_id, event, event_id, type, payment_id, is_unpaid)
  select me.id, me.partner_id, w.id, w.event_id, w.type, w.payment_id,
         w.payment_id is not null and not bool_or(${HAS_MONEY}) over (partition by w.payment_id)
    from wanted w, me order by w.id`;

/** Moves the earlier deliveries of payments that have money now before those of unpaid payments. */
export const ADVANCE_PAID = `
  update webhook_deliveries d set is_unpaid = false
    from wanted w join payment_events s on s.payment_id = w.payment_id, me
   where ${HAS_MONEY} and d.endpoint_id = me.id and d.event = s.id and d.status = 'pending' and d.is_unpaid`;
