import { expect, test } from "vitest";
import { TokenBuckets } from "../../src/concurrency/token-buckets.ts";

const RATE = { quota: 3, windowS: 30 }; // a token each 10 s

test("allows a burst of the quota and no more", () => {
  const buckets = new TokenBuckets();
  const taken = Array.from({ length: 5 }, () => buckets.take("a", RATE, 0));
  expect(taken.map(({ isAllowed }) => isAllowed)).toEqual([true, true, true, false, false]);
  expect(taken.map(({ left }) => left)).toEqual([2, 1, 0, 0, 0]);
  expect(taken.map(({ fullInS }) => fullInS)).toEqual([10, 20, 30, 30, 30]);
  expect(taken.map(({ nextInS }) => nextInS)).toEqual([0, 0, 10, 10, 10]);
});

test("tokens refill evenly, up to the quota", () => {
  const buckets = new TokenBuckets();
  for (let i = 0; i < 3; i++) buckets.take("a", RATE, 0);
  expect(buckets.take("a", RATE, 9_999)).toMatchObject({ isAllowed: false, nextInS: 1 });
  expect(buckets.take("a", RATE, 10_001)).toMatchObject({ isAllowed: true, left: 0 });
  expect(buckets.take("a", RATE, 10_002)).toMatchObject({ isAllowed: false });
  expect(buckets.take("a", RATE, 1_000_000)).toMatchObject({ isAllowed: true, left: 2 });
});

test("a refusal is free: retrying after the given wait succeeds", () => {
  const buckets = new TokenBuckets();
  for (let i = 0; i < 100; i++) buckets.take("a", RATE, 0);
  const { nextInS } = buckets.take("a", RATE, 0);
  expect(buckets.take("a", RATE, nextInS * 1_000).isAllowed).toBe(true);
});

test("each owner has a separate bucket", () => {
  const buckets = new TokenBuckets();
  for (let i = 0; i < 3; i++) buckets.take("a", RATE, 0);
  expect(buckets.take("b", RATE, 0)).toMatchObject({ isAllowed: true, left: 2 });
});

test("memory is bounded: the least recently used bucket is dropped", () => {
  const buckets = new TokenBuckets();
  for (let i = 0; i < 3; i++) buckets.take("busy", RATE, 0);
  buckets.take("idle", RATE, 0);
  for (let i = 0; i < 150_000; i++) {
    buckets.take(`owner ${i}`, RATE, 0);
    if (i % 1_000 === 0) buckets.take("busy", RATE, 0);
  }
  // 100,000 are kept: the busy one, and all others from here on.
  expect(buckets.take("owner 50001", RATE, 0).left).toBe(1);
  expect(buckets.take("owner 50000", RATE, 0).left).toBe(2);
  expect(buckets.take("busy", RATE, 0).isAllowed).toBe(false);
  expect(buckets.take("idle", RATE, 0).left).toBe(2);
});

test("a charge takes tokens in advance, at most another quota", () => {
  const buckets = new TokenBuckets();
  buckets.take("a", RATE, 0);
  expect(buckets.charge("a", RATE, 0, 1)).toMatchObject({ left: 1, fullInS: 20 });
  expect(buckets.charge("a", RATE, 0, 3)).toMatchObject({ left: 0, fullInS: 50, nextInS: 30 });
  expect(buckets.take("a", RATE, 29_500)).toMatchObject({ isAllowed: false, left: 0, nextInS: 1 });
  expect(buckets.take("a", RATE, 30_000).isAllowed).toBe(true);
  expect(buckets.charge("a", RATE, 30_000, 1_000)).toMatchObject({ left: 0, fullInS: 60, nextInS: 40 });
});

test("a token put back can be taken again", () => {
  const buckets = new TokenBuckets();
  for (let i = 0; i < 3; i++) buckets.take("a", RATE, 0);
  expect(buckets.isEmpty("a", RATE, 9_999)).toBe(true);
  buckets.give("a");
  expect(buckets.isEmpty("a", RATE, 0)).toBe(false);
  expect(buckets.take("a", RATE, 0).isAllowed).toBe(true);
});
