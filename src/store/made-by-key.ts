// Finds what a key has made: in the audit log, whose lines name who made each thing, and by the creator of payments.
import { type KeyPlace, MADE_KINDS, type MadeByKey, type MadeKind, type Named } from "../merchant/made-by-key.ts";
import type { Queryable } from "./database/database.ts";
import { IS_LIVE_KEY } from "./people/keys.ts";

/** The lines that make something. An index has these and the lines of links and codes (schema/12_audit.sql). */
const MAKES = "'key_created', 'user_invited', 'till_created', 'payment_link_created', 'webhook_endpoint_created'";
const OPENS = "'user_invited', 'user_link_created', 'till_created', 'till_code_created'";
const USES = "'user_joined', 'till_paired'";
/** Not a change of something that others made. */
const OTHER = `${MAKES}, ${OPENS}, ${USES}, 'signed_in', 'signed_out', 'sessions_ended', 'payment_cancelled',
  'change_asked', 'change_withdrawn'`;

/**
 * CTEs of a statement whose parameters $1 to $3 are the partner, the key, and the time since when. `made`: the key, and
 * the keys, users, tills, links and endpoints that it made, or that one of them made.
 */
const MADE = `
  with recursive made (type, id) as (
    select 'key', $2::text
    union
    select a.subject_type, a.subject_id
      from made m join audit_log a on a.partner_id = $1 and a.actor = m.id and a.action in (${MAKES})
     where $3::timestamptz is null or a.created_at >= $3
  )`;

/**
 * The users and tills that `made` lacks and that got a link or code of `made`: whether it is their newest one, and
 * whether it is the one that was used last.
 */
const OPENED = `, line as (
    select a.id, a.subject_id, a.action,
           a.actor in (select id from made) and ($3::timestamptz is null or a.created_at >= $3) as is_made
      from audit_log a where a.partner_id = $1 and a.action in (${OPENS}, ${USES})
       and a.subject_id not in (select id from made)
  ), used as (
    select subject_id, max(id) as id from line where action in (${USES}) group by subject_id
  ), opened as (
    select l.subject_id as id, (array_agg(l.is_made order by l.id desc))[1] as is_open,
           coalesce((array_agg(l.is_made order by l.id desc) filter (where l.id < u.id))[1], false) as is_used
      from line l left join used u on u.subject_id = l.subject_id
     where l.action in (${OPENS}) group by l.subject_id having bool_or(l.is_made)
  )`;

/** Users (`u`) and tills (`t`) whose link or code is open, or was used by what has not ended yet. */
const BY_LINK = `u.invite_hash is not null and o.is_open or o.is_used and (u.password is not null
  or exists (select from passkeys p where p.user_id = u.id and p.partner_id = u.partner_id)
  or exists (select from console_sessions s where s.user_id = u.id and s.partner_id = u.partner_id))`;
const BY_CODE = `t.pair_hash is not null and o.is_open or o.is_used
  and exists (select from console_sessions s where s.till_id = t.id and s.partner_id = t.partner_id)`;

const THINGS = `${MADE}${OPENED}
  select 'keys' as kind, k.id, coalesce(k.label, k.prefix || '…') as name, false as is_used
    from api_keys k where k.partner_id = $1 and k.id in (select id from made) and k.id <> $2 and ${IS_LIVE_KEY}
  union all
  select 'users', u.id, u.name, false
    from users u where u.partner_id = $1 and u.id in (select id from made) and u.removed_at is null
  union all
  select 'tills', t.id, t.name, false
    from tills t where t.partner_id = $1 and t.id in (select id from made) and t.revoked_at is null
  union all
  select 'paymentLinks', l.id, coalesce(l.description, l.reference_pattern), false
    from payment_links l where l.partner_id = $1 and l.id in (select id from made) and l.deleted_at is null
  union all
  select 'webhookEndpoints', w.id, substring(w.url from '^[^/]*//([^/?#]*)'), false
    from webhook_endpoints w where w.partner_id = $1 and w.id in (select id from made)
  union all
  select 'changeRequests', r.id, r.change ->> 'type', false
    from change_requests r
   where r.partner_id = $1 and r.asked_by in (select id from made) and r.status = 'open' and r.expires_at > now()
  union all
  select 'userLinks', u.id, u.name, o.is_used
    from users u join opened o on o.id = u.id where u.partner_id = $1 and u.removed_at is null and (${BY_LINK})
  union all
  select 'pairings', t.id, t.name, o.is_used
    from tills t join opened o on o.id = t.id where t.partner_id = $1 and t.revoked_at is null and (${BY_CODE})
  order by 2`;

/**
 * Payments of a link count as the link's. A sale of the last instant may have expired since. A refund that it requested
 * ends with its gateway payment: somebody could still sign it.
 */
const PAYMENTS = `${MADE}
  select p.id from payments p
   where p.partner_id = $1 and p.status = 'requires_action' and p.expires_at > now()
     and p.creator_id in (
       select id from made
       union all
       select f.id from refunds f where f.partner_id = $1 and f.requester_id in (select id from made))
     and ($3::timestamptz is null or p.created_at >= $3)`;

const CHANGES = `${MADE}
  select a.action, count(distinct a.subject_id)::integer as count from audit_log a
   where a.partner_id = $1 and a.actor in (select id from made) and a.action not in (${OTHER})
     and a.subject_id not in (select id from made) and ($3::timestamptz is null or a.created_at >= $3)
   group by a.action order by a.action`;

const LEFT = `${MADE}
  select (select count(*)::integer from api_keys k
           where k.partner_id = $1 and k.role = 'partner' and ${IS_LIVE_KEY} and k.id not in (select id from made)) as keys,
         (select coalesce(array_agg(u.id), '{}') from users u
           where u.partner_id = $1 and u.role = 'owner' and u.merchant_ids is null and u.joined_at is not null
             and u.removed_at is null and u.id not in (select id from made)) as owners`;

/** The key's own row, and the parameters of the statements above. */
export interface FoundKey {
  readonly key: MadeByKey["key"];
  readonly values: readonly [partnerId: string, keyId: string, since: Date | null];
}

export interface Thing extends Named {
  readonly kind: MadeKind;
  /** Somebody joined by the link or code. */
  readonly isUsed: boolean;
}

/** What ends with a key, with the ids that the ending needs. */
export interface Found extends Omit<MadeByKey, "payments"> {
  readonly things: readonly Thing[];
  readonly paymentIds: readonly string[];
}

export async function findKey(db: Queryable, { keyId, partnerId, since }: KeyPlace): Promise<FoundKey | null> {
  const { rows } = await db.query<MadeByKey["key"]>({
    name: "key_of_made",
    text: `select id, partner_id as "partnerId", coalesce(label, prefix || '…') as name,
                  revoked_at is not null as "isRevoked"
             from api_keys where id = $1 and ($2::text is null or partner_id = $2)`,
    values: [keyId, partnerId],
  });
  const [key] = rows;
  return key ? { key, values: [key.partnerId, key.id, since] } : null;
}

/** The ids of the keys, users and tills that can make things. */
export async function makersOf(db: Queryable, { values }: FoundKey): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: "makers",
    text: `${MADE} select id from made where type in ('key', 'user', 'till') order by id`,
    values: [...values],
  });
  return rows.map(({ id }) => id);
}

export async function findMade(db: Queryable, { key, values }: FoundKey): Promise<Found> {
  const rowsOf = async <Row extends object>(name: string, text: string) =>
    (await db.query<Row>({ name, text, values: [...values] })).rows;
  const rows = await rowsOf<Named & { kind: MadeKind; is_used: boolean }>("made_things", THINGS);
  const payments = await rowsOf<{ id: string }>("made_payments", PAYMENTS);
  const changes = await rowsOf<{ action: string; count: number }>("made_changes", CHANGES);
  const [left] = await rowsOf<{ keys: number; owners: string[] }>("left_of_made", LEFT);
  const things = rows.map(({ is_used: isUsed, ...thing }) => ({ ...thing, isUsed }));
  const taken = new Set(things.flatMap(({ kind, id, isUsed }) => (kind === "userLinks" && isUsed ? id : [])));
  const named = (kind: MadeKind) => things.filter((thing) => thing.kind === kind).map(({ id, name }) => ({ id, name }));
  return {
    key,
    made: Object.fromEntries(MADE_KINDS.map((kind) => [kind, named(kind)])) as Record<MadeKind, Named[]>,
    things,
    paymentIds: payments.map(({ id }) => id),
    changes: Object.fromEntries(changes.map(({ action, count }) => [action, count])),
    left: { keys: left?.keys ?? 0, owners: left?.owners.filter((id) => !taken.has(id)).length ?? 0 },
  };
}

export const toMade = ({ things: _things, paymentIds, ...found }: Found): MadeByKey => ({
  ...found,
  payments: paymentIds.length,
});
