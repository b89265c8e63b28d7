// The audit log. A change writes its line in its own statement, with `auditLine`.
import type { AuditAction, AuditEntry, AuditSubject } from "../../merchant/audit.ts";
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

export interface AuditStore {
  /**
   * A partner's entries, newest first.
   * @param merchantIds null: about all merchants
   * @param before the last entry of the previous page; null: the first page
   */
  list(
    partnerId: string,
    merchantIds: readonly string[] | null,
    before: bigint | null,
    limit: number,
  ): Promise<readonly AuditEntry[]>;
}

export function createAuditStore(db: Queryable): AuditStore {
  return {
    async list(partnerId, merchantIds, before, limit) {
      const { rows } = await db.query<AuditRow>({
        // Two statements, because the plan of one with an optional condition would miss an index.
        name: merchantIds === null ? "audit_log" : "audit_log_of_merchant",
        text: `select a.id, a.created_at as at, a.actor, a.via, host(a.address) as address, k.prefix,
                      coalesce(u.name, t.name) as user_name, a.action, a.subject_type, a.subject_id,
                      a.merchant_id, a.before, a.after, (${NAMES}) as names
                 from audit_log a
                 left join api_keys k on k.id = a.actor and k.partner_id = a.partner_id
                 left join users u on u.id = a.actor and u.partner_id = a.partner_id
                 left join tills t on t.id = a.actor and t.partner_id = a.partner_id
                where a.partner_id = $1 and a.id < $2
                  and ${merchantIds === null ? "$4::text[] is null" : "a.merchant_id = any($4)"}
                order by a.id desc limit $3`,
        values: [partnerId, before ?? ID_MAX, limit, merchantIds],
      });
      return rows.map(({ prefix, user_name, subject_type: type, subject_id, merchant_id, names, ...row }) => ({
        ...row,
        keyPrefix: prefix,
        actorName: user_name,
        subject: { type, id: subject_id },
        names: names ?? {},
        merchantId: merchant_id,
      }));
    },
  };
}

/** Joined at each read. The log itself stores no names, so removing a user erases that user's name. */
const NAMES = `
  select jsonb_object_agg(named.id, named.name) from (
    select id, name from users
     where partner_id = a.partner_id and id in (a.subject_id, a.after ->> 'askedBy') and name is not null
    union all select id, name from tills where partner_id = a.partner_id and id = a.subject_id) named`;

/** The largest bigint. */
const ID_MAX = 2n ** 63n - 1n;
