// Time as the totals know it: spans of 1, 4, 16 and 64 days of UTC, and all of time. A range of time is a few spans, and
// what is left of a day at its ends.

/** Days of a span by level; the last level is all of time. */
export const SPAN_DAYS = [1, 4, 16, 64] as const;
const ALL_TIME_LEVEL = SPAN_DAYS.length;
/** Spans of one level in one of the next. */
const RADIX = 4;

const DAY_MS = 86_400_000;
const INT4_MIN = -(2 ** 31);
const INT4_MAX = 2 ** 31 - 1;

/** Unix milliseconds, from inclusive and to exclusive; null: without end. */
export interface TimeRange {
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

export interface SpanRange {
  readonly level: number;
  /** Number of the first span. */
  readonly from: number;
  /** Number of the first that is not in it. */
  readonly to: number;
}

export interface Cover {
  readonly spans: readonly SpanRange[];
  /** The time that the spans cover; null: they cover none. */
  readonly inner: TimeRange | null;
  /** What no span covers. */
  readonly edges: readonly TimeRange[];
}

/** Spans and edges that make up the range, each moment once. */
export function coverOf({ fromMs, toMs }: TimeRange): Cover {
  if (fromMs === null && toMs === null) {
    return { spans: [{ level: ALL_TIME_LEVEL, from: 0, to: 1 }], inner: { fromMs, toMs }, edges: [] };
  }
  const firstDay = fromMs === null ? Number.NEGATIVE_INFINITY : Math.ceil(fromMs / DAY_MS);
  const lastDay = toMs === null ? Number.POSITIVE_INFINITY : Math.floor(toMs / DAY_MS);
  if (firstDay >= lastDay) return { spans: [], inner: null, edges: [{ fromMs, toMs }] };
  const inner = { fromMs: fromMs === null ? null : firstDay * DAY_MS, toMs: toMs === null ? null : lastDay * DAY_MS };
  const edges = [
    { fromMs, toMs: inner.fromMs },
    { fromMs: inner.toMs, toMs },
  ].filter((edge) => edge.fromMs !== edge.toMs);
  return { spans: spansOf(0, firstDay, lastDay), inner, edges };
}

function spansOf(level: number, from: number, to: number): SpanRange[] {
  const [innerFrom, innerTo] = [Math.ceil(from / RADIX), Math.floor(to / RADIX)];
  if (level === SPAN_DAYS.length - 1 || innerFrom >= innerTo) return rangeOf(level, from, to);
  return [
    ...rangeOf(level, from, innerFrom * RADIX),
    ...rangeOf(level, innerTo * RADIX, to),
    ...spansOf(level + 1, innerFrom, innerTo),
  ];
}

const rangeOf = (level: number, from: number, to: number): SpanRange[] =>
  from < to ? [{ level, from: Math.max(from, INT4_MIN), to: Math.min(to, INT4_MAX) }] : [];
