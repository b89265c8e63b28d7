// The units of lists: moments to the microsecond, time ranges as buckets, amounts in standard units.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { millisecondNotBefore } from "../../src/contract/moment.ts";
import { findCurrency } from "../../src/money/fiat.ts";
import {
  BUCKET_SECONDS,
  coverOf,
  cutBuckets,
  type Division,
  keptPart,
  type TimeRange,
} from "../../src/store/lists/buckets.ts";
import { isSortedSooner, waysOf } from "../../src/store/lists/page.ts";
import { type Listing, openListing } from "./listing.ts";

describe("a moment is rounded up to the next millisecond", () => {
  const NOON = Date.UTC(2026, 1, 18, 12);
  test.each([
    ["2026-02-18T12:00:00Z", NOON],
    ["2026-02-18t12:00:00z", NOON],
    ["2026-02-18T12:00:00.5Z", NOON + 500],
    ["2026-02-18T12:00:00.000000Z", NOON],
    ["2026-02-18T12:00:00.000001Z", NOON + 1],
    ["2026-02-18T12:00:00.999000000001Z", NOON + 1_000],
    ["2026-02-18T14:30:00+02:30", NOON],
    ["2026-02-18T04:00:00.001-08:00", NOON + 1],
    ["2026-02-18T12:00:00-00:00", NOON],
    ["2026-12-31T23:59:60Z", Date.UTC(2027, 0, 1)],
    ["1969-12-31T23:59:59.999Z", 0],
    ["0050-06-01T00:00:00Z", 0],
    ["1970-01-01T00:00:00+12:00", 0],
    ["9999-12-31T23:59:59.9999-23:59", 253_402_300_799_999],
  ])("%s", (text, ms) => {
    expect(millisecondNotBefore(text)).toBe(ms);
  });
});

describe("matches in a time range are sorted by amount", () => {
  test.each([
    ["few of many", 10_000n, 10_000_000n, true],
    ["the most that are sorted", 20_000n, 10_000_000n, true],
    ["more", 20_001n, 10_000_000n, false],
    ["few", 500n, 500n, true],
    ["all of some", 501n, 501n, false],
    ["one in ten, which a page finds sooner in the index", 10_000n, 100_000n, false],
    ["one in a hundred", 1_000n, 100_000n, true],
    ["none", 0n, 0n, true],
  ])("%s", (_, matches, payments, isSorted) => {
    expect(isSortedSooner(matches, payments, 20_000)).toBe(isSorted);
  });
});

describe("a page's status assets: those whose matches are sorted, and those that an index is scanned for", () => {
  const statusAssets = [1, 2, 3, 4].map((no) => ({ no, status: "succeeded" as const, currency: "USD" }));
  const matches = new Map([
    [1, 50n],
    [2, 51n],
    [4, 9_000n],
  ]);
  test.each([
    ["by amount, of some time: a kind with less than a page is sorted", "amount", false, false, [1], [2, 4]],
    ["by amount, of some time, with few matches in all", "amount", false, true, [1, 2, 4], []],
    ["by amount, of all time", "amount", true, true, [], [1, 2, 4]],
    ["by date, of some time", "date", false, true, [], [1, 2, 4]],
  ] as const)("%s", (_, by, isOfAllTime, isSorted, sorted, indexScanned) => {
    const ways = waysOf({ statusAssets, isOfAllTime }, { by }, { matches, limit: 51, isSorted });
    const numbersOf = (some: typeof ways.sorted) => some.map(({ no }) => no);
    expect([numbersOf(ways.sorted), numbersOf(ways.indexScanned)]).toEqual([sorted, indexScanned]);
  });
});

describe("a time range as buckets", () => {
  const bucketMs = (level: number): number => (BUCKET_SECONDS[level - 1] ?? 0) * 1_000;
  const moment = fc.option(
    fc.oneof(
      fc.integer({ min: 0, max: 2 ** 41 }),
      fc.integer({ min: 0, max: 2 ** 20 }).map((span) => span * 1_350_000),
    ),
  );

  test("covers each moment of the range exactly once", () => {
    const given = fc.record({
      fromMs: moment,
      toMs: moment,
      divisions: fc.array(fc.constantFrom<Division>("dense", "sparse", "whole"), { minLength: 20, maxLength: 20 }),
      probes: fc.array(fc.integer({ min: 0, max: 2 ** 41 }), { maxLength: 20 }),
    });
    fc.assert(
      fc.property(given, ({ fromMs, toMs, divisions, probes }) => {
        const range: TimeRange = { fromMs, toMs };
        const cut = cutBuckets(range);
        const { dense, sparse, remainders } = coverOf(range, ({ level, span }) => {
          const index = cut.findIndex((known) => known.level === level && known.span === span);
          expect(index).toBeGreaterThanOrEqual(0); // it asks only about buckets that were looked up
          return divisions[index] ?? "whole";
        });
        const ends = [fromMs, toMs].flatMap((end) => (end === null ? [] : [end - 1, end, end + 1]));
        for (const probe of [...probes, ...ends]) {
          const isIn = (fromMs === null || probe >= fromMs) && (toMs === null || probe < toMs);
          const inBuckets = [...dense, ...sparse].filter(({ level, from, to }) => {
            if (level === 0) return true;
            const span = Math.floor(probe / bucketMs(level));
            return span >= from && span < to;
          });
          const inRemainders = remainders.filter(
            (part) => (part.fromMs === null || probe >= part.fromMs) && (part.toMs === null || probe < part.toMs),
          );
          expect([probe, inBuckets.length + inRemainders.length]).toEqual([probe, isIn ? 1 : 0]);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  test.each([
    [null, null, null, null],
    [null, 100, 100, null],
    [99, 100, 100, null],
    [100, 100, 100, 200],
    [101, 100, 101, 200],
    [50, null, 50, 200],
    [50, 300, 300, 200], // empty
  ])("from %s, of payments kept since %s, begins at %s", (fromMs, keptSinceMs, expected, toMs) => {
    expect(keptPart({ fromMs, toMs }, keptSinceMs)).toEqual({ fromMs: expected, toMs });
  });
});

describe("standard units in the database", () => {
  let listing: Listing;
  beforeAll(async () => {
    listing = await openListing();
  });
  afterAll(() => listing.close());

  test("match every currency that a payment may have", async () => {
    const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
    const codes = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
    const currencies = codes.map(findCurrency).filter((currency) => currency !== null);
    expect(currencies.length).toBeGreaterThan(150);
    const { rows } = await listing.books.sql(
      "select code, scale(standard_units(1, code)) as decimals from unnest($1::text[]) as code",
      [currencies.map(({ code }) => code)],
    );
    expect(rows).toEqual(currencies.map(({ code, decimals }) => ({ code, decimals })));
  });
});
