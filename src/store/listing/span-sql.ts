// Pieces of SQL that the writers of totals have in common.
import { SPAN_SECONDS } from "./spans.ts";

/** The second that a timestamptz is in, since 1970. */
const secondOf = (time: string): string => `floor(extract(epoch from ${time}))::bigint`;

/** Number of the span of so many seconds that a timestamptz is in. */
export const spanOf = (time: string, seconds: number): string => `(${secondOf(time)} / ${seconds})::integer`;

/**
 * The spans that a moment is in, as a FROM item `spans` with the span that must be split for them to have totals: the one
 * above (for all of time itself).
 */
export const spansOf = (time: string): string => `
  (values (0, 0, 0, 0), ${SPAN_SECONDS.map((seconds, index) => {
    const above = SPAN_SECONDS[index - 1];
    return `(${index + 1}, ${spanOf(time, seconds)}, ${index}, ${above === undefined ? 0 : spanOf(time, above)})`;
  }).join(", ")}) as spans(level, span, level_above, span_above)`;

/** The bits of one chunk of buyers, from rows with a column `buyer`. */
export const BITS_OF_BUYERS = "bit_or(set_bit(repeat('0', 8192)::bit(8192), buyer % 8192, 1))";
