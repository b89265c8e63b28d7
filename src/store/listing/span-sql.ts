// Pieces of SQL that the writers of totals have in common.

/** The spans that a day is in: rows (level, span). $day is an integer, days since 1970. */
export const spansOfDay = (day: string): string => `
  (values (0, ${day}), (1, ${day} / 4), (2, ${day} / 16), (3, ${day} / 64), (4, 0)) as spans(level, span)`;

/** Days since 1970 of a timestamptz, in UTC. */
export const dayOf = (time: string): string => `((${time} at time zone 'UTC')::date - date '1970-01-01')`;

/** The bits of one chunk of buyers, from rows with a column `buyer`. */
export const BITS_OF_BUYERS = "bit_or(set_bit(repeat('0', 8192)::bit(8192), buyer % 8192, 1))";
