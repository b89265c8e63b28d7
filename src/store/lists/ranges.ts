// Reads payments one by one where no totals exist. A range is a merchant (or whole partner), a status asset and a time
// range: a contiguous part of one index.
import { type RawBuilder, sql } from "kysely";
import type { TimeRange } from "./buckets.ts";
import type { Selection } from "./selection.ts";

export interface ReadRange extends TimeRange {
  /** Null: all merchants. A status asset belongs to one partner. */
  readonly merchant: number | null;
  readonly statusAsset: number;
}

/** One range for each status asset of each scope, within this time. */
export const rangesOf = (
  { statusAssets, scopes, isOfMerchants }: Pick<Selection, "statusAssets" | "scopes" | "isOfMerchants">,
  { fromMs, toMs }: TimeRange,
): ReadRange[] =>
  scopes.flatMap(({ no }) =>
    statusAssets.map((statusAsset) => ({
      merchant: isOfMerchants ? no : null,
      statusAsset: statusAsset.no,
      fromMs,
      toMs,
    })),
  );

export const timestamp = (ms: number | null, endless: "-infinity" | "infinity"): string =>
  ms === null ? endless : new Date(ms).toISOString();

/**
 * A FROM item with the columns of listed_payments `l` for each range; `range.no` is the range's number, from 1. The
 * planner does not know the length of a subquery's array, so it keeps one plan for any number of ranges.
 */
export function fromRanges(ranges: readonly ReadRange[], isOfMerchants: boolean): RawBuilder<unknown> {
  const merchant = isOfMerchants ? sql`and l.merchant = range.merchant` : sql``;
  return sql`
    unnest((select ${ranges.map((range) => range.merchant)}::integer[]),
           (select ${ranges.map((range) => range.statusAsset)}::integer[]),
           (select ${ranges.map(({ fromMs }) => timestamp(fromMs, "-infinity"))}::timestamptz[]),
           (select ${ranges.map(({ toMs }) => timestamp(toMs, "infinity"))}::timestamptz[]))
      with ordinality as range(merchant, kind, from_at, to_at, no)
    cross join lateral (
      select l.payment_id, l.kind, l.created_at, l.currency, l.amount, l.buyer from listed_payments l
       where l.kind = range.kind ${merchant} and l.created_at >= range.from_at and l.created_at < range.to_at
      offset 0
    ) l`;
}
