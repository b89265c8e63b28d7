import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Volume } from "../../../contract/console/records.ts";
import { request } from "./connection.ts";

export type VolumeBucket = Volume["buckets"][number];
export type BucketSize = "hour" | "day" | "month";

export interface VolumeSpan {
  /** Unix milliseconds. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly bucket: BucketSize;
}

/** @param spanOf evaluated for every request, because relative periods move with the clock; `key` identifies it */
export const useVolume = (key: readonly unknown[], spanOf: () => VolumeSpan, merchantId: string | undefined) =>
  useQuery({
    queryKey: ["volume", ...key, merchantId],
    queryFn: ({ signal }) => {
      const { fromMs, toMs, bucket } = spanOf();
      return request<Volume>({
        method: "GET",
        path: "/volume",
        query: {
          from: new Date(fromMs).toISOString(),
          to: new Date(toMs).toISOString(),
          bucket,
          timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          merchantId,
        },
        signal,
      });
    },
    select: ({ buckets }) => buckets,
    placeholderData: keepPreviousData,
  });
