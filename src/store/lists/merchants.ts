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

/** N-grams of three characters are indexed. Shorter texts are compared with each merchant's name and id. */
const INDEXED_LENGTH_MIN = 3;

/** The prefix of merchant ids. */
const ID_PREFIX = "mrch_";

export async function readMerchants(
  tx: Queryable,
  partnerId: string,
  filter: MerchantFilter,
  after: MerchantPosition | null,
  { limit, scannedMerchantsMax }: { readonly limit: number; readonly scannedMerchantsMax: number },
): Promise<MerchantPage> {
  const { search } = filter;
  const isScan = search !== null && [...search].length < INDEXED_LENGTH_MIN;
  const { conditions, pattern } = conditionsOf(filter, isScan && (await hasMore(tx, partnerId, scannedMerchantsMax)));
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

/** Whether the partner has more merchants than this. */
async function hasMore(tx: Queryable, partnerId: string, most: number): Promise<boolean> {
  const { rows } = await tx.query<{ found: boolean }>({
    name: "has_more_merchants",
    text: `select exists (select from merchants where partner_id = $1 and deleted_at is null offset $2) as found`,
    values: [partnerId, most],
  });
  return rows[0]?.found ?? false;
}

/** $2 is the status, $3 the pattern. @param isPrefix compares only the beginnings of names, which an index has */
function conditionsOf(
  { status, search }: MerchantFilter,
  isPrefix: boolean,
): { readonly conditions: string; readonly pattern: string | null } {
  const byStatus = status === null ? "$2::text is null" : "status = $2";
  const isAny = search === null || ID_PREFIX.includes(search.toLowerCase());
  if (isAny) return { conditions: `${byStatus} and $3::text is null`, pattern: null };
  const literal = search.replace(/[\\%_]/g, "\\$&");
  return isPrefix
    ? { conditions: `${byStatus} and lower(name) like lower($3)`, pattern: `${literal}%` }
    : { conditions: `${byStatus} and (name ilike $3 or id ilike $3)`, pattern: `%${literal}%` };
}
