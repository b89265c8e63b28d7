// Turns what has happened into notices to the users who can act. Much that happens at once becomes one notice.

import { newId } from "../../ids.ts";
import { NOTICE_KINDS, NOTIFIED_ROLES } from "../../mail/kinds.ts";
import { lockWork } from "../database/advisory-lock.ts";
import type { Database, Queryable } from "../database/database.ts";

/** News per transaction. */
const NEWS_MAX = 200;
/** Things that one notice names. */
const ITEMS_MAX = 10;
/** The time between two notices of one kind to a user. All that happens in it is told together. */
const APART = "interval '30 minutes'";
/**
 * Notices of a partner's live and test mode in a day. Users name their addresses themselves, so a partner could
 * write to strangers. The console still shows everything.
 */
const [LIVE_MAX, TEST_MAX] = [1_000, 200];
/** A worker that was away for longer does not tell what was before. */
const AGE_MAX = "interval '1 day'";

/** Who is told of what in `fresh` (`f`), by kind. Users act in their partner's test mode too. */
const rolesOf = (kind: keyof typeof NOTIFIED_ROLES): string =>
  `u.role in (${NOTIFIED_ROLES[kind].map((role) => `'${role}'`).join(", ")})`;

const READ = `
  with due as (
    delete from mail_news where id in (
      select id from mail_news where due_at <= now() order by due_at, id limit ${NEWS_MAX} for update skip locked)
    returning *
  ), fresh as (
    select d.id, d.partner_id, d.kind, p.merchant_id, null::text as asked_by,
           jsonb_build_object('exception', x.kind, 'merchant', m.name) as item
      from due d join exceptions x on x.id = d.subject_id and x.partner_id = d.partner_id and x.resolved_at is null
      join payments p on p.id = d.payment_id and p.partner_id = d.partner_id
      join merchants m on m.id = p.merchant_id and m.partner_id = p.partner_id
     where d.kind = 'exceptions' and d.created_at > now() - ${AGE_MAX}
    union all
    select d.id, d.partner_id, d.kind, r.merchant_id, r.asked_by,
           jsonb_strip_nulls(jsonb_build_object('person', a.name, 'merchant', m.name))
      from due d join change_requests r on r.id = d.subject_id and r.partner_id = d.partner_id and r.status = 'open'
      left join users a on a.id = r.asked_by and a.partner_id = r.partner_id
      left join merchants m on m.id = r.merchant_id and m.partner_id = r.partner_id
     where d.kind = 'approvals' and r.expires_at > now() and d.created_at > now() - ${AGE_MAX}
    union all
    select d.id, d.partner_id, d.kind, r.merchant_id,
           coalesce(r.accepted_by, r.claimed_by),
           jsonb_strip_nulls(jsonb_build_object(
             'addressBy', case when r.claimed_by is null then 'buyer' else 'merchant' end,
             'person', a.name, 'merchant', m.name))
      from due d join refunds r on r.id = d.subject_id and r.partner_id = d.partner_id and r.claimed is not null
      join merchants m on m.id = r.merchant_id and m.partner_id = r.partner_id
      left join users a on a.id = r.claimed_by and a.partner_id in (r.partner_id, live_partner(r.partner_id))
     where d.kind = 'approvals' and r.status = 'requires_address' and r.expires_at > now()
       and d.created_at > now() - ${AGE_MAX}
    union all
    select d.id, d.partner_id, d.kind, null, null,
           jsonb_build_object('host', split_part(split_part(regexp_replace(e.url, '[?#].*$', ''), '/', 3), '@', -1),
                              'isDisabled', d.reason is not null)
      from due d join webhook_endpoints e on e.id = d.subject_id and e.partner_id = d.partner_id
     where d.kind = 'webhooks' and d.created_at > now() - ${AGE_MAX}
       and case when d.reason is null then e.is_enabled and e.failing_since = d.since
                else e.disabled_reason is not null end
  )
  select u.id as user_id, u.partner_id as user_partner_id, f.partner_id, f.kind, coalesce(u.language, 'en') as language,
         jsonb_agg(f.item order by f.id) as items, count(*)::integer as count,
         (select count(*) from due)::integer as due
    from (select null::text as nobody) one
    left join fresh f on true
    left join users u on u.partner_id in (f.partner_id, live_partner(f.partner_id))
         and u.joined_at is not null and u.removed_at is null and u.email is not null and f.kind <> all(u.mail_off)
         and u.id is distinct from f.asked_by
         and case f.kind
               when 'exceptions' then ${rolesOf("exceptions")}
                 and (u.merchant_ids is null or f.merchant_id = any(u.merchant_ids))
               when 'approvals' then ${rolesOf("approvals")}
                 and (u.merchant_ids is null or f.merchant_id = any(u.merchant_ids))
               else ${rolesOf("webhooks")} and u.merchant_ids is null end
   group by u.id, u.partner_id, u.language, f.partner_id, f.kind`;

const FIRST = `'$[0 to ${ITEMS_MAX - 1}]'`;

// A message that is being sent does not change: what came since then is told by the next one.
const TELL = `
  with given as (
    select * from jsonb_to_recordset($1::jsonb) as g(id text, user_id text, user_partner_id text, partner_id text,
                                                     kind text, language text, items jsonb, count integer)
  ), added as (
    update mails m set items = jsonb_path_query_array(m.items || g.items, ${FIRST}), count = m.count + g.count
      from given g
     where m.user_id = g.user_id and m.kind = g.kind and m.partner_id = g.partner_id and m.state = 'waiting'
       and (m.leased_until is null or m.leased_until < now())
    returning g.id
  ), new as (
    select g.*, row_number() over (partition by g.partner_id order by g.user_id, g.kind) as place
      from given g where g.id not in (select id from added)
  ), room as (
    select p.partner_id, case when live_partner(p.partner_id) = p.partner_id then ${LIVE_MAX} else ${TEST_MAX} end -
           (select count(*) from mails m where m.partner_id = p.partner_id and m.kind = any($2)
                                           and m.created_at > now() - interval '1 day') as places
      from (select distinct partner_id from new) p
  )
  insert into mails (id, partner_id, kind, user_id, user_partner_id, language, items, count, next_attempt_at)
  select g.id, g.partner_id, g.kind, g.user_id, g.user_partner_id, g.language,
         jsonb_path_query_array(g.items, ${FIRST}), g.count,
         greatest(now(), (select max(m.created_at) + ${APART} from mails m
                           where m.user_id = g.user_id and m.kind = g.kind and m.partner_id = g.partner_id))
    from new g join room r on r.partner_id = g.partner_id and g.place <= r.places`;

interface NoticeRow {
  readonly user_id: string | null;
  readonly user_partner_id: string;
  readonly partner_id: string;
  readonly kind: string;
  readonly language: string;
  readonly items: readonly object[];
  readonly count: number;
  readonly due: number;
}

/** One process at a time: two would tell a user twice. */
export const collectNews = (db: Database): Promise<{ readonly hasMore: boolean }> =>
  db.transaction(async (tx) => {
    if (!(await isAnyDue(tx))) return { hasMore: false };
    await lockWork(tx, "tells", "mail");
    const { rows } = await tx.query<NoticeRow>({ name: "read_mail_news", text: READ });
    const notices = rows.filter(({ user_id }) => user_id !== null).map((row) => ({ ...row, id: newId("mail") }));
    if (notices.length > 0) {
      const values = [JSON.stringify(notices), NOTICE_KINDS];
      await tx.query({ name: "tell_mail_news", text: TELL, values });
    }
    return { hasMore: rows[0]?.due === NEWS_MAX };
  });

async function isAnyDue(tx: Queryable): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: "is_mail_news_due",
    text: "select from mail_news where due_at <= now() limit 1",
  });
  return rowCount === 1;
}
