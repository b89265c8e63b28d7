// Searches references, or the payments of one creator, returning a page and statistics from one read of all matches. No
// totals exist for them, so the cost grows with the matches. Searches with too many matches are refused.
import { type RawBuilder, sql } from "kysely";
import { invalid } from "../../operations/errors/refusal.ts";
import type { PaymentOrder, PaymentPosition, PaymentStatistics } from "../../payment/lists/list.ts";
import type { Queryable } from "../database/database.ts";
import { behind, ordering, type PlaceRow, toPosition } from "./page.ts";
import { run } from "./query.ts";
import { fromRanges, rangesOf, timestamp } from "./ranges.ts";
import { isEmpty, type Selection } from "./selection.ts";
import { countOf, type SumRow, toStatistics } from "./statistics.ts";

export interface SearchLimits {
  /** Maximum payments of the selection to scan one by one instead of using the index of n-grams of references. */
  readonly scannedMax: number;
  /** Maximum references of the partner that may contain the text, or payments of one creator. */
  readonly foundMax: number;
}

interface SearchRow extends Omit<SumRow, "kind">, PlaceRow {
  /** Null in the row that counts customers, and in the page. */
  readonly kind: number | null;
  /** Position in the page, from 1; null in rows of sums. */
  readonly place: bigint | null;
  /** Number of references that contain the text, or of the creator's payments; more than `foundMax` are too many. */
  readonly found: bigint;
}

/** @throws Refusal params_validation if there are too many */
export async function readSearch(
  db: Queryable,
  selection: Selection,
  order: PaymentOrder,
  after: PaymentPosition | null,
  { limit, scannedMax, foundMax }: SearchLimits & { readonly limit: number },
): Promise<{ readonly statistics: PaymentStatistics; readonly places: readonly PaymentPosition[] }> {
  if (isEmpty(selection)) return { statistics: toStatistics(selection, [], 0n), places: [] };
  const { creatorId } = selection;
  const isNarrow = creatorId === null && (selection.isOfMerchants || !selection.isOfAllTime);
  const isScanned = isNarrow && (await countOf(db, selection)) <= BigInt(scannedMax);
  const tooMany = () => (creatorId === null ? inTooMany(foundMax, scannedMax) : ofTooMany(foundMax));
  if (!isScanned && creatorId === null && (await isInTooMany(db, selection, foundMax))) throw tooMany();
  // Without these settings the planner would compute the n-grams of every reference, 70 µs each, instead of using
  // their index, or the index would return whole pages whose references are then computed.
  await db.query({
    text: "select set_config('enable_seqscan', 'off', true), set_config('work_mem', '64MB', true)",
  });
  const rows = await run<SearchRow>(
    db,
    sql`
      with found as materialized (${isScanned ? scanned(selection) : found(selection, foundMax + 1)}),
      matches as materialized (${isScanned ? sql`select * from found` : listed(selection, foundMax)}),
      places as (
        select payment_id, created_at, standard_units(amount, currency) as standard from matches
      ), page as (
        select *, row_number() over (order by ${ordering(order)}) as place from places
         where ${behind(order, after)} order by ${ordering(order)} limit ${limit}
      )
      select null::bigint as place, kind, currency, count(*) as payments, sum(amount) as amount, 0::bigint as found,
             null as payment_id, null::timestamptz as created_at, null as standard_text
        from matches group by kind, currency
      union all
      select null, null, null, count(distinct buyer), 0, (select count(*) from found), null, null, null from matches
      union all
      select place, null, null, 0, 0, 0, payment_id, created_at, standard::text from page
      order by place`,
  );
  if (!isScanned && rows.some(({ found }) => found > BigInt(foundMax))) throw tooMany();
  return {
    statistics: toStatistics(
      selection,
      rows.filter((row): row is SearchRow & SumRow => row.kind !== null),
      rows.find(({ place, kind }) => place === null && kind === null)?.payments ?? 0n,
    ),
    places: rows.filter(({ place }) => place !== null).map((row) => toPosition(row, order)),
  };
}

/**
 * Whether more than `most` references contain the text. A scan stops at the first match too many, which is seconds
 * faster than listing all matches from the index. The planner's estimate shows when to try.
 */
async function isInTooMany(db: Queryable, selection: Selection, most: number): Promise<boolean> {
  const { partnerId, search } = selection;
  const [row] = await run<{ "QUERY PLAN": readonly { readonly Plan: { readonly "Plan Rows": number } }[] }>(
    db,
    sql`explain (format json) select from listed_references r where ${holdsNgrams(partnerId, search ?? "")}`,
  );
  if ((row?.["QUERY PLAN"][0]?.Plan["Plan Rows"] ?? 0) <= most) return false;
  const [found] = await run<{ count: bigint }>(
    db,
    sql`
      select count(*) from (
        select from listed_references r where r.partner_id = ${partnerId} and ${isMatch(selection)}
         limit ${most + 1}) r`,
  );
  return (found?.count ?? 0n) > BigInt(most);
}

const isMatch = ({ search }: Selection): RawBuilder<unknown> => sql`position(${search} in r.reference) > 0`;

const holdsNgrams = (partnerId: string, search: string): RawBuilder<unknown> =>
  sql`reference_pieces(r.partner_id, r.reference) @> search_pieces(${partnerId}, ${search})`;

const inTooMany = (foundMax: number, scannedMax: number) =>
  invalid([
    {
      field: "referenceId",
      message:
        `is in more than ${foundMax} references: search for a longer text, ` +
        `or in merchants or a time with at most ${scannedMax} payments`,
    },
  ]);

const ofTooMany = (foundMax: number) =>
  invalid([{ field: "startTs", message: `must leave at most ${foundMax} payments: choose a later time` }]);

/** Matches found by scanning all payments of the selection. */
const scanned = (selection: Selection): RawBuilder<unknown> => sql`
  select l.* from ${fromRanges(rangesOf(selection, selection), selection.isOfMerchants)}
   cross join lateral (
    select from listed_references r
     where r.payment_id = l.payment_id and r.partner_id = ${selection.partnerId}
       and ${isMatch(selection)}
    offset 0
   ) r`;

/** The creator's payments, or those whose references contain the text, before other filters; at most `most`. */
const found = (selection: Selection, most: number): RawBuilder<unknown> =>
  selection.creatorId === null ? indexed(selection, most) : created(selection, selection.creatorId, most);

/** Whether a till or point of sale created the payment `p`. */
export const isMadeBy = (creatorId: string): RawBuilder<unknown> =>
  sql`p.creator in ('pos', 'till') and p.creator_id = ${creatorId}`;

const created = (
  { partnerId, search, fromMs, toMs }: Selection,
  creatorId: string,
  most: number,
): RawBuilder<unknown> => sql`
  select p.id as payment_id from payments p
   where ${isMadeBy(creatorId)} and p.partner_id = ${partnerId}
     and p.created_at >= ${timestamp(fromMs, "-infinity")}::timestamptz
     and p.created_at < ${timestamp(toMs, "infinity")}::timestamptz
     ${search === null ? sql`` : sql`and position(${search} in lower(p.reference_id collate "C")) > 0`}
   limit ${most}`;

const indexed = (selection: Selection, most: number): RawBuilder<unknown> => sql`
  select r.payment_id from listed_references r
   where r.partner_id = ${selection.partnerId} and ${isMatch(selection)}
     and ${holdsNgrams(selection.partnerId, selection.search ?? "")}
   limit ${most}`;

/** The matches within the selection; none if there are more than `most`. */
const listed = (
  { partnerId, statusAssets, scopes, isOfMerchants, fromMs, toMs }: Selection,
  most: number,
): RawBuilder<unknown> => sql`
  select l.* from (select payment_id from found where (select count(*) from found) <= ${most}) f cross join lateral (
    select l.payment_id, l.kind, l.created_at, l.currency, l.amount, l.buyer from listed_payments l
     where l.payment_id = f.payment_id and l.partner_id = ${partnerId}
       and l.kind = any(${statusAssets.map(({ no }) => no)}::integer[])
       and l.created_at >= ${timestamp(fromMs, "-infinity")}::timestamptz
       and l.created_at < ${timestamp(toMs, "infinity")}::timestamptz
       ${isOfMerchants ? sql`and l.merchant = any(${scopes.map(({ no }) => no)}::integer[])` : sql``}
    offset 0
  ) l`;
