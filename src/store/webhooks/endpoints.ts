// Webhook endpoints. Secrets are sealed before they are stored and never opened here.
import { ENDPOINTS_MAX, type WebhookEndpoint } from "../../events/endpoint.ts";
import type { Actor } from "../../merchant/audit.ts";
import type { WebhookEndpoints } from "../../operations/ports/webhooks.ts";
import { auditLine } from "../audit/audit.ts";
import { EVENTS_CHANNEL } from "../database/channels.ts";
import type { Queryable } from "../database/database.ts";

export interface EndpointRow {
  readonly id: string;
  readonly url: string;
  readonly format: WebhookEndpoint["format"];
  readonly events: WebhookEndpoint["events"];
  readonly merchant_ids: readonly string[] | null;
  readonly description: string | null;
  readonly is_enabled: boolean;
  readonly disabled_reason: WebhookEndpoint["disabledReason"];
  readonly failing_since: Date | null;
  readonly created_at: Date;
}

const COLUMNS =
  "id, url, format, events, merchant_ids, description, is_enabled, disabled_reason, failing_since, created_at";

/** The path of a URL is often a secret, so events and the audit log have only the place. */
const ORIGIN = "substring(url from '^[^/]*//[^/?#]*')";

/** An endpoint as events show it. */
export const SHOWN = `jsonb_build_object('id', id, 'url', ${ORIGIN}, 'format', format, 'events', to_jsonb(events),
  'merchantIds', to_jsonb(merchant_ids), 'description', description, 'isEnabled', is_enabled,
  'disabledReason', disabled_reason,
  'createdAt', to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;

const FACTS = `jsonb_build_object('url', ${ORIGIN}, 'events', to_jsonb(events), 'enabled', is_enabled)`;
const BY = { actor: "actor", via: "via" } as const;

/** The position after all written events: a new endpoint gets only later events. */
const NOW = "pg_current_xact_id()::text::bigint + (select tx_offset from event_clock)";

const INSERT = `
  with added as (
    insert into webhook_endpoints
      (id, partner_id, url, events, merchant_ids, description, is_enabled, key_id, secret, format, tx)
    select $2, $1, $3, $4, $5, $6, $7, $8, $9, $12, ${NOW}
     where count_webhook_endpoints($1) < ${ENDPOINTS_MAX}
    returning ${COLUMNS}, partner_id
  ), line as (
    select *, null::text as merchant_id, $10::text as actor, $11::text as via from added
  ), audit as (${auditLine("webhook_endpoint_created", "webhook_endpoint", "line", BY, { after: FACTS })})
  select * from added`;

const UPDATE = `
  with old as (
    select * from webhook_endpoints where id = $2 and partner_id = $1 for no key update
  ), changed as (
    update webhook_endpoints w
       set url = coalesce($3::text, old.url), events = coalesce($4::text[], old.events),
           merchant_ids = case when $5::boolean then $6::text[] else old.merchant_ids end,
           description = case when $7::boolean then $8::text else old.description end,
           is_enabled = coalesce($9::boolean, old.is_enabled),
           disabled_reason = case when $9::boolean is null then old.disabled_reason end,
           failing_since = case when $9::boolean is null then old.failing_since end,
           tx = case when $9::boolean and not old.is_enabled then ${NOW} else old.tx end,
           event = case when $9::boolean and not old.is_enabled then 0 else old.event end
      from old where w.id = old.id and w.partner_id = old.partner_id
    returning w.*
  ), former as (
    select id, url as former_url, ${FACTS} as before from old
  ), line as (
    select c.*, former.before, former.former_url, ${FACTS} as after, null::text as merchant_id, $10::text as actor,
           $11::text as via
      from changed c join former using (id)
  ), audit as (${auditLine(
    "webhook_endpoint_changed",
    "webhook_endpoint",
    "line where before <> after or url <> former_url",
    BY,
    {
      before: "before",
      after: "after",
    },
  )})
  select ${COLUMNS}, pg_notify('${EVENTS_CHANNEL}', '') from changed`;

/** Rows deleted by one statement, which takes about a tenth of a second. */
const PAGE_MAX = 2_000;

const REMOVE_DELIVERIES = `
  delete from webhook_deliveries where id in (
    select id from webhook_deliveries where endpoint_id = $2 and partner_id = $1 order by no limit ${PAGE_MAX})`;

const REMOVE = `
  with deleted as (
    delete from webhook_endpoints where id = $2 and partner_id = $1
    returning *, null::text as merchant_id, $3::text as actor, $4::text as via
  ), audit as (${auditLine("webhook_endpoint_deleted", "webhook_endpoint", "deleted", BY, { before: FACTS })})
  select pg_notify('${EVENTS_CHANNEL}', '') from deleted`;

const ROTATE = `
  with rotated as (
    update webhook_endpoints
       set former_key_id = case when $5::integer > 0 then key_id end,
           former_secret = case when $5::integer > 0 then secret end,
           former_until = case when $5::integer > 0 then now() + $5::integer * interval '1 second' end, key_id = $3, secret = $4
     where id = $2 and partner_id = $1
    returning *, null::text as merchant_id, $6::text as actor, $7::text as via
  ), audit as (${auditLine("webhook_secret_rotated", "webhook_endpoint", "rotated", BY)})
  select pg_notify('${EVENTS_CHANNEL}', '') from rotated`;

/** The end of a page: the last endpoint's time (ISO 8601) and id. */
export interface EndpointPosition {
  readonly createdAt: string;
  readonly id: string;
}

export interface EndpointStore extends WebhookEndpoints {
  /** A partner's endpoints, oldest first. */
  list(partnerId: string, after: EndpointPosition | null, limit: number): Promise<readonly WebhookEndpoint[]>;
  find(partnerId: string, id: string): Promise<WebhookEndpoint | null>;
  /** Removes an endpoint with its deliveries. False if the endpoint is unknown or another partner's. */
  remove(partnerId: string, id: string, by: Actor): Promise<boolean>;
}

export const createEndpointStore = (db: Queryable): EndpointStore => ({ ...reads(db), ...writes(db) });

const reads = (db: Queryable): Pick<EndpointStore, "list" | "find" | "knownMerchants"> => ({
  async list(partnerId, after, limit) {
    const { rows } = await db.query<EndpointRow>({
      name: "webhook_endpoints",
      text: `select ${COLUMNS} from webhook_endpoints
              where partner_id = $1 and (created_at, id) > ($2::timestamptz, $3) order by created_at, id limit $4`,
      values: [partnerId, after?.createdAt ?? "-infinity", after?.id ?? "", limit],
    });
    return rows.map(toEndpoint);
  },

  async find(partnerId, id) {
    const { rows } = await db.query<EndpointRow>({
      name: "webhook_endpoint",
      text: `select ${COLUMNS} from webhook_endpoints where partner_id = $1 and id = $2`,
      values: [partnerId, id],
    });
    return rows[0] ? toEndpoint(rows[0]) : null;
  },

  async knownMerchants(partnerId, merchantIds) {
    const { rows } = await db.query<{ id: string }>({
      name: "known_merchants",
      text: "select id from merchants where partner_id = $1 and id = any($2) and deleted_at is null",
      values: [partnerId, merchantIds],
    });
    return new Set(rows.map(({ id }) => id));
  },
});

const writes = (db: Queryable): Pick<EndpointStore, "insert" | "update" | "remove" | "rotate"> => ({
  async insert(partnerId, { id, url, format, events, merchantIds, description, isEnabled, secret }, { actor, via }) {
    const { rows } = await db.query<EndpointRow>({
      name: "insert_webhook_endpoint",
      text: INSERT,
      values: [
        partnerId,
        id,
        url,
        events,
        merchantIds,
        description,
        isEnabled,
        secret.keyId,
        secret.content,
        actor,
        via,
        format,
      ],
    });
    return rows[0] ? toEndpoint(rows[0]) : null;
  },

  async update(partnerId, id, { url, events, merchantIds, description, isEnabled }, { actor, via }) {
    const { rows } = await db.query<EndpointRow>({
      name: "update_webhook_endpoint",
      text: UPDATE,
      values: [
        partnerId,
        id,
        url,
        events,
        merchantIds !== undefined,
        merchantIds,
        description !== undefined,
        description,
        isEnabled,
        actor,
        via,
      ],
    });
    return rows[0] ? toEndpoint(rows[0]) : null;
  },

  async remove(partnerId, id, { actor, via }) {
    // An endpoint may have a million deliveries. A single statement would hold the endpoint's lock for too long.
    const page = { name: "delete_webhook_deliveries", text: REMOVE_DELIVERIES, values: [partnerId, id] };
    while ((await db.query(page)).rowCount === PAGE_MAX);
    const values = [partnerId, id, actor, via];
    return (await db.query({ name: "delete_webhook_endpoint", text: REMOVE, values })).rowCount === 1;
  },

  async rotate(partnerId, id, { keyId, content }, overlapS, { actor, via }) {
    const values = [partnerId, id, keyId, content, overlapS, actor, via];
    return (await db.query({ name: "rotate_webhook_secret", text: ROTATE, values })).rowCount === 1;
  },
});

export const toEndpoint = (row: EndpointRow): WebhookEndpoint => ({
  id: row.id,
  url: row.url,
  format: row.format,
  events: row.events,
  merchantIds: row.merchant_ids,
  description: row.description,
  isEnabled: row.is_enabled,
  disabledReason: row.disabled_reason,
  failingSince: row.failing_since,
  createdAt: row.created_at,
});
