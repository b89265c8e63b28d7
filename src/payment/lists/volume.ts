// Buckets of payments by hour, day or month in a time zone.
import type { FiatAmount } from "../../money/amount.ts";

export const BUCKETS = ["hour", "day", "month"] as const;
export type Bucket = (typeof BUCKETS)[number];

export interface VolumeBucket {
  /** Unix seconds. */
  readonly startsAtS: number;
  /** Payments created in the bucket. */
  readonly created: bigint;
  /** How many of them have succeeded since. */
  readonly succeeded: bigint;
  /** Revenue of the succeeded payments, by currency. */
  readonly revenue: readonly FiatAmount[];
  /** What went back to buyers in the bucket, by currency, whenever their payments were created. */
  readonly refunded: readonly FiatAmount[];
}

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
const MS_PER_S = 1_000;

/** IANA names, for example `America/Argentina/Ushuaia` or `Etc/GMT+5`. */
const ZONE_FORM = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;

/** Whether it is a time zone of the IANA database, as known to this Node. */
export function isTimeZone(name: string): boolean {
  if (!ZONE_FORM.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch (error) {
    if (error instanceof RangeError) return false; // Intl does not know the name
    throw error;
  }
}

/**
 * The starts of the buckets that cover `fromS` up to but excluding `toS` (Unix seconds), and the end of the last. A
 * bucket is a whole hour, day or month, so the first may start before `fromS`. A day on which clocks change has 23 or
 * 25 hours.
 * @param most maximum number of buckets
 * @returns null if there are more than `most`
 */
export function bucketBounds(
  {
    fromS,
    toS,
    bucket,
    timeZone,
  }: {
    readonly fromS: number;
    readonly toS: number;
    readonly bucket: Bucket;
    readonly timeZone: string;
  },
  most: number,
): readonly number[] | null {
  const localOf = clockOf(timeZone);
  const bounds = [
    bucket === "hour" ? startOfHour(fromS, localOf) : startOfDate(dateIn(bucket, fromS, 0, localOf), localOf),
  ];
  for (let number = 1; (bounds.at(-1) ?? toS) < toS; number++) {
    if (number > most) return null;
    const first = bounds[0] ?? fromS;
    bounds.push(
      bucket === "hour" ? first + number * HOUR_S : startOfDate(dateIn(bucket, fromS, number, localOf), localOf),
    );
  }
  return bounds;
}

/** The local time at a moment (Unix seconds), as if it were UTC. */
type Clock = (atS: number) => number;

/** For example `GMT`, `GMT-03:00` or, in the past, `GMT+00:19:32`. */
const OFFSET = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;

/** Formats no more than the offset: a year has thousands of moments to look up. */
function clockOf(timeZone: string): Clock {
  const format = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset", year: "numeric" });
  return (atS) => {
    const shown = format.format(atS * MS_PER_S);
    const offset = OFFSET.exec(shown);
    if (!offset) throw new Error(`the offset of ${timeZone} is shown as "${shown}"`);
    const [, sign = "+", hours = 0, minutes = 0, seconds = 0] = offset;
    const offsetS = Number(hours) * HOUR_S + Number(minutes) * MINUTE_S + Number(seconds);
    return sign === "+" ? atS + offsetS : atS - offsetS;
  };
}

function startOfHour(atS: number, localOf: Clock): number {
  const wholeS = Math.floor(atS);
  return wholeS - (localOf(wholeS) % HOUR_S);
}

/** The date `number` buckets after the one that contains a moment: its midnight as if it were UTC. */
function dateIn(bucket: Exclude<Bucket, "hour">, atS: number, number: number, localOf: Clock): number {
  const local = new Date(localOf(Math.floor(atS)) * MS_PER_S);
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  return (bucket === "day" ? Date.UTC(year, month, day + number) : Date.UTC(year, month + number, 1)) / MS_PER_S;
}

/**
 * The first moment at which a clock shows a date: midnight, or the moment at which clocks skip it; the first of two
 * midnights.
 */
function startOfDate(dateS: number, localOf: Clock): number {
  const offsets = [dateS - DAY_S, dateS + DAY_S].map((atS) => localOf(atS) - atS);
  const candidates = offsets.map((offsetS) => dateS - offsetS).sort((a, b) => a - b);
  const isInDate = (atS: number): boolean => localOf(atS) >= dateS;
  return candidates.find(isInDate) ?? dateS;
}
