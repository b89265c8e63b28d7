// The starts of hours, days and months in a time zone, including clock changes, against known dates.
import { describe, expect, test } from "vitest";
import { bucketBounds, isTimeZone } from "../../../src/payment/lists/volume.ts";

const seconds = (iso: string): number => Date.parse(iso) / 1_000;
const bounds = (timeZone: string, bucket: "hour" | "day" | "month", from: string, to: string): string[] | null =>
  bucketBounds({ fromS: seconds(from), toS: seconds(to), bucket, timeZone }, 400)?.map((at) =>
    new Date(at * 1_000).toISOString().replace(":00.000Z", "Z"),
  ) ?? null;

const DAYS: readonly (readonly [string, string, string, string, readonly string[]])[] = [
  [
    "UTC",
    "plain days",
    "2026-02-28T00:00Z",
    "2026-03-02T00:00Z",
    ["2026-02-28T00:00Z", "2026-03-01T00:00Z", "2026-03-02T00:00Z"],
  ],
  [
    "UTC",
    "a moment of each",
    "2026-02-28T23:59Z",
    "2026-03-01T00:01Z",
    ["2026-02-28T00:00Z", "2026-03-01T00:00Z", "2026-03-02T00:00Z"],
  ],
  [
    "Europe/Berlin",
    "forward",
    "2026-03-28T12:00Z",
    "2026-03-29T22:30Z",
    ["2026-03-27T23:00Z", "2026-03-28T23:00Z", "2026-03-29T22:00Z", "2026-03-30T22:00Z"],
  ],
  ["Europe/Berlin", "back", "2026-10-25T12:00Z", "2026-10-25T13:00Z", ["2026-10-24T22:00Z", "2026-10-25T23:00Z"]],
  [
    "America/Havana",
    "back at one, so midnight occurs twice",
    "2026-10-31T12:00Z",
    "2026-11-01T12:00Z",
    ["2026-10-31T04:00Z", "2026-11-01T04:00Z", "2026-11-02T05:00Z"],
  ],
  [
    "America/Havana",
    "forward at midnight, which does not occur",
    "2026-03-07T12:00Z",
    "2026-03-08T12:00Z",
    ["2026-03-07T05:00Z", "2026-03-08T05:00Z", "2026-03-09T04:00Z"],
  ],
  [
    "Asia/Kathmandu",
    "an offset with three quarters of an hour",
    "2026-06-01T00:00Z",
    "2026-06-01T01:00Z",
    ["2026-05-31T18:15Z", "2026-06-01T18:15Z"],
  ],
  [
    "Pacific/Kiritimati",
    "a day ahead",
    "2026-01-01T00:00Z",
    "2026-01-01T01:00Z",
    ["2025-12-31T10:00Z", "2026-01-01T10:00Z"],
  ],
  [
    "Pacific/Pago_Pago",
    "far behind",
    "2026-01-01T00:00Z",
    "2026-01-01T01:00Z",
    ["2025-12-31T11:00Z", "2026-01-01T11:00Z"],
  ],
  [
    "Australia/Lord_Howe",
    "half an hour back",
    "2026-04-04T14:00Z",
    "2026-04-05T00:00Z",
    ["2026-04-04T13:00Z", "2026-04-05T13:30Z"],
  ],
];

test.each(DAYS)("%s: %s", (timeZone, _, from, to, expected) => {
  expect(bounds(timeZone, "day", from, to)).toEqual(expected);
});

describe("hours", () => {
  test("keep their length at clock changes", () => {
    expect(bounds("Europe/Berlin", "hour", "2026-10-25T00:30Z", "2026-10-25T02:10Z")).toEqual([
      "2026-10-25T00:00Z",
      "2026-10-25T01:00Z",
      "2026-10-25T02:00Z",
      "2026-10-25T03:00Z",
    ]);
  });

  test("start at the zone's full hours", () => {
    expect(bounds("Asia/Kolkata", "hour", "2026-06-01T00:00Z", "2026-06-01T00:31Z")).toEqual([
      "2026-05-31T23:30Z",
      "2026-06-01T00:30Z",
      "2026-06-01T01:30Z",
    ]);
  });
});

test("months over the turn of a year, of every length", () => {
  expect(bounds("America/New_York", "month", "2025-12-31T12:00Z", "2026-04-01T04:00Z")).toEqual([
    "2025-12-01T05:00Z",
    "2026-01-01T05:00Z",
    "2026-02-01T05:00Z",
    "2026-03-01T05:00Z",
    "2026-04-01T04:00Z",
  ]);
});

test("the number of buckets is limited", () => {
  expect(bounds("UTC", "day", "2026-01-01T00:00Z", "2027-02-05T00:00Z")).toHaveLength(401);
  expect(bounds("UTC", "day", "2026-01-01T00:00Z", "2027-02-05T00:01Z")).toBeNull();
  expect(bounds("UTC", "hour", "1970-01-01T00:00Z", "9999-01-01T00:00Z")).toBeNull();
});

test.each([
  ["Europe/Berlin", true],
  ["UTC", true],
  ["Etc/GMT+5", true],
  ["America/Argentina/Buenos_Aires", true],
  ["Europe/Nowhere", false],
  ["+01:00", false],
  ["", false],
  ["Europe/Berlin'; drop table payments", false],
  ["../../etc/passwd", false],
])("%s as a time zone: %s", (name, expected) => {
  expect(isTimeZone(name)).toBe(expected);
});
