// Records attempts. Attempts that end at the same time share a statement.
import type { DisabledReason } from "../../events/endpoint.ts";
import type { Outcome } from "../../operations/ports/delivery.ts";
import type { Queryable } from "../database/database.ts";
import { shareStatement } from "../database/shared-statement.ts";
import { SHOWN } from "./endpoints.ts";

/** An endpoint that fails for this long without a success is disabled. */
const FAILING_DAYS_MAX = 5;

// A delivery may have been deleted, or ended by another process, since it was sent.
const RECORD = `
  with outcome as materialized (
    select * from unnest($1::text[], $2::text[], $3::integer[], $4::integer[], $5::text[], $6::text[], $7::float8[],
                         $8::boolean[])
      as o(delivery_id, endpoint_id, status, duration_ms, error, response, retry_in_s, is_gone)
  ), ended as (
    update webhook_deliveries d
       set attempts = d.attempts + 1, tries = d.tries + 1,
           status = case when o.error is null then 'succeeded' when o.retry_in_s is null then 'failed' else 'pending' end,
           next_attempt_at = case when o.error is not null then now() + o.retry_in_s * interval '1 second' end
      from outcome o where d.id = o.delivery_id and d.status = 'pending'
    returning d.id, d.attempts
  ), attempt as (
    insert into webhook_attempts (delivery_id, no, at, status, duration_ms, error, response)
    select e.id, e.attempts, now() - o.duration_ms * interval '1 ms', o.status, o.duration_ms, o.error, o.response
      from ended e join outcome o on o.delivery_id = e.id
    on conflict do nothing
  ), summary as (
    select endpoint_id, bool_or(error is null) as has_success, bool_or(is_gone) as is_gone from outcome group by 1
  ), locked as materialized (
    select w.id, w.failing_since from webhook_endpoints w where w.id in (select endpoint_id from summary)
     order by w.id for no key update
  ), judged as (
    select s.endpoint_id, s.has_success,
           case when s.is_gone then 'gone'
                when not s.has_success and l.failing_since < now() - interval '${FAILING_DAYS_MAX} days' then 'failing'
           end as reason
      from summary s join locked l on l.id = s.endpoint_id
     where s.is_gone or s.has_success <> (l.failing_since is null)
           or l.failing_since < now() - interval '${FAILING_DAYS_MAX} days'
  ), changed as (
    update webhook_endpoints w
       set failing_since = case when j.has_success then null else coalesce(w.failing_since, now()) end,
           is_enabled = w.is_enabled and j.reason is null, disabled_reason = coalesce(j.reason, w.disabled_reason)
      from judged j where w.id = j.endpoint_id and w.is_enabled
    returning w.*, j.reason
  ), event as (
    insert into partner_events (partner_id, type, facts)
    select partner_id, 'webhook_endpoint.disabled', ${SHOWN} from changed where reason is not null
  )
  select o.delivery_id, c.reason from outcome o left join changed c on c.id = o.endpoint_id`;

export function createRecorder(db: Queryable): (outcome: Outcome) => Promise<DisabledReason | null> {
  const record = shareStatement<Outcome, { readonly reason: DisabledReason | null }>({
    async together(outcomes) {
      const column = <Value>(of: (outcome: Outcome) => Value): Value[] => outcomes.map(of);
      const { rows } = await db.query<{ delivery_id: string; reason: DisabledReason | null }>({
        name: "record_attempts",
        text: RECORD,
        values: [
          column(({ deliveryId }) => deliveryId),
          column(({ endpointId }) => endpointId),
          column(({ status }) => status),
          column(({ durationMs }) => durationMs),
          column(({ error }) => error),
          column(({ response }) => response),
          column(({ retryInS }) => retryInS),
          column(({ isGone }) => isGone),
        ],
      });
      const reasons = new Map(rows.map(({ delivery_id, reason }) => [delivery_id, reason]));
      return outcomes.map(({ deliveryId }) => ({ reason: reasons.get(deliveryId) ?? null }));
    },
    keysOf: ({ deliveryId }) => [deliveryId],
  });
  return async (outcome) => (await record(outcome)).reason;
}
