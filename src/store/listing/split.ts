// Splits time spans in which a merchant or partner has too many payments to add up quickly: their inner spans get
// totals. A span is split by its first payment over the limit, so a split never reads many more than the limit.
import type { Queryable } from "../database.ts";
import { BITS_OF_BUYERS, spanOf, spansOf } from "./span-sql.ts";
import { LEVEL_MAX, SPAN_SECONDS } from "./spans.ts";

interface FullSpan {
  scope: number;
  partner_id: string;
  merchant_id: string;
  level: number;
  span: number;
}

// Of the spans that contain these payments ($1), those that are full ($2) and not split. Their payments are counted by
// the scope (all of time) or by their totals, which exist because the span above is split.
const FULL_SPANS = `
  with touched as materialized (
    select distinct s.no as scope, s.partner_id, s.merchant_id, s.payments, spans.level, spans.span
      from listed_payments l
      join listing_scopes s on s.partner_id = l.partner_id and (s.no = l.merchant or s.merchant_id = '')
     cross join lateral ${spansOf("l.created_at")}
     where l.payment_id = any($1) and spans.level < ${LEVEL_MAX} and s.payments >= $2
  )
  select scope, partner_id, merchant_id, level, span from touched n
   where not exists (select from split_spans d where d.scope = n.scope and d.level = n.level and d.span = n.span)
     and case when level = 0 then true else $2 <= (
       select sum(t.payments) from payment_totals t
        where t.scope = n.scope and t.level = n.level and t.span = n.span) end`;

/** The payments of scope $1 of partner $2 from $3 to $4: all, or only those of kinds with buyer sets ($5). */
const paymentsOf = (merchantId: string): string => `
  from listed_payments
 where kind in (select no from payment_kinds where partner_id = $2 and (status in ('succeeded', 'failed') or not $5))
   and ${merchantId === "" ? "$1::integer is not null" : "merchant = $1"}
   and created_at >= $3 and created_at < $4`;

const addTotals = (merchantId: string, level: number): string => `
  insert into payment_totals (scope, level, span, kind, currency, payments, amount)
  select $1, ${level}, ${spanAt(level)}, kind, currency, count(*), sum(amount)
  ${paymentsOf(merchantId)} group by 3, 4, 5`;

const addSets = (merchantId: string, level: number): string => `
  insert into buyer_sets (scope, level, span, kind, chunk, bits)
  select $1, ${level}, ${spanAt(level)}, coalesce(kind, 0), buyer / 8192, ${BITS_OF_BUYERS}
  ${paymentsOf(merchantId)} and buyer is not null group by grouping sets ((3, kind, 5), (3, 5))`;

function spanAt(level: number): string {
  const seconds = SPAN_SECONDS[level - 1];
  return seconds === undefined ? "0" : spanOf("created_at", seconds);
}

/**
 * Runs within the fold's transaction, so that later folds add to complete totals.
 * @param paymentIds the folded payments; no other span can have become full
 * @param most payments that a span may have without being split
 */
export async function splitFull(tx: Queryable, paymentIds: readonly string[], most: number): Promise<void> {
  for (;;) {
    const { rows } = await tx.query<FullSpan>({ name: "full_spans", text: FULL_SPANS, values: [paymentIds, most] });
    if (rows.length === 0) return;
    for (const span of rows) await split(tx, span);
  }
}

async function split(tx: Queryable, { scope, partner_id, merchant_id, level, span }: FullSpan): Promise<void> {
  await tx.query({
    name: "split_span",
    text: "insert into split_spans (scope, level, span) values ($1, $2, $3)",
    values: [scope, level, span],
  });
  const seconds = SPAN_SECONDS[level - 1];
  const [from, to] =
    seconds === undefined
      ? ["-infinity", "infinity"]
      : [span, span + 1].map((number) => new Date(number * seconds * 1_000).toISOString());
  const values = [scope, partner_id, from, to];
  for (const inner of level === 0 ? [0, 1] : [level + 1]) {
    await tx.query({ text: addTotals(merchant_id, inner), values: [...values, false] });
    await tx.query({ text: addSets(merchant_id, inner), values: [...values, true] });
  }
}
