// Reads the pending deliveries of each webhook endpoint, for the operator.
import type { DisabledReason, WebhookFormat } from "../../events/endpoint.ts";
import type { Queryable } from "../database/database.ts";

export interface Backlog {
  readonly id: string;
  readonly partnerId: string;
  /** The URL's origin. The path is left out, because it may hold a secret. */
  readonly origin: string;
  readonly format: WebhookFormat;
  readonly isEnabled: boolean;
  readonly disabledReason: DisabledReason | null;
  readonly failingSince: Date | null;
  readonly pending: number;
  /** The time at which the oldest pending delivery was queued. */
  readonly oldestAt: Date | null;
  /** Deliveries of the last day that failed for good. */
  readonly failed: number;
}

export interface BacklogStore {
  /** Oldest endpoints first. @param partnerId null: all partners */
  backlogs(partnerId: string | null): Promise<readonly Backlog[]>;
}

interface BacklogRow extends Omit<Backlog, "origin"> {
  readonly url: string;
}

export const createBacklogStore = (db: Queryable): BacklogStore => ({
  async backlogs(partnerId) {
    const { rows } = await db.query<BacklogRow>({
      text: `select e.id, e.partner_id as "partnerId", e.url, e.format, e.is_enabled as "isEnabled",
                    e.disabled_reason as "disabledReason", e.failing_since as "failingSince",
                    w.pending, w.oldest as "oldestAt", w.failed
               from webhook_endpoints e
              cross join lateral (
                select count(*) filter (where d.status = 'pending')::integer as pending,
                       min(d.created_at) filter (where d.status = 'pending') as oldest,
                       count(*) filter (where d.status = 'failed' and d.created_at > now() - interval '1 day')::integer
                         as failed
                  from webhook_deliveries d where d.endpoint_id = e.id and d.status <> 'succeeded') w
              where $1::text is null or e.partner_id = $1 order by e.created_at, e.id`,
      values: [partnerId],
    });
    return rows.map(({ url, ...row }) => ({ ...row, origin: new URL(url).origin }));
  },
});
