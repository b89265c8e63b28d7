// The tree of time buckets that have totals. A few buckets cover a time range, except for the remainders at its ends.

const DAY_S = 86_400;
/** Seconds of a bucket by level, from 1; level 0 is all of time. */
export const BUCKET_SECONDS = [64 * DAY_S, 16 * DAY_S, 4 * DAY_S, DAY_S, DAY_S / 4, DAY_S / 16, DAY_S / 64] as const;
export const LEVEL_MAX = BUCKET_SECONDS.length;

const INT4_MIN = -(2 ** 31);
const INT4_MAX = 2 ** 31 - 1;

/** Unix milliseconds, from inclusive, to exclusive; null: unbounded. */
export interface TimeRange {
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

export interface Bucket {
  readonly level: number;
  readonly span: number;
}

export interface BucketOfScope extends Bucket {
  readonly scope: number;
}

/** Consecutive buckets of one level. */
export interface BucketRange {
  readonly level: number;
  /** Number of the first bucket. */
  readonly from: number;
  /** Number after the last bucket. */
  readonly to: number;
}

export interface Cover {
  /** Buckets with totals and bitmaps of buyers. */
  readonly dense: readonly BucketRange[];
  /** Buckets with sparse totals. */
  readonly sparse: readonly BucketRange[];
  /** Ranges without totals. */
  readonly remainders: readonly TimeRange[];
}

const ALL_TIME: Bucket = { level: 0, span: 0 };

const bucketMs = (level: number): number => (BUCKET_SECONDS[level - 1] ?? Number.POSITIVE_INFINITY) * 1_000;

/** The part of a range that dropped months leave. @param keptSinceMs null: no month was dropped */
export const keptPart = ({ fromMs, toMs }: TimeRange, keptSinceMs: number | null): TimeRange =>
  keptSinceMs === null || (fromMs !== null && fromMs > keptSinceMs) ? { fromMs, toMs } : { fromMs: keptSinceMs, toMs };

/** The buckets that a range may cut; whether they are split determines its cover. */
export function cutBuckets({ fromMs, toMs }: TimeRange): Bucket[] {
  const ends = [fromMs, toMs].filter((end) => end !== null);
  const levels = Array.from({ length: LEVEL_MAX - 1 }, (_, index) => index + 1);
  return [
    ALL_TIME,
    ...levels.flatMap((level) => ends.map((end) => ({ level, span: Math.floor(end / bucketMs(level)) }))),
  ];
}

/** The split of a bucket: into buckets with totals, with sparse totals, or not at all. */
export type Division = "dense" | "sparse" | "whole";

/** Splits a range into buckets with totals and remainders, without overlap. */
export function coverOf(range: TimeRange, divisionOf: (bucket: Bucket) => Division): Cover {
  const cover = { dense: [] as BucketRange[], sparse: [] as BucketRange[], remainders: [] as TimeRange[] };
  const { fromMs, toMs } = range;
  // Sparse totals begin with the buckets below: each update would write the list of all buyers.
  if (fromMs === null && toMs === null && divisionOf(ALL_TIME) === "dense") {
    cover.dense.push({ level: 0, from: 0, to: 1 });
  } else {
    coverPart(ALL_TIME, range, divisionOf, cover);
  }
  return cover;
}

interface Cutting {
  readonly dense: BucketRange[];
  readonly sparse: BucketRange[];
  readonly remainders: TimeRange[];
}

/** @param part of the bucket */
function coverPart(bucket: Bucket, part: TimeRange, divisionOf: (bucket: Bucket) => Division, cover: Cutting): void {
  const division = bucket.level < LEVEL_MAX ? divisionOf(bucket) : "whole";
  if (division === "whole") {
    cover.remainders.push(part);
    return;
  }
  const level = bucket.level + 1;
  const { fromMs, toMs } = part;
  const ms = bucketMs(level);
  const from = fromMs === null ? Number.NEGATIVE_INFINITY : fromMs / ms;
  const to = toMs === null ? Number.POSITIVE_INFINITY : toMs / ms;
  if (from >= to) return;
  const [firstWhole, lastWhole] = [Math.ceil(from), Math.floor(to)];
  const cut = (number: number, part: TimeRange) => coverPart({ level, span: number }, part, divisionOf, cover);
  if (firstWhole > lastWhole) {
    cut(lastWhole, part); // both ends are in one bucket
    return;
  }
  if (firstWhole < lastWhole) {
    const whole = { level, from: Math.max(firstWhole, INT4_MIN), to: Math.min(lastWhole, INT4_MAX) };
    (division === "dense" ? cover.dense : cover.sparse).push(whole);
  }
  if (from < firstWhole) cut(firstWhole - 1, { fromMs, toMs: firstWhole * ms });
  if (lastWhole < to) cut(lastWhole, { fromMs: lastWhole * ms, toMs });
}
