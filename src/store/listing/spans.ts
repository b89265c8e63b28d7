// The tree of time spans that have totals (migration 0002). A time range is covered by a few spans and the remainders
// at its ends.

const DAY_S = 86_400;
/** Seconds of a span by level, from 1; level 0 is all of time. */
export const SPAN_SECONDS = [64 * DAY_S, 16 * DAY_S, 4 * DAY_S, DAY_S, DAY_S / 4, DAY_S / 16, DAY_S / 64] as const;
export const LEVEL_MAX = SPAN_SECONDS.length;

const INT4_MIN = -(2 ** 31);
const INT4_MAX = 2 ** 31 - 1;

/** Unix milliseconds, from inclusive, to exclusive; null: unbounded. */
export interface TimeRange {
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

export interface Span {
  readonly level: number;
  readonly span: number;
}

/** Consecutive spans of one level. */
export interface SpanRange {
  readonly level: number;
  /** Number of the first span. */
  readonly from: number;
  /** Number after the last span. */
  readonly to: number;
}

export interface Cover {
  /** Spans with totals. */
  readonly spans: readonly SpanRange[];
  /** Ranges without totals. */
  readonly rest: readonly TimeRange[];
}

const ALL_TIME: Span = { level: 0, span: 0 };

const spanMs = (level: number): number => (SPAN_SECONDS[level - 1] ?? Number.POSITIVE_INFINITY) * 1_000;

/** The part of a range that dropped months leave. @param keptSinceMs null: no month was dropped */
export const keptPart = ({ fromMs, toMs }: TimeRange, keptSinceMs: number | null): TimeRange =>
  keptSinceMs === null || (fromMs !== null && fromMs > keptSinceMs) ? { fromMs, toMs } : { fromMs: keptSinceMs, toMs };

/** The spans that a range may cut; whether they are split determines its cover. */
export function cutSpans({ fromMs, toMs }: TimeRange): Span[] {
  const ends = [fromMs, toMs].filter((end) => end !== null);
  const levels = Array.from({ length: LEVEL_MAX - 1 }, (_, index) => index + 1);
  return [
    ALL_TIME,
    ...levels.flatMap((level) => ends.map((end) => ({ level, span: Math.floor(end / spanMs(level)) }))),
  ];
}

/** Splits a range into spans with totals and the rest, without overlap. */
export function coverOf(range: TimeRange, isSplit: (span: Span) => boolean): Cover {
  if (!isSplit(ALL_TIME)) return { spans: [], rest: [range] };
  if (range.fromMs === null && range.toMs === null) return { spans: [{ level: 0, from: 0, to: 1 }], rest: [] };
  const cover = { spans: [] as SpanRange[], rest: [] as TimeRange[] };
  coverWithin(1, range, isSplit, cover);
  return cover;
}

/** @param range within one split span of the level above */
function coverWithin(
  level: number,
  { fromMs, toMs }: TimeRange,
  isSplit: (span: Span) => boolean,
  cover: { spans: SpanRange[]; rest: TimeRange[] },
): void {
  const ms = spanMs(level);
  const from = fromMs === null ? Number.NEGATIVE_INFINITY : fromMs / ms;
  const to = toMs === null ? Number.POSITIVE_INFINITY : toMs / ms;
  const [firstWhole, lastWhole] = [Math.ceil(from), Math.floor(to)];
  const cut = (span: number, part: TimeRange): void => {
    if (level < LEVEL_MAX && isSplit({ level, span })) coverWithin(level + 1, part, isSplit, cover);
    else cover.rest.push(part);
  };
  if (from >= to) return;
  if (firstWhole > lastWhole) {
    cut(lastWhole, { fromMs, toMs }); // both ends are in one span
    return;
  }
  if (firstWhole < lastWhole) {
    cover.spans.push({ level, from: Math.max(firstWhole, INT4_MIN), to: Math.min(lastWhole, INT4_MAX) });
  }
  if (from < firstWhole) cut(firstWhole - 1, { fromMs, toMs: firstWhole * ms });
  if (lastWhole < to) cut(lastWhole, { fromMs: lastWhole * ms, toMs });
}
