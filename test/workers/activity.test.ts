// Busy chains, and queries of the database: notifications and the query speed an idle chain up.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PendingWork } from "../../src/operations/ports/pending-work.ts";
import { type Activity, startActivity } from "../../src/workers/activity.ts";

const CHAIN = "eip155:1";
const OTHER = "eip155:2";
const NOTHING: PendingWork = { inFlight: [], awaited: [], nextExpiryMs: null, hasUnlisted: false };

let pending: PendingWork;
let reads: number;
let woken: string[];
let activity: Activity;
beforeEach(() => {
  vi.useFakeTimers();
  pending = NOTHING;
  reads = 0;
  woken = [];
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const read = async () => {
    reads += 1;
    return pending;
  };
  activity = startActivity({ read, log }, () => Date.now());
  for (const chain of [CHAIN, OTHER]) activity.onBusy(chain, () => woken.push(chain));
  activity.onDue(() => woken.push("due"));
  activity.onUnlisted(() => woken.push("unlisted"));
});
afterEach(async () => {
  await activity.stop();
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Past the time for which a worker that has just started is busy. */
const untilIdle = async () => {
  await pass(36_000);
  expect([CHAIN, OTHER].map(activity.isBusy)).toEqual([false, false]);
  reads = 0;
};

test("a worker starts as busy, and is idle after half a minute", async () => {
  expect(activity.isBusy(CHAIN)).toBe(true);
  await untilIdle();
  await pass(60_000);
  expect(reads).toBe(6);
  expect(woken).toEqual([]);
});

test("a notification makes its chain busy at once", async () => {
  await untilIdle();
  activity.touch(CHAIN);
  activity.touch(CHAIN);
  expect(woken).toEqual([CHAIN]);
  expect([CHAIN, OTHER].map(activity.isBusy)).toEqual([true, false]);
});

test("work that no notification announced is found within ten seconds", async () => {
  await untilIdle();
  pending = { ...NOTHING, inFlight: [OTHER], hasUnlisted: true };
  await pass(10_000);
  expect(woken.slice(0, 2)).toEqual([OTHER, "unlisted"]);
  await pass(60_000);
  expect(activity.isBusy(OTHER)).toBe(true);
  pending = NOTHING;
  await pass(31_000);
  expect(activity.isBusy(OTHER)).toBe(false);
});

test("an idle chain is awake at the moment a payment expires, and for no longer than the payment waits", async () => {
  await untilIdle();
  pending = { ...NOTHING, nextExpiryMs: 700 };
  await pass(5_000);
  expect(woken).toEqual([]);
  pending = { ...NOTHING, nextExpiryMs: 0, awaited: [CHAIN] };
  await pass(700);
  expect(woken).toEqual([CHAIN, "due"]);
  expect([activity.hasDue(), activity.isBusy(CHAIN)]).toEqual([true, true]);
  pending = NOTHING;
  await pass(1_000);
  expect([activity.hasDue(), activity.isBusy(CHAIN)]).toEqual([false, false]);
});
