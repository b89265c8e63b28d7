// The audit log. A change writes its line in its own statement, with `auditLine`.
import type { AuditAction, AuditEntry, AuditFilter, AuditSubject } from "../../merchant/audit.ts";
import type { Queryable } from "../database/database.ts";

/**
 * The body of a CTE that writes lines to the log.
 * @param from a FROM item, optionally with WHERE, with the columns partner_id, merchant_id and id (of the subject)
 * @param by placeholders or expressions for the actor (see `Actor`) and the channel
 * @param facts jsonb expressions
 */
export const auditLine = (
  action: AuditAction,
  subject: AuditSubject,
  from: string,
  by: { readonly actor: string; readonly via: string },
  facts: { readonly before?: string; readonly after?: string } = {},
): string => `
  insert into audit_log (partner_id, merchant_id, actor, address, via, action, subject_type, subject_id, before, after)
  select partner_id, merchant_id, split_part(${by.actor}, '@', 1), nullif(split_part(${by.actor}, '@', 2), '')::inet,
         ${by.via}, '${action}', '${subject}', id,
         ${facts.before ?? "null::jsonb"}, ${facts.after ?? "null::jsonb"} from ${from}`;

/** The actor and the channel of the operator's commands. */
export const BY_OPERATOR = { actor: "'operator'", via: "'cli'" } as const;

interface AuditRow {
  id: bigint;
  at: Date;
  actor: string;
  via: AuditEntry["via"];
  prefix: string | null;
  user_name: string | null;
  address: string | null;
  action: AuditAction;
  subject_type: AuditSubject;
  subject_id: string;
  merchant_id: string | null;
  names: Record<string, string> | null;
  before: AuditEntry["before"];
  after: AuditEntry["after"];
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** The next page is before this entry; null: there is none. A page may be short, or empty, although there is one. */
  readonly next: bigint | null;
}

export interface AuditStore {
  /**
   * A partner's entries, newest first.
   * @param before the `next` of the previous page; null: the first page
   */
  list(filter: AuditFilter, before: bigint | null, limit: number): Promise<AuditPage>;

  hasMoreThan(filter: AuditFilter, count: number): Promise<boolean>;
}

export function createAuditStore(db: Queryable): AuditStore {
  return {
    async list(filter, before, limit) {
      const values = valuesOf(filter);
      // One more than the page has shows whether there is a next page.
      const { rows } = await db.query<AuditRow>({
        name: `audit_log${variant(filter)}`,
        text: `select a.id, a.created_at as at, a.actor, a.via, host(a.address) as address, k.prefix,
                      coalesce(u.name, t.name) as user_name, a.action, a.subject_type, a.subject_id,
                      a.merchant_id, a.before, a.after, (${NAMES}) as names
                 from (select * ${looked(filter, "$8", "$10")}) a ${MAKERS} ${matches(filter)}
                order by a.id desc limit $9`,
        values: [...values, before ?? ID_MAX, limit + 1, LOOKED_MAX],
      });
      const entries = rows.slice(0, limit).map(toEntry);
      if (rows.length > limit) return { entries, next: entries.at(-1)?.id ?? null };
      return { entries, next: isWhole(filter) ? null : await lastLooked(db, filter, before) };
    },

    async hasMoreThan(filter, count) {
      let found = 0n;
      for (let before: bigint | null = null; ; ) {
        found += await countLooked(db, filter, before);
        if (found > count) return true;
        before = await lastLooked(db, filter, before);
        if (before === null) return false;
      }
    },
  };
}

const toEntry = ({
  prefix,
  user_name,
  subject_type: type,
  subject_id,
  merchant_id,
  names,
  ...row
}: AuditRow): AuditEntry => ({
  ...row,
  keyPrefix: prefix,
  actorName: user_name,
  subject: { type, id: subject_id },
  names: names ?? {},
  merchantId: merchant_id,
});

/** How many entries one page is searched in, so that a rare match does not read a whole log at once: about 100 ms. */
const LOOKED_MAX = 20_000;

const valuesOf = ({ partnerId, merchantIds, actions, actor, startMs, endMs, text }: AuditFilter): unknown[] => [
  partnerId,
  merchantIds,
  actions,
  actor,
  startMs === null ? null : new Date(startMs),
  endMs === null ? null : new Date(endMs),
  text,
];

const isWhole = ({ actions, actor, startMs, endMs, text }: AuditFilter): boolean =>
  [actions, actor, startMs, endMs, text].every((condition) => condition === null);

/** Each text has its own name: the plan of one with an optional condition would miss an index. */
const variant = ({ merchantIds, text }: AuditFilter): string =>
  `${merchantIds === null ? "" : "_of_merchant"}${text === null ? "" : "_with_text"}`;

/** The entries that a page is searched in. */
const looked = ({ merchantIds }: AuditFilter, before: string, max: string): string => `
  from audit_log
 where partner_id = $1 and id < ${before}
   and ${merchantIds === null ? "$2::text[] is null" : "merchant_id = any($2)"}
 order by id desc limit ${max}`;

/** Whose users appear in a log: a test twin has those of its partner. */
const WITH_LIVE_PARTNER = "(a.partner_id, live_partner(a.partner_id))";

export const MAKERS = `
  left join api_keys k on k.id = a.actor and k.partner_id = a.partner_id
  left join users u on u.id = a.actor and u.partner_id in ${WITH_LIVE_PARTNER}
  left join tills t on t.id = a.actor and t.partner_id = a.partner_id`;

const matches = ({ text }: AuditFilter): string => `
  where ($3::text[] is null or a.action = any($3)) and ($4::text is null or a.actor = $4)
    and ($5::timestamptz is null or a.created_at >= $5) and ($6::timestamptz is null or a.created_at < $6)
    and ${
      text === null
        ? "$7::text is null"
        : `strpos(lower(concat_ws(' ', a.action, a.actor, u.name, t.name, k.prefix, k.label, host(a.address),
             a.subject_id, a.merchant_id, a.before, a.after,
             (select name from users where id = a.subject_id and partner_id in ${WITH_LIVE_PARTNER}),
             (select name from tills where id = a.subject_id and partner_id = a.partner_id),
             (select name from merchants where id = a.merchant_id and partner_id = a.partner_id))), lower($7::text)) > 0`
    }`;

/** How many of the entries that a page is searched in match. */
async function countLooked(db: Queryable, filter: AuditFilter, before: bigint | null): Promise<bigint> {
  const { rows } = await db.query<{ count: bigint }>({
    name: `audit_log_count${variant(filter)}`,
    text: `select count(*) as count from (select * ${looked(filter, "$8", "$9")}) a ${MAKERS} ${matches(filter)}`,
    values: [...valuesOf(filter), before ?? ID_MAX, LOOKED_MAX],
  });
  return rows[0]?.count ?? 0n;
}

/** Where the next page goes on; null: the search has reached the first entry, or the beginning of the time. */
async function lastLooked(db: Queryable, filter: AuditFilter, before: bigint | null): Promise<bigint | null> {
  const { partnerId, merchantIds, startMs } = filter;
  const { rows } = await db.query<{ id: bigint | null; at: Date | null; count: bigint }>({
    name: `audit_log_looked${merchantIds === null ? "" : "_of_merchant"}`,
    text: `select min(id) as id, min(created_at) as at, count(*) as count
             from (select id, created_at ${looked(filter, "$3", "$4")}) looked`,
    values: [partnerId, merchantIds, before ?? ID_MAX, LOOKED_MAX],
  });
  const { id = null, at = null, count = 0n } = rows[0] ?? {};
  if (count < LOOKED_MAX || (startMs !== null && at && at.getTime() < startMs)) return null;
  return id;
}

/** Joined at each read. The log itself stores no names, so removing a user erases that user's name. */
const NAMES = `
  select jsonb_object_agg(named.id, named.name) from (
    select id, name from users
     where partner_id in ${WITH_LIVE_PARTNER} and id in (a.subject_id, a.after ->> 'askedBy') and name is not null
    union all select id, name from tills where partner_id = a.partner_id and id = a.subject_id) named`;

/** The largest bigint. */
const ID_MAX = 2n ** 63n - 1n;
