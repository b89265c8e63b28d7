// How much was created and paid, by hours, days or months as they are in some time zone.
import type { FiatAmount } from "../money/amount.ts";

export const BUCKETS = ["hour", "day", "month"] as const;
export type Bucket = (typeof BUCKETS)[number];

export interface VolumeBucket {
  /** Unix seconds. */
  readonly startsAtS: number;
  /** Payments that were created in it. */
  readonly created: bigint;
  /** Of those, the ones that have succeeded since. */
  readonly succeeded: bigint;
  /** Of the succeeded ones, by currency. */
  readonly revenue: readonly FiatAmount[];
}

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
const MS_PER_S = 1_000;

/** As IANA writes them, for example `America/Argentina/Ushuaia` or `Etc/GMT+5`. */
const ZONE_FORM = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;

/** Whether it is a time zone of the IANA database, as this Node knows it. */
export function isTimeZone(name: string): boolean {
  if (!ZONE_FORM.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch (error) {
    if (error instanceof RangeError) return false; // what Intl says of a name that it does not know
    throw error;
  }
}

/**
 * Where the buckets begin that hold the time from `fromS` to before `toS` (Unix seconds), and where the last of them ends. A
 * bucket is the whole hour, day or month, so the first may begin before `fromS`. A day on which clocks change has 23 or 25
 * hours; an hour is always one.
 * @param most buckets; null where there are more
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

/** What a clock shows at a moment (Unix seconds), as if that were UTC. */
type Clock = (atS: number) => number;

function clockOf(timeZone: string): Clock {
  const format = new Intl.DateTimeFormat("en", {
    timeZone,
    calendar: "iso8601",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return (atS) => {
    const shown = new Map(format.formatToParts(atS * MS_PER_S).map(({ type, value }) => [type, Number(value)]));
    const [year, month, day, hour, minute, second] = ["year", "month", "day", "hour", "minute", "second"].map(
      (name) => shown.get(name as Intl.DateTimeFormatPartTypes) ?? 0,
    );
    return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second) / MS_PER_S;
  };
}

function startOfHour(atS: number, localOf: Clock): number {
  const wholeS = Math.floor(atS);
  return wholeS - (localOf(wholeS) % HOUR_S);
}

/** The date so many buckets after the one that holds a moment: its midnight as if it were UTC. */
function dateIn(bucket: Exclude<Bucket, "hour">, atS: number, number: number, localOf: Clock): number {
  const local = new Date(localOf(Math.floor(atS)) * MS_PER_S);
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  return (bucket === "day" ? Date.UTC(year, month, day + number) : Date.UTC(year, month + number, 1)) / MS_PER_S;
}

/**
 * When a date begins: the first moment at which the clock shows it. That is midnight, or, where clocks are put forward at
 * midnight, the moment they are; where midnight is shown twice it is the first.
 */
function startOfDate(dateS: number, localOf: Clock): number {
  const offsets = [dateS - DAY_S, dateS + DAY_S].map((atS) => localOf(atS) - atS);
  const candidates = offsets.map((offsetS) => dateS - offsetS).sort((a, b) => a - b);
  const isInDate = (atS: number): boolean => localOf(atS) >= dateS;
  return candidates.find(isInDate) ?? dateS;
}
