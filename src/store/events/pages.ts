// Reads pages of a partner's events: their places in the log of payments and in partner_events.
import type { EventFilter, EventPlace } from "../../events/event.ts";
import type { EventType } from "../../events/types.ts";
import type { Queryable } from "../database/database.ts";

export interface PageOrder {
  readonly direction: "asc" | "desc";
  /** The place before the page; null: the end of the order. */
  readonly after: EventPlace | null;
  readonly limit: number;
}

export interface EventRow {
  readonly tx: bigint;
  readonly id: bigint;
  readonly type: EventType;
  readonly at: Date;
  readonly payment_id: string | null;
  /** Null for an event of a payment, whose id follows from its sequence. */
  readonly event_id: string | null;
  readonly merchant_id: string | null;
  readonly facts: unknown;
}

/** Partners can read events for this long. */
export const KEPT = "interval '30 days'";

const OF_PAYMENTS =
  "e.tx, e.id, event_type(e.type) as type, e.created_at as at, e.payment_id, null::text as event_id, " +
  "null::text as merchant_id, null::jsonb as facts";
const OF_PARTNER =
  "e.tx, e.id, e.type, e.created_at as at, null::text as payment_id, e.event_id, e.merchant_id, e.facts";

/** Reads only events below the horizon, so that no event appears later before a place that was read. */
export async function readPage(
  db: Queryable,
  partnerId: string,
  { types, paymentId, merchantId, sinceMs }: EventFilter,
  { direction, after, limit }: PageOrder,
): Promise<readonly EventRow[]> {
  const values: unknown[] = [partnerId, limit];
  const place = (value: unknown): string => `$${values.push(value)}`;
  const order = `order by e.tx ${direction}, e.id ${direction} limit $2`;
  const common = ["e.partner_id = $1", "e.tx < (select events_horizon())"];
  if (after) {
    common.push(
      `(e.tx, e.id) ${direction === "asc" ? ">" : "<"} (${place(after.tx)}::bigint, ${place(after.id)}::bigint)`,
    );
  }
  const kept = `now() - ${KEPT}`;
  const since = sinceMs === null ? kept : `greatest(${place(new Date(sinceMs))}::timestamptz, ${kept})`;
  const typesPlace = types && place(types);
  const merchantPlace = merchantId === null ? null : place(merchantId);
  const from = (table: string): string[] => [`e.created_at >= ${since}`, startOf(table, since)];
  const payments = [...common, ...from("payment_events"), "event_type(e.type) is not null"];
  if (typesPlace) payments.push(`event_type(e.type) = any(${typesPlace})`);
  if (paymentId !== null) payments.push(`e.payment_id = ${place(paymentId)}`);
  if (merchantPlace) {
    payments.push(`exists (select from payments p where p.id = e.payment_id and p.partner_id = e.partner_id
                              and p.merchant_id = ${merchantPlace})`);
  }
  const partner = [...common, ...from("partner_events")];
  if (typesPlace) partner.push(`e.type = any(${typesPlace})`);
  if (merchantPlace) partner.push(`e.merchant_id = ${merchantPlace}`);
  const parts = [`(select ${OF_PAYMENTS} from payment_events e where ${payments.join(" and ")} ${order})`];
  if (paymentId === null) {
    parts.push(`(select ${OF_PARTNER} from partner_events e where ${partner.join(" and ")} ${order})`);
  }
  const { rows } = await db.query<EventRow>({
    text: `select * from (${parts.join(" union all ")}) e ${order}`,
    values,
  });
  return rows;
}

/** Selects, by the index, the partner's events since a time. A transaction gets its number within a minute. */
export const startOf = (table: string, since: string): string =>
  `e.tx > ${lastBefore(table, `${since} - interval '1 minute'`)}`;

/**
 * The number of the last of the partner's transactions before a time, by bisection. Times rise with numbers, but not
 * strictly: what is certain is that this transaction is from before the time, and that the next one is not.
 */
export const lastBefore = (table: string, time: string): string => `
  (with recursive half as (
    select coalesce(min(tx), 0) - 1 as low, coalesce(max(tx), 0) as high
      from ${table} where partner_id = $1
    union all
    select case when next.is_older then next.tx else low end, case when next.is_older then high else middle end
      from (select low, high, low + (high - low) / 2 as middle from half where low < high) h
      left join lateral (
        select o.tx, o.created_at < ${time} as is_older
          from ${table} o where o.partner_id = $1 and o.tx > h.middle order by o.tx limit 1) next on true
  ) select max(low) from half)`;

const FIND = {
  payment: `
    select ${OF_PAYMENTS} from payment_events e
     where e.partner_id = $1 and e.payment_id = $2 and event_type(e.type) is not null
     order by e.id limit 1 offset $3`,
  partner: `select ${OF_PARTNER} from partner_events e where e.partner_id = $1 and e.event_id = $2`,
};

/** A payment's event by its number, from 1; null if it is unknown, not readable yet, or expired. */
export const findOfPayment = (db: Queryable, partnerId: string, paymentId: string, sequence: number) =>
  findOne(db, FIND.payment, [partnerId, paymentId, sequence - 1]);

export const findOfPartner = (db: Queryable, partnerId: string, eventId: string) =>
  findOne(db, FIND.partner, [partnerId, eventId]);

async function findOne(db: Queryable, text: string, values: unknown[]): Promise<EventRow | null> {
  const { rows } = await db.query<EventRow>({
    text: `select * from (${text}) e where e.tx < (select events_horizon()) and e.at > now() - ${KEPT}`,
    values,
  });
  return rows[0] ?? null;
}

/** The number of an event, and its payment; null: an event of the partner. */
export interface EventNumber {
  readonly event: bigint;
  readonly payment_id: string | null;
}

/** Events for deliveries, of any age. */
export async function rowsOf(
  db: Queryable,
  partnerId: string,
  numbers: readonly EventNumber[],
): Promise<readonly EventRow[]> {
  const { rows } = await db.query<EventRow>({
    name: "events_by_number",
    text: `select ${OF_PAYMENTS} from unnest($2::bigint[], $3::text[]) as asked(id, payment_id)
             join payment_events e on e.payment_id = asked.payment_id and e.id = asked.id
            where e.partner_id = $1
           union all
           select ${OF_PARTNER} from partner_events e where e.id = any($2) and e.partner_id = $1`,
    values: [partnerId, numbers.map(({ event }) => event), numbers.map(({ payment_id }) => payment_id)],
  });
  return rows;
}
