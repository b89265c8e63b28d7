// All zones of the IANA database. It takes seconds, so the mutation tests leave it out.
import { expect, test } from "vitest";
import { bucketBounds } from "../../src/payment/lists/volume.ts";

const seconds = (iso: string): number => Date.parse(iso) / 1_000;

test("days in every zone are contiguous, start on a quarter of an hour and last about a day", () => {
  for (const timeZone of Intl.supportedValuesOf("timeZone")) {
    const all = bucketBounds(
      { fromS: seconds("2026-01-01T12:00Z"), toS: seconds("2027-01-01T12:00Z"), bucket: "day", timeZone },
      400,
    );
    const lengths = (all ?? []).slice(1).map((at, index) => at - (all?.[index] ?? 0));
    expect([timeZone, all?.every((at) => at % 900 === 0)]).toEqual([timeZone, true]);
    expect([
      timeZone,
      lengths.length >= 365 && lengths.every((length) => length >= 79_200 && length <= 93_600),
    ]).toEqual([timeZone, true]);
  }
});
