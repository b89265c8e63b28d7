// Deliveries as partners see them: lists, retries, replays and tests.
import type { Attempt, Delivery, DeliveryStatus } from "../../events/delivery.ts";
import type { EventType } from "../../events/types.ts";
import { EVENTS_CHANNEL } from "../database/channels.ts";
import type { Queryable } from "../database/database.ts";
import type { ReadPermits } from "../database/permits.ts";
import { KEPT, startOf } from "../events/pages.ts";
import { SHOWN } from "./endpoints.ts";
import { ID_OF_PAYMENTS, INSERT_DELIVERIES, OF_PARTNER, ofPayments, WANTED } from "./fan-out.ts";

interface DeliveryRow {
  readonly id: string;
  readonly no: bigint;
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly type: EventType;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly next_attempt_at: Date | null;
}

interface AttemptRow {
  readonly delivery_id: string;
  readonly at: Date;
  readonly status: number | null;
  readonly duration_ms: number;
  readonly error: string | null;
  readonly response: string | null;
}

export interface ReplayFilter {
  /** Unix milliseconds: from inclusive, until exclusive or null. */
  readonly fromMs: number;
  readonly untilMs: number | null;
  /** Null: the types that the endpoint receives. */
  readonly types: readonly EventType[] | null;
  /** Only events whose delivery failed for good. */
  readonly onlyFailed: boolean;
}

export type Requeued = "queued" | "disabled" | "not_found";

export interface DeliveryStore {
  /** Deliveries of a partner's endpoint, newest first, with their positions. @param before null: from the newest */
  list(
    partnerId: string,
    endpointId: string,
    status: DeliveryStatus | null,
    before: bigint | null,
    limit: number,
  ): Promise<readonly (Delivery & { readonly no: bigint })[]>;
  /** A delivery with all its attempts, oldest first; null if it is unknown or another partner's. */
  find(
    partnerId: string,
    id: string,
  ): Promise<{ readonly delivery: Delivery; readonly history: readonly Attempt[] } | null>;
  /** Queues a delivery that has ended; a pending one is attempted at once. */
  retry(partnerId: string, id: string): Promise<Requeued>;
  /**
   * @returns how many deliveries were queued, at most `REPLAY_MAX`
   * @throws Refusal rate_limited while another replay of the partner runs
   */
  replay(partnerId: string, endpointId: string, filter: ReplayFilter): Promise<number>;
  /** Queues a test. Null if the endpoint is disabled, unknown or another partner's. */
  test(
    partnerId: string,
    endpointId: string,
  ): Promise<{ readonly eventId: string; readonly deliveryId: string } | null>;
}

/** Deliveries queued per replay, oldest events first. */
export const REPLAY_MAX = 10_000;

const COLUMNS = "id, no, endpoint_id, event_id, type, status, attempts, next_attempt_at";
const ATTEMPT_COLUMNS = "delivery_id, at, status, duration_ms, error, response";

const RETRY = `
  with found as (
    select d.id, e.is_enabled from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
     where d.id = $2 and d.partner_id = $1
  ), queued as (
    update webhook_deliveries d set status = 'pending', tries = 0, next_attempt_at = now() from found
     where d.id = found.id and found.is_enabled
    returning pg_notify('${EVENTS_CHANNEL}', '')
  )
  select is_enabled, (select count(*) from queued) as queued from found`;

/** Complete events, and events up to the endpoint's position. The endpoint receives all later events by itself. */
const IS_COMPLETE_OR_PASSED = `
  (e.tx < (select events_horizon()) or (e.tx, e.id) <= (select me.tx, me.event from me))`;

const SINCE = `greatest($3::timestamptz, now() - ${KEPT})`;

/** The oldest requested events of a table `e`. */
const asked = (table: string, columns: string, condition: string): string => `
  (select f.tx, f.id, f.type, f.event_id, f.payment_id from (
     select ${columns} from ${table} e
      where e.partner_id = $1 and ${startOf(table, SINCE)} and ${IS_COMPLETE_OR_PASSED}
        and e.created_at >= ${SINCE} and e.created_at < $4 and ${condition}) f, me
    where ${WANTED} and ($5::text[] is null or f.type = any($5))
      and (not $6 or exists (select from webhook_deliveries d
                              where d.endpoint_id = $2 and d.event = f.id and d.status = 'failed'))
    order by f.tx, f.id limit ${REPLAY_MAX})`;

const REPLAY = `
  with me as (
    select * from webhook_endpoints where id = $2 and partner_id = $1 and is_enabled
  ), found as materialized (
    select * from (
      ${asked("payment_events", ofPayments("null::text"), "event_type(e.type) is not null")}
      union all
      ${asked("partner_events", OF_PARTNER, "e.endpoint_id is null")}
    ) f order by f.tx, f.id limit ${REPLAY_MAX}
  ), wanted as (
    select e.id, e.type, e.payment_id, coalesce(e.event_id, ${ID_OF_PAYMENTS}) as event_id from found e
  ), queued as (
    ${INSERT_DELIVERIES}
    on conflict (endpoint_id, event) do update set status = 'pending', tries = 0, next_attempt_at = now()
     where webhook_deliveries.status <> 'pending'
    returning 1
  )
  select count(*)::integer as queued, pg_notify('${EVENTS_CHANNEL}', '') from queued`;

const TEST = `
  with event as (
    insert into partner_events (partner_id, endpoint_id, type, facts)
    select partner_id, id, 'webhook_endpoint.test', ${SHOWN} from webhook_endpoints
     where id = $2 and partner_id = $1 and is_enabled
    returning id, event_id, type
  ), delivery as (
    insert into webhook_deliveries (endpoint_id, partner_id, event, event_id, type)
    select $2, $1, id, event_id, type from event returning id, event_id
  )
  select event_id as "eventId", id as "deliveryId", pg_notify('${EVENTS_CHANNEL}', '') from delivery`;

export function createDeliveryStore(db: Queryable, permits: Pick<ReadPermits, "lists" | "replays">): DeliveryStore {
  return {
    list: (partnerId, endpointId, status, before, limit) =>
      permits.lists.run(partnerId, async () => {
        const { rows } = await db.query<DeliveryRow>({
          text: `select ${COLUMNS} from webhook_deliveries
                  where endpoint_id = $1 and no < $2 and ($3::text is null or status = $3) order by no desc limit $4`,
          values: [endpointId, before ?? NO_MAX, status, limit],
        });
        const last = await lastAttempts(
          db,
          rows.map(({ id }) => id),
        );
        return rows.map((row) => ({ ...toDelivery(row, last.get(row.id) ?? null), no: row.no }));
      }),

    async find(partnerId, id) {
      const { rows } = await db.query<DeliveryRow>({
        text: `select ${COLUMNS} from webhook_deliveries where id = $1 and partner_id = $2`,
        values: [id, partnerId],
      });
      const [row] = rows;
      if (!row) return null;
      const { rows: attempts } = await db.query<AttemptRow>({
        text: `select ${ATTEMPT_COLUMNS} from webhook_attempts where delivery_id = $1 order by no`,
        values: [id],
      });
      const history = attempts.map(toAttempt);
      return { delivery: toDelivery(row, history.at(-1) ?? null), history };
    },

    async retry(partnerId, id) {
      const { rows } = await db.query<{ is_enabled: boolean }>({ text: RETRY, values: [partnerId, id] });
      if (!rows[0]) return "not_found";
      return rows[0].is_enabled ? "queued" : "disabled";
    },

    async replay(partnerId, endpointId, { fromMs, untilMs, types, onlyFailed }) {
      const until = untilMs === null ? "infinity" : new Date(untilMs);
      const values = [partnerId, endpointId, new Date(fromMs), until, types, onlyFailed];
      const work = () => db.query<{ queued: number }>({ text: REPLAY, values });
      const { rows } = await permits.replays.run(partnerId, work);
      return rows[0]?.queued ?? 0;
    },

    async test(partnerId, endpointId) {
      const { rows } = await db.query<{ eventId: string; deliveryId: string }>({
        text: TEST,
        values: [partnerId, endpointId],
      });
      const [row] = rows;
      return row ? { eventId: row.eventId, deliveryId: row.deliveryId } : null;
    },
  };
}

/** The largest bigint. */
const NO_MAX = 2n ** 63n - 1n;

async function lastAttempts(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, Attempt>> {
  const { rows } = await db.query<AttemptRow>({
    name: "last_attempts",
    text: `select distinct on (delivery_id) ${ATTEMPT_COLUMNS} from webhook_attempts
            where delivery_id = any($1) order by delivery_id, no desc`,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.delivery_id, toAttempt(row)]));
}

const toAttempt = ({ at, status, duration_ms, error, response }: AttemptRow): Attempt => ({
  at,
  status,
  durationMs: duration_ms,
  error,
  response,
});

const toDelivery = (row: DeliveryRow, lastAttempt: Attempt | null): Delivery => ({
  id: row.id,
  endpointId: row.endpoint_id,
  eventId: row.event_id,
  type: row.type,
  status: row.status,
  attempts: row.attempts,
  nextAttemptAt: row.next_attempt_at,
  lastAttempt,
});
