// SQL fragments shared by the writers of totals.
import { LEVEL_MAX, SPAN_SECONDS } from "./spans.ts";

/** Unix seconds of a timestamptz, rounded down. */
const secondOf = (time: string): string => `floor(extract(epoch from ${time}))::bigint`;

/** Number of the span of this many seconds that contains a timestamptz. */
export const spanOf = (time: string, seconds: number): string => `(${secondOf(time)} / ${seconds})::integer`;

/** Number of the smallest span that contains a timestamptz. Those of the spans around it follow from it. */
export const leafOf = (time: string): string => spanOf(time, SPAN_SECONDS[6]);

/** Number of the span at this level, from 1, that contains a smallest span. */
export const spanAround = (leaf: string, level: string | number): string =>
  `(${leaf} >> (2 * (${LEVEL_MAX} - ${level})))`;

/** The spans at levels 1 to 7 that contain a smallest span, each with the span above it, as rows of VALUES. */
const spansAround = (leaf: string): readonly string[] =>
  SPAN_SECONDS.map((_, index) => {
    const above = index === 0 ? "0" : spanAround(leaf, index);
    return `(${index + 1}, ${spanAround(leaf, index + 1)}, ${index}, ${above})`;
  });

/** Those whose span above is in a table of divided spans. Each is looked up: the planner would join all of the scope. */
const insideDivided = (table: string, scope: string, spans: readonly string[]): string => `
  (select s.level, s.span from (values ${spans.join(", ")}) as s(level, span, level_above, span_above)
    cross join lateral (
      select from ${table} d where d.scope = ${scope} and d.level = s.level_above and d.span = s.span_above offset 0
    ) d) as spans`;

/**
 * A FROM item `spans` with the spans of a scope that contain a smallest span and have totals with sets. A span has them
 * if the span above it is split, and all of time if it is split itself.
 */
export const splitSpansOf = (scope: string, leaf: string): string =>
  insideDivided("split_spans", scope, ["(0, 0, 0, 0)", ...spansAround(leaf)]);

/** The same for fine totals, which all of time has not. */
export const fineSpansOf = (scope: string, leaf: string): string =>
  insideDivided("fine_spans", scope, spansAround(leaf));

/** Bitmap of one chunk of buyers, from rows with a column `buyer`. */
export const BITS_OF_BUYERS = "bit_or(set_bit(repeat('0', 8192)::bit(8192), buyer % 8192, 1))";
