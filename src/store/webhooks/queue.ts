// The queue of webhook deliveries. A process leases an endpoint; if the process dies, the lease ends and another one
// continues.
import { randomUUID } from "node:crypto";
import type { DeliveryQueue, DueDelivery, ServedEndpoint } from "../../operations/ports/delivery.ts";
import type { SealedText } from "../../payment/sealed-text.ts";
import type { Queryable } from "../database/database.ts";
import { completeEvents } from "../events/facts.ts";
import { rowsOf } from "../events/pages.ts";
import {
  ADVANCE_PAID,
  FRESH_COLUMNS,
  ID_OF_PAYMENTS,
  INSERT_DELIVERIES,
  OF_PARTNER,
  ofPayments,
  WANTED,
} from "./fan-out.ts";
import { createRecorder } from "./record.ts";

/** Longer than an attempt, so that a live process never loses a lease between two renewals. */
const LEASE_S = 20;
/** Events per statement. */
const EVENTS_MAX = 200;

const NEW_EVENTS = (comparison: string, table: string): string => `
  exists (select from ${table} p
           where p.partner_id = e.partner_id and (p.tx, p.id) > (e.tx, e.event) and p.tx ${comparison})`;
const anyNew = (comparison: string): string =>
  `(${NEW_EVENTS(comparison, "payment_events")} or ${NEW_EVENTS(comparison, "partner_events")})`;

const DUE = "d.endpoint_id = e.id and d.status = 'pending'";

/**
 * Endpoints of a partner that a process serves beyond its limit: as many that fail, and as many that do not. So no
 * partner waits for the endpoints of others, nor a working endpoint for the partner's dead ones.
 */
const OF_PARTNER_MIN = 4;

const IS_FREE = "(e.leased_until is null or e.leased_until < now())";

const TAKE = `
  with served as (
    select partner_id, failing_since is not null as is_failing, count(*) as endpoints
      from webhook_endpoints where lease = $1 and leased_until >= now() group by 1, 2
  ), waiting as materialized (
    select e.id, e.partner_id, e.failing_since is not null as is_failing,
           row_number() over (partition by e.partner_id, e.failing_since is not null order by random()) as place
      from webhook_endpoints e
     where e.is_enabled and ${IS_FREE}
       and (exists (select from webhook_deliveries d where ${DUE} and d.next_attempt_at <= now())
            or ${anyNew("< (select events_horizon())")})
  ), placed as (
    select w.id, w.is_failing, w.place + coalesce(s.endpoints, 0) as place
      from waiting w left join served s using (partner_id, is_failing)
  ), chosen as (
    select id from (select *, row_number() over (order by place, is_failing) as no from placed) p
     where place <= ${OF_PARTNER_MIN} or no <= $2
  ), free as (
    select e.id from webhook_endpoints e where e.id in (select id from chosen) and ${IS_FREE}
       for no key update of e skip locked
  ), taken as (
    update webhook_endpoints e set lease = $1, leased_until = now() + interval '${LEASE_S} s'
      from free where e.id = free.id
    returning e.id
  )
  select array(select id from taken) as taken,
         (select extract(epoch from min(greatest(w.at, e.leased_until)) - now())::float8 * 1000
            from webhook_endpoints e
           cross join lateral (select min(d.next_attempt_at) as at from webhook_deliveries d where ${DUE}) w
           where e.is_enabled and w.at is not null and e.lease is distinct from $1
             and e.id not in (select id from taken)) as next_due_ms,
         exists (select from webhook_endpoints e
                  where e.is_enabled and ${anyNew(">= (select events_horizon())")}) as is_held_back`;

const ADVANCE = `
  with me as (
    select * from webhook_endpoints where id = $1 and lease = $2 and is_enabled for no key update
  ), fresh as materialized (
    select ${FRESH_COLUMNS}, f.endpoint_id from (
      (select p.* from me cross join lateral (
         select ${ofPayments(ID_OF_PAYMENTS)}, null::text as endpoint_id from payment_events e
          where e.partner_id = me.partner_id and e.tx < (select events_horizon()) and (e.tx, e.id) > (me.tx, me.event)
          order by e.tx, e.id limit ${EVENTS_MAX}) p)
      union all
      (select p.* from me cross join lateral (
         select ${OF_PARTNER}, e.endpoint_id from partner_events e
          where e.partner_id = me.partner_id and e.tx < (select events_horizon()) and (e.tx, e.id) > (me.tx, me.event)
          order by e.tx, e.id limit ${EVENTS_MAX}) p)
    ) f order by f.tx, f.id limit ${EVENTS_MAX}
  ), moved as (
    update webhook_endpoints w set tx = last.tx, event = last.id
      from (select tx, id from fresh order by tx desc, id desc limit 1) last where w.id = $1
  ), wanted as (
    select f.* from fresh f, me where f.type is not null and f.endpoint_id is null and ${WANTED}
  ), added as (
    ${INSERT_DELIVERIES} on conflict do nothing
  ), advanced as (
    ${ADVANCE_PAID}
  )
  select (select count(*)::integer from fresh) as fresh,
         exists (select from me e where ${anyNew(">= (select events_horizon())")}) as is_held_back`;

const dueWhere = (condition: string): string => `
    select d.id, d.no, d.event, d.event_id, d.payment_id, d.attempts, d.tries, d.next_attempt_at, d.is_unpaid
      from webhook_deliveries d, me
     where d.endpoint_id = me.id and d.status = 'pending' and ${condition} and d.next_attempt_at <= now()
       and d.id <> all($3)
     order by d.next_attempt_at, d.no limit $4`;

const READ_DUE = `
  with me as (
    select * from webhook_endpoints where id = $1 and lease = $2 and is_enabled
  ), due as (
    (${dueWhere("not d.is_unpaid")}) union all (${dueWhere("d.is_unpaid")})
     order by is_unpaid, next_attempt_at, no limit $4
  )
  select me.partner_id, me.url, me.format, me.key_id, me.secret, me.former_key_id, me.former_secret,
         me.former_until > now() as has_former, due.*
    from me left join due on true order by due.is_unpaid, due.next_attempt_at, due.no`;

interface TakenRow {
  readonly taken: readonly string[];
  readonly next_due_ms: number | null;
  readonly is_held_back: boolean;
}

interface AdvancedRow {
  readonly fresh: number;
  readonly is_held_back: boolean;
}

interface DueRow {
  readonly partner_id: string;
  readonly url: string;
  readonly format: ServedEndpoint["format"];
  readonly key_id: string;
  readonly secret: Buffer;
  readonly former_key_id: string | null;
  readonly former_secret: Buffer | null;
  readonly has_former: boolean | null;
  /** Id of a due delivery; null if nothing is due. */
  readonly id: string | null;
  readonly event: bigint;
  readonly event_id: string;
  readonly payment_id: string | null;
  readonly attempts: number;
  readonly tries: number;
}

export function createDeliveryQueue(db: Queryable): DeliveryQueue {
  /** The name of this process in leases. */
  const lease = randomUUID();
  return {
    async take(limit) {
      const { rows } = await db.query<TakenRow>({ name: "take_endpoints", text: TAKE, values: [lease, limit] });
      const [row] = rows;
      if (!row) throw new Error("the database returned no row");
      return { endpointIds: row.taken, nextDueMs: row.next_due_ms, isHeldBack: row.is_held_back };
    },

    async renew(endpointIds) {
      await db.query({
        name: "renew_leases",
        text: `update webhook_endpoints set leased_until = now() + interval '${LEASE_S} s'
                where lease = $1 and id = any($2)`,
        values: [lease, endpointIds],
      });
    },

    async release(endpointId) {
      await db.query({
        name: "release_endpoint",
        text: "update webhook_endpoints set lease = null, leased_until = null where id = $1 and lease = $2",
        values: [endpointId, lease],
      });
    },

    async advance(endpointId) {
      const values = [endpointId, lease];
      const { rows } = await db.query<AdvancedRow>({ name: "advance_endpoint", text: ADVANCE, values });
      return { hasMore: rows[0]?.fresh === EVENTS_MAX, isHeldBack: rows[0]?.is_held_back ?? false };
    },

    async due(endpointId, without, limit) {
      const values = [endpointId, lease, without, limit];
      const { rows } = await db.query<DueRow>({ name: "due_deliveries", text: READ_DUE, values });
      const [row] = rows;
      return row ? { endpoint: toServed(endpointId, row), deliveries: await toDue(db, row.partner_id, rows) } : null;
    },

    record: createRecorder(db),
  };
}

function toServed(id: string, row: DueRow): ServedEndpoint {
  const secrets: [SealedText, ...SealedText[]] = [{ keyId: row.key_id, content: row.secret }];
  if (row.has_former && row.former_key_id !== null && row.former_secret) {
    secrets.push({ keyId: row.former_key_id, content: row.former_secret });
  }
  return { id, partnerId: row.partner_id, url: row.url, format: row.format, secrets };
}

async function toDue(db: Queryable, partnerId: string, rows: readonly DueRow[]): Promise<readonly DueDelivery[]> {
  const due = rows.flatMap(({ id, ...row }) => (id === null ? [] : [{ ...row, id }]));
  if (due.length === 0) return [];
  const events = await completeEvents(db, partnerId, await rowsOf(db, partnerId, due));
  const byId = new Map(events.map((event) => [event.id, event]));
  return due.map(({ id, event_id, payment_id, attempts, tries }) => ({
    id,
    eventId: event_id,
    paymentId: payment_id,
    attempts,
    tries,
    event: byId.get(event_id) ?? null,
  }));
}
