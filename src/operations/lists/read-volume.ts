// Payments created and paid over time, for charts.
import type { PaymentOwner } from "../../payment/lists/list.ts";
import { type Bucket, bucketBounds, isTimeZone, type VolumeBucket } from "../../payment/lists/volume.ts";
import { type Issue, invalid } from "../errors/refusal.ts";

export interface ReadVolumePorts {
  readonly lists: {
    /**
     * Counts everything committed before the call.
     * @param bounds Unix seconds: the start of each bucket and the end of the last
     * @throws Refusal rate_limited, internal_error (not yet up to date)
     */
    volume(owner: PaymentOwner, bounds: readonly number[]): Promise<readonly VolumeBucket[]>;
  };
}

interface VolumeQuestion extends PaymentOwner {
  readonly fromS: number;
  readonly toS: number;
  readonly bucket: Bucket;
  readonly timeZone: string;
}

/** A year of days or a fortnight of hours fits in it; a chart can show no more. */
const BUCKETS_MAX = 400;

/** @throws Refusal params_validation */
export async function readVolume(
  { lists }: ReadVolumePorts,
  { partnerId, merchantIds, ...time }: VolumeQuestion,
): Promise<readonly VolumeBucket[]> {
  const issues: Issue[] = [];
  if (!isTimeZone(time.timeZone)) {
    issues.push({ field: "timeZone", message: "must be a time zone of the IANA database, for example Europe/Berlin" });
  }
  if (time.fromS >= time.toS) issues.push({ field: "to", message: "must be after from" });
  const bounds = issues.length > 0 ? null : bucketBounds(time, BUCKETS_MAX);
  if (issues.length === 0 && !bounds) {
    issues.push({ field: "to", message: `must be at most ${BUCKETS_MAX} buckets after from` });
  }
  if (!bounds) throw invalid(issues);
  return lists.volume({ partnerId, merchantIds }, bounds);
}
