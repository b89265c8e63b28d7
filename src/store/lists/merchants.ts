// Lists and searches of a partner's merchants.
import type { Merchant, MerchantFilter } from "../../merchant/merchant.ts";
import type { Queryable } from "../database/database.ts";
import { COLUMNS, type MerchantRow, toMerchant } from "../merchants/merchants.ts";

/** The last merchant of a page: its `createdAt` as ISO 8601 and its id. */
export type MerchantPosition = readonly [createdAt: string, id: string];

export interface MerchantPage {
  readonly merchants: readonly Merchant[];
  /** Matches on all pages. */
  readonly totalCount: number;
}

/** N-grams of three characters are indexed, so shorter texts are only compared with the beginnings of names and ids. */
const INFIX_LENGTH_MIN = 3;

/** The prefix of merchant ids. */
const ID_PREFIX = "mrch_";

export async function readMerchants(
  tx: Queryable,
  partnerId: string,
  filter: MerchantFilter,
  after: MerchantPosition | null,
  limit: number,
): Promise<MerchantPage> {
  const { conditions, pattern } = conditionsOf(filter);
  const text = `from merchants where partner_id = $1 and deleted_at is null and ${conditions}
                  and ($4::text[] is null or id = any($4))`;
  const values = [partnerId, filter.status, pattern, filter.ids];
  // Unnamed statements, because a kept plan for any pattern would not use the indexes of names.
  const { rows: counted } = await tx.query<{ count: number }>({
    text: `select count(*)::int as count ${text}`,
    values,
  });
  const { rows } = await tx.query<MerchantRow>({
    text: `select ${COLUMNS} ${text} and (created_at, id) < ($5::timestamptz, $6)
            order by created_at desc, id desc limit $7`,
    values: [...values, after?.[0] ?? "infinity", after?.[1] ?? "", limit],
  });
  return { merchants: rows.map(toMerchant), totalCount: counted[0]?.count ?? 0 };
}

/** $2 is the status, $3 the pattern. */
function conditionsOf({ status, search }: MerchantFilter): {
  readonly conditions: string;
  readonly pattern: string | null;
} {
  const byStatus = status === null ? "$2::text is null" : "status = $2";
  const isAny = search === null || ID_PREFIX.startsWith(search.toLowerCase());
  if (isAny) return { conditions: `${byStatus} and $3::text is null`, pattern: null };
  const literal = search.replace(/[\\%_]/g, "\\$&");
  return [...search].length < INFIX_LENGTH_MIN
    ? { conditions: `${byStatus} and lower(name) like lower($3)`, pattern: `${literal}%` }
    : { conditions: `${byStatus} and (name ilike $3 or id ilike $3)`, pattern: `%${literal}%` };
}
