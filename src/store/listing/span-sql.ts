// SQL fragments shared by the writers of totals.
import { SPAN_SECONDS } from "./spans.ts";

/** Unix seconds of a timestamptz, rounded down. */
const secondOf = (time: string): string => `floor(extract(epoch from ${time}))::bigint`;

/** Number of the span of this many seconds that contains a timestamptz. */
export const spanOf = (time: string, seconds: number): string => `(${secondOf(time)} / ${seconds})::integer`;

/**
 * A FROM item `spans` with the spans that contain a point in time. A span has totals only if the span above it is split
 * (`level_above`, `span_above`; for all of time, itself).
 */
export const spansOf = (time: string): string => `
  (values (0, 0, 0, 0), ${SPAN_SECONDS.map((seconds, index) => {
    const above = SPAN_SECONDS[index - 1];
    return `(${index + 1}, ${spanOf(time, seconds)}, ${index}, ${above === undefined ? 0 : spanOf(time, above)})`;
  }).join(", ")}) as spans(level, span, level_above, span_above)`;

/** Bitmap of one chunk of buyers, from rows with a column `buyer`. */
export const BITS_OF_BUYERS = "bit_or(set_bit(repeat('0', 8192)::bit(8192), buyer % 8192, 1))";
