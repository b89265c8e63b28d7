import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ApiError } from "../../../client/errors.ts";
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

/** Some browsers name none, "Etc/Unknown", or one that is newer than the server's list. */
const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

const isAboutTimeZone = (error: unknown): boolean =>
  error instanceof ApiError && error.issues.some(({ field }) => field === "timeZone");

/** @param spanOf evaluated for every request, because relative periods move with the clock; `key` identifies it */
export const useVolume = (key: readonly unknown[], spanOf: () => VolumeSpan, merchantId: string | undefined) =>
  useQuery({
    queryKey: ["volume", ...key, merchantId],
    queryFn: ({ signal }) => {
      const { fromMs, toMs, bucket } = spanOf();
      const span = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString(), bucket };
      const within = (timeZone: string) =>
        request<Volume>({ method: "GET", path: "/volume", query: { ...span, timeZone, merchantId }, signal });
      return within(ownTimeZone()).catch((error: unknown) => {
        if (isAboutTimeZone(error)) return within("UTC");
        throw error;
      });
    },
    select: ({ buckets }) => buckets,
    placeholderData: keepPreviousData,
  });
