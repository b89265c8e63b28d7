// The audit log. A change writes its line in its own statement, with `auditLine`.
import type { AuditAction, AuditEntry, AuditSubject } from "../merchant/audit.ts";
import type { Queryable } from "./database.ts";

/**
 * The body of a CTE that writes lines to the log.
 * @param from a FROM item, optionally with WHERE, with the columns partner_id, merchant_id and id (of the subject)
 * @param by placeholders or expressions for the actor and the channel
 * @param facts jsonb expressions
 */
export const auditLine = (
  action: AuditAction,
  subject: AuditSubject,
  from: string,
  by: { readonly actor: string; readonly via: string },
  facts: { readonly before?: string; readonly after?: string } = {},
): string => `
  insert into audit_log (partner_id, merchant_id, actor, via, action, subject_type, subject_id, before, after)
  select partner_id, merchant_id, ${by.actor}, ${by.via}, '${action}', '${subject}', id,
         ${facts.before ?? "null::jsonb"}, ${facts.after ?? "null::jsonb"} from ${from}`;

/** For the operator's actions on the command line. */
export const BY_OPERATOR = { actor: "'operator'", via: "'cli'" } as const;

interface AuditRow {
  id: bigint;
  at: Date;
  actor: string;
  via: AuditEntry["via"];
  prefix: string | null;
  action: AuditAction;
  subject_type: AuditSubject;
  subject_id: string;
  merchant_id: string | null;
  before: AuditEntry["before"];
  after: AuditEntry["after"];
}

export interface AuditStore {
  /**
   * A partner's entries, newest first.
   * @param merchantId null: about all merchants
   * @param before the last entry of the previous page; null: the first page
   */
  list(
    partnerId: string,
    merchantId: string | null,
    before: bigint | null,
    limit: number,
  ): Promise<readonly AuditEntry[]>;
}

export function createAuditStore(db: Queryable): AuditStore {
  return {
    async list(partnerId, merchantId, before, limit) {
      const { rows } = await db.query<AuditRow>({
        // One text for each, because the plan of a statement with an optional condition would miss an index.
        name: merchantId === null ? "audit_log" : "audit_log_of_merchant",
        text: `select a.id, a.created_at as at, a.actor, a.via, k.prefix, a.action, a.subject_type, a.subject_id, a.merchant_id,
                      a.before, a.after
                 from audit_log a left join api_keys k on k.id = a.actor and k.partner_id = a.partner_id
                where a.partner_id = $1 and a.id < $2 and ${merchantId === null ? "$4::text is null" : "a.merchant_id = $4"}
                order by a.id desc limit $3`,
        values: [partnerId, before ?? ID_MAX, limit, merchantId],
      });
      return rows.map(({ prefix, subject_type: type, subject_id, merchant_id, ...row }) => ({
        ...row,
        keyPrefix: prefix,
        subject: { type, id: subject_id },
        merchantId: merchant_id,
      }));
    },
  };
}

/** The largest bigint. */
const ID_MAX = 2n ** 63n - 1n;
