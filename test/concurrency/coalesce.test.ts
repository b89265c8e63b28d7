// Concurrent requests share calls within limits, and a failed call affects only its own items.
import { afterEach, describe, expect, it, vi } from "vitest";
import { coalesce, QueueFullError, QueueTimeoutError } from "../../src/concurrency/coalesce.ts";

/** Calls that end on request. */
function controlled() {
  const calls: { items: readonly number[]; end(): void; fail(error: Error): void }[] = [];
  const started: (() => void)[] = [];
  const run = (items: readonly number[]) =>
    new Promise<readonly number[]>((resolve, reject) => {
      calls.push({ items, end: () => resolve(items.map((item) => item * 10)), fail: reject });
      started.shift()?.();
    });
  const next = () => new Promise<void>((resolve) => started.push(resolve));
  return { calls, run, next };
}

const limits = { itemsMax: 3, inFlightMax: 1, waitingMax: 100, waitingMsMax: 60_000, lingerMs: 1 };

it("queues what arrives during a call for the next ones, in order, each with its own result", async () => {
  const { calls, run, next } = controlled();
  const ask = coalesce({ ...limits, run });
  const first = next();
  const answers = [1, 2].map(ask);
  await first;
  answers.push(...[3, 4, 5, 6].map(ask));
  expect(calls.map(({ items }) => items)).toEqual([[1, 2]]);
  for (let call = 0; call < 3; call++) {
    const following = next();
    calls[call]?.end();
    if (call < 2) await following;
  }
  expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50, 60]);
  expect(calls.map(({ items }) => items)).toEqual([[1, 2], [3, 4, 5], [6]]);
});

it("keeps calls under the weight limit, but runs a heavier single item alone", async () => {
  const seen: (readonly number[])[] = [];
  const run = async (items: readonly number[]) => {
    seen.push(items);
    return items;
  };
  const ask = coalesce<number, number>({ ...limits, weightOf: (item) => item, weightMax: 10, run });
  await Promise.all([4, 6, 1, 50, 2].map(ask));
  expect(seen).toEqual([[4, 6], [1], [50], [2]]);
});

it("fails the items of a failed call, and completes those of the next", async () => {
  const { calls, run, next } = controlled();
  const ask = coalesce({ ...limits, run });
  const first = next();
  const bad = [1, 2, 3].map(ask);
  const good = ask(4);
  await first;
  const second = next();
  calls[0]?.fail(new Error("no answer"));
  for (const answer of bad) await expect(answer).rejects.toThrow("no answer");
  await second;
  calls[1]?.end();
  expect(await good).toBe(40);
});

it("rejects items when the queue is full", async () => {
  const { calls, run, next } = controlled();
  const ask = coalesce({ ...limits, waitingMax: 2, run });
  const first = next();
  const taken = [1, 2].map(ask);
  await expect(ask(3)).rejects.toThrow(QueueFullError);
  await first;
  calls[0]?.end();
  expect(await Promise.all(taken)).toEqual([10, 20]);
});

it("rejects items queued for too long, without running them", async () => {
  const { calls, run } = controlled();
  const ask = coalesce({ ...limits, waitingMsMax: 0, lingerMs: 0, run });
  const late = ask(1);
  const since = performance.now();
  while (performance.now() === since); // until the clock has advanced
  await expect(late).rejects.toThrow(QueueTimeoutError);
  expect(calls).toEqual([]);
});

it("fails items without a result", async () => {
  const ask = coalesce<number, number>({ ...limits, run: async () => [1] });
  const [first, second] = [ask(1), ask(2)];
  expect(await first).toBe(1);
  await expect(second).rejects.toThrow("fewer results than");
});

describe("a call without a result for a second", () => {
  const AFTER_MS = 1_000;
  const atOnce = { itemsMax: 3, inFlightMax: 1, overdue: { afterMs: AFTER_MS, atOnceMax: 1 } };
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  /** Waits until the calls that are due have started: an end is noticed in one turn of the event loop. */
  const started = () => turn().then(turn);
  const pass = async (ms: number) => {
    vi.advanceTimersByTime(ms);
    await started();
  };
  afterEach(() => {
    vi.useRealTimers();
  });

  it("makes room for another one, which makes room once it is overdue as well and the first has ended", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { calls, run } = controlled();
    const itemsOfCalls = () => calls.map(({ items }) => items);
    const ask = coalesce({ ...atOnce, run });
    const first = ask(1);
    await started();
    const second = ask(2);
    await pass(AFTER_MS - 1);
    expect(itemsOfCalls()).toEqual([[1]]);
    await pass(1);
    expect(itemsOfCalls()).toEqual([[1], [2]]);
    const third = ask(3);
    await pass(AFTER_MS);
    expect(itemsOfCalls()).toEqual([[1], [2]]); // only one at a time makes room
    calls[0]?.fail(new Error("no response"));
    await expect(first).rejects.toThrow("no response");
    await started();
    expect(itemsOfCalls()).toEqual([[1], [2], [3]]);
    calls[1]?.end();
    expect(await second).toBe(20);
    const fourth = ask(4);
    await started();
    expect(itemsOfCalls()).toEqual([[1], [2], [3]]); // the third is in flight
    calls[2]?.end();
    expect(await third).toBe(30);
    await started();
    calls[3]?.end();
    expect(await fourth).toBe(40);
    await started();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("keeps back items with its keys until it ends, in order, and no others", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { calls, run } = controlled();
    const ask = coalesce({ ...atOnce, run, keysOf: (item: number) => [String(item % 10)] });
    const answers = [ask(1)];
    await started();
    answers.push(...[11, 2, 21].map(ask));
    await pass(AFTER_MS);
    calls[1]?.end();
    await started();
    answers.push(ask(3));
    await started();
    calls[2]?.end();
    await started();
    expect(calls.map(({ items }) => items)).toEqual([[1], [2], [3]]);
    for (const call of [0, 3, 4]) {
      calls[call]?.end();
      await started();
    }
    expect(calls.slice(3).map(({ items }) => items)).toEqual([[11], [21]]);
    expect(await Promise.all(answers)).toEqual([10, 110, 20, 210, 30]);
  });
});
