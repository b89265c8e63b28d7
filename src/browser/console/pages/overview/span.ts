// A period's start, end and bar size.
import dayjs from "dayjs";
import type { BucketSize, VolumeSpan } from "../../api/volume.ts";
import type { OverviewSearch } from "./search.ts";

const DAY_MS = 86_400_000;
/** Limits on the number of bars, to keep them distinguishable. */
const HOURS_MAX_MS = 2 * DAY_MS;
const DAYS_MAX_MS = 93 * DAY_MS;

/** Whole hours, days or months in the reader's time zone, including the current one. */
export function spanOf({ period = "30d", startTs, endTs }: OverviewSearch, nowMs: number): VolumeSpan {
  const now = dayjs(nowMs);
  const until = (from: dayjs.Dayjs, bucket: BucketSize): VolumeSpan => ({
    fromMs: from.valueOf(),
    toMs: nowMs,
    bucket,
  });
  switch (period) {
    case "24h":
      return until(now.subtract(23, "hour").startOf("hour"), "hour");
    case "7d":
      return until(now.subtract(6, "day").startOf("day"), "day");
    case "30d":
      return until(now.subtract(29, "day").startOf("day"), "day");
    case "12m":
      return until(now.subtract(11, "month").startOf("month"), "month");
    case "own": {
      const toMs = endTs === undefined ? nowMs : Math.min(Date.parse(endTs), nowMs);
      const fromMs = startTs === undefined ? toMs - 30 * DAY_MS : Date.parse(startTs);
      return { fromMs: Math.min(fromMs, toMs - 1), toMs, bucket: bucketFor(toMs - fromMs) };
    }
  }
}

const bucketFor = (lengthMs: number): BucketSize =>
  lengthMs <= HOURS_MAX_MS ? "hour" : lengthMs <= DAYS_MAX_MS ? "day" : "month";
