// SQL fragments shared by the writers of totals.
import { BUCKET_SECONDS, LEVEL_MAX } from "./buckets.ts";

/** Unix seconds of a timestamptz, rounded down. */
const secondOf = (time: string): string => `floor(extract(epoch from ${time}))::bigint`;

/** Number of the bucket of this many seconds that contains a timestamptz. */
export const bucketOf = (time: string, seconds: number): string => `(${secondOf(time)} / ${seconds})::integer`;

/** Number of the smallest bucket that contains a timestamptz. The numbers of all larger buckets follow from it. */
export const smallestBucketOf = (time: string): string => bucketOf(time, BUCKET_SECONDS[6]);

/** Number of the bucket at this level, from 1, that contains a smallest bucket. */
export const bucketAround = (smallest: string, level: string | number): string =>
  `(${smallest} >> (2 * (${LEVEL_MAX} - ${level})))`;

/** The buckets at levels 1 to 7 that contain a smallest bucket, each with the bucket above it, as rows of VALUES. */
const bucketsAround = (smallest: string): readonly string[] =>
  BUCKET_SECONDS.map((_, index) => {
    const above = index === 0 ? "0" : bucketAround(smallest, index);
    return `(${index + 1}, ${bucketAround(smallest, index + 1)}, ${index}, ${above})`;
  });

/**
 * The buckets whose next larger bucket is in a table of split buckets. `offset 0` makes PostgreSQL look up each one: it
 * would otherwise join all split buckets of the scope.
 */
const insideSplit = (table: string, scope: string, buckets: readonly string[]): string => `
  (select s.level, s.span from (values ${buckets.join(", ")}) as s(level, span, level_above, span_above)
    cross join lateral (
      select from ${table} d where d.scope = ${scope} and d.level = s.level_above and d.span = s.span_above offset 0
    ) d) as buckets`;

/**
 * A FROM item `buckets` with the buckets of a scope that contain a smallest bucket and have totals with bitmaps. A
 * bucket has them if the bucket above it is split, and all of time if it is split itself.
 */
export const splitBucketsOf = (scope: string, smallest: string): string =>
  insideSplit("split_spans", scope, ["(0, 0, 0, 0)", ...bucketsAround(smallest)]);

/** The buckets with sparse totals, selected like `splitBucketsOf`. All of time has none. */
export const sparseBucketsOf = (scope: string, smallest: string): string =>
  insideSplit("fine_spans", scope, bucketsAround(smallest));

/** Bitmap of one chunk of buyers, from rows with a column `buyer`. */
export const BITS_OF_BUYERS = "bit_or(set_bit(repeat('0', 8192)::bit(8192), buyer % 8192, 1))";
