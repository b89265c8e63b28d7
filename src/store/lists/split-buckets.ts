// Splits time buckets in which a merchant or partner has too many payments to add up one by one. Their inner buckets
// get sparse totals, or totals and bitmaps of buyers if there are many payments. The first payment over the limit
// splits the bucket, so no read scans much more than the limit.
import type { Queryable } from "../database/database.ts";
import { BITS_OF_BUYERS, bucketAround, bucketOf, smallestBucketOf } from "./bucket-sql.ts";
import { BUCKET_SECONDS, type BucketOfScope, LEVEL_MAX } from "./buckets.ts";

export interface BucketLimits {
  /** Maximum payments of a merchant or partner in a time bucket without any totals: half a millisecond to add up. */
  readonly wholePaymentsMax: number;
  /** Maximum payments in a time bucket whose inner buckets have sparse totals: more buyers are smaller as bitmaps. */
  readonly sparsePaymentsMax: number;
}

interface ScopeBucket extends BucketOfScope {
  partner_id: string;
  merchant_id: string;
  is_dense: boolean;
}

/**
 * The buckets around payments $3 that must be split, or split again: into sparse totals from $1 payments on, into
 * bitmaps from $2. Bucket numbers follow from the number of the smallest bucket. The scope counts the payments of all
 * time; totals count those of a smaller bucket, and exist because the next larger bucket is split.
 */
const FULL_BUCKETS = `
  with smallest_buckets as materialized (
    select distinct own.scope, ${smallestBucketOf("l.created_at")} as smallest
      from listed_payments l
      join payment_kinds k on k.no = l.kind
      join listing_scopes whole on whole.partner_id = k.partner_id and whole.merchant_id = ''
     cross join lateral (values (l.merchant), (whole.no)) as own(scope)
     where l.payment_id = any((select $3::text[])::text[])
  ), named as materialized (
    select distinct s.no as scope, s.partner_id, s.merchant_id, s.payments, buckets.level,
           case buckets.level when 0 then 0 else ${bucketAround("smallest", "buckets.level")} end as span
      from smallest_buckets join listing_scopes s on s.no = smallest_buckets.scope and s.payments >= $1
     cross join generate_series(0, ${LEVEL_MAX - 1}) as buckets(level)
  )
  select n.*, c.payments >= $2 as is_dense
    from named n
   cross join lateral (
     select case when n.level = 0 then n.payments else coalesce(
              (select sum(t.payments) from payment_totals t
                where t.scope = n.scope and t.level = n.level and t.span = n.span),
              (select sum(t.payments) from fine_totals t
                where t.scope = n.scope and t.level = n.level and t.span = n.span)) end as payments
     offset 0) c
   where not exists (select from split_spans d where d.scope = n.scope and d.level = n.level and d.span = n.span)
     and (c.payments >= $2 or c.payments >= $1 and not exists (
       select from fine_spans d where d.scope = n.scope and d.level = n.level and d.span = n.span))`;

/** The payments of scope $1 of partner $2 from $3 to $4: all, or those of status assets with buyer bitmaps ($5). */
const paymentsOf = (merchantId: string): string => `
  from listed_payments
 where kind in (select no from payment_kinds where partner_id = $2 and (status in ('succeeded', 'failed') or not $5))
   and ${merchantId === "" ? "$1::integer is not null" : "merchant = $1"}
   and created_at >= $3 and created_at < $4`;

const addTotals = (merchantId: string, level: number): string => `
  insert into payment_totals (scope, level, span, kind, currency, payments, amount)
  select $1, ${level}, ${bucketAt(level)}, kind, currency, count(*), sum(amount)
  ${paymentsOf(merchantId)} group by 3, 4, 5`;

const addBitmaps = (merchantId: string, level: number): string => `
  insert into buyer_sets (scope, level, span, kind, chunk, bits)
  select $1, ${level}, ${bucketAt(level)}, coalesce(kind, 0), buyer / 8192, ${BITS_OF_BUYERS}
  ${paymentsOf(merchantId)} and buyer is not null group by grouping sets ((3, kind, 5), (3, 5)) order by 3, 4, 5`;

const addSparseTotals = (merchantId: string, level: number): string => `
  insert into fine_totals (scope, level, span, kind, currency, payments, amount, buyers)
  select $1, ${level}, ${bucketAt(level)}, kind, currency, count(*), sum(amount),
         coalesce(string_agg(int4send(buyer), '') filter (where kind in (
           select no from payment_kinds where partner_id = $2 and status in ('succeeded', 'failed'))), '')
  ${paymentsOf(merchantId)} group by 3, 4, 5`;

function bucketAt(level: number): string {
  const seconds = BUCKET_SECONDS[level - 1];
  return seconds === undefined ? "0" : bucketOf("created_at", seconds);
}

/**
 * Runs within the projection's transaction, so that later projections add to complete totals.
 * @param paymentIds the newly listed payments; no other bucket can have become full
 */
export async function splitFullBuckets(
  tx: Queryable,
  paymentIds: readonly string[],
  limits: BucketLimits,
): Promise<void> {
  const values = [limits.wholePaymentsMax, limits.sparsePaymentsMax, paymentIds];
  for (;;) {
    const { rows } = await tx.query<ScopeBucket>({ name: "full_buckets", text: FULL_BUCKETS, values });
    if (rows.length === 0) return;
    for (const bucket of rows) await splitBucket(tx, bucket);
  }
}

async function splitBucket(tx: Queryable, full: ScopeBucket): Promise<void> {
  const { scope, partner_id, merchant_id, level, span, is_dense } = full;
  const place = [scope, level, span];
  const seconds = BUCKET_SECONDS[level - 1];
  const [from, to] =
    seconds === undefined
      ? ["-infinity", "infinity"]
      : [span, span + 1].map((number) => new Date(number * seconds * 1_000).toISOString());
  const values = [scope, partner_id, from, to];
  if (is_dense) {
    await tx.query({ text: "insert into split_spans (scope, level, span) values ($1, $2, $3)", values: place });
    for (const inner of level === 0 ? [0, 1] : [level + 1]) {
      await tx.query({ text: addTotals(merchant_id, inner), values: [...values, false] });
      await tx.query({ text: addBitmaps(merchant_id, inner), values: [...values, true] });
    }
    await removeSparse(tx, full);
  } else {
    await tx.query({ text: "insert into fine_spans (scope, level, span) values ($1, $2, $3)", values: place });
    await tx.query({ text: addSparseTotals(merchant_id, level + 1), values: [...values, false] });
  }
}

/** Totals with bitmaps replace the sparse totals of a bucket's inner buckets. */
async function removeSparse(tx: Queryable, { scope, level, span }: ScopeBucket): Promise<void> {
  const { rowCount } = await tx.query({
    text: "delete from fine_spans where scope = $1 and level = $2 and span = $3",
    values: [scope, level, span],
  });
  if (rowCount === 0) return;
  await tx.query({
    text: `delete from fine_totals where scope = $1 and level = $2
              and ($2 = 1 or span >= $3 * 4 and span < ($3 + 1) * 4)`,
    values: [scope, level + 1, span],
  });
}
