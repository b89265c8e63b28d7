// The tree of time spans that have totals. A time range is covered by a few spans and the remainders
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

export interface SpanOfScope extends Span {
  readonly scope: number;
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
  /** Spans with totals and sets of buyers. */
  readonly spans: readonly SpanRange[];
  /** Spans with fine totals. */
  readonly fine: readonly SpanRange[];
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

/** How a span is divided: into spans with totals, with fine totals, or not at all. */
export type Division = "split" | "fine" | "whole";

/** Splits a range into spans with totals and the rest, without overlap. */
export function coverOf(range: TimeRange, divisionOf: (span: Span) => Division): Cover {
  const cover = { spans: [] as SpanRange[], fine: [] as SpanRange[], rest: [] as TimeRange[] };
  const { fromMs, toMs } = range;
  // Fine totals begin with the spans below: each update would write the list of all buyers.
  if (fromMs === null && toMs === null && divisionOf(ALL_TIME) === "split") {
    cover.spans.push({ level: 0, from: 0, to: 1 });
  } else {
    coverPart(ALL_TIME, range, divisionOf, cover);
  }
  return cover;
}

interface Cutting {
  readonly spans: SpanRange[];
  readonly fine: SpanRange[];
  readonly rest: TimeRange[];
}

/** @param part of the span */
function coverPart(span: Span, part: TimeRange, divisionOf: (span: Span) => Division, cover: Cutting): void {
  const division = span.level < LEVEL_MAX ? divisionOf(span) : "whole";
  if (division === "whole") {
    cover.rest.push(part);
    return;
  }
  const level = span.level + 1;
  const { fromMs, toMs } = part;
  const ms = spanMs(level);
  const from = fromMs === null ? Number.NEGATIVE_INFINITY : fromMs / ms;
  const to = toMs === null ? Number.POSITIVE_INFINITY : toMs / ms;
  if (from >= to) return;
  const [firstWhole, lastWhole] = [Math.ceil(from), Math.floor(to)];
  const cut = (number: number, part: TimeRange) => coverPart({ level, span: number }, part, divisionOf, cover);
  if (firstWhole > lastWhole) {
    cut(lastWhole, part); // both ends are in one span
    return;
  }
  if (firstWhole < lastWhole) {
    const whole = { level, from: Math.max(firstWhole, INT4_MIN), to: Math.min(lastWhole, INT4_MAX) };
    (division === "split" ? cover.spans : cover.fine).push(whole);
  }
  if (from < firstWhole) cut(firstWhole - 1, { fromMs, toMs: firstWhole * ms });
  if (lastWhole < to) cut(lastWhole, { fromMs: lastWhole * ms, toMs });
}
