// Requests that come together share a call; limits hold; a failed call fails what was in it and nothing else.
import { expect, it } from "vitest";
import { coalesce, QueueFullError, QueueTimeoutError } from "../../src/concurrency/coalesce.ts";

/** Calls that end when the test says so. */
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

it("puts what comes while a call is in flight into the next ones, in order, each with its own answer", async () => {
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

it("keeps each call under the weight limit, but makes one for an item that is heavier by itself", async () => {
  const seen: (readonly number[])[] = [];
  const run = async (items: readonly number[]) => {
    seen.push(items);
    return items;
  };
  const ask = coalesce<number, number>({ ...limits, weightOf: (item) => item, weightMax: 10, run });
  await Promise.all([4, 6, 1, 50, 2].map(ask));
  expect(seen).toEqual([[4, 6], [1], [50], [2]]);
});

it("fails the items of a failed call, and answers those of the next", async () => {
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

it("refuses what comes when enough is waiting", async () => {
  const { calls, run, next } = controlled();
  const ask = coalesce({ ...limits, waitingMax: 2, run });
  const first = next();
  const taken = [1, 2].map(ask);
  await expect(ask(3)).rejects.toThrow(QueueFullError);
  await first;
  calls[0]?.end();
  expect(await Promise.all(taken)).toEqual([10, 20]);
});

it("gives up what has waited too long, without asking for it", async () => {
  const { calls, run } = controlled();
  const ask = coalesce({ ...limits, waitingMsMax: 0, lingerMs: 0, run });
  const late = ask(1);
  const since = performance.now();
  while (performance.now() === since); // until the clock shows that it has waited
  await expect(late).rejects.toThrow(QueueTimeoutError);
  expect(calls).toEqual([]);
});

it("fails items that a call leaves unanswered", async () => {
  const ask = coalesce<number, number>({ ...limits, run: async () => [1] });
  const [first, second] = [ask(1), ask(2)];
  expect(await first).toBe(1);
  await expect(second).rejects.toThrow("fewer results");
});

it("never puts two items with the same key into one call, and keeps their order", async () => {
  const seen: (readonly string[])[] = [];
  const run = async (items: readonly string[]) => {
    seen.push(items);
    return items;
  };
  const ask = coalesce<string, string>({ itemsMax: 10, inFlightMax: 1, keyOf: (item) => item.slice(0, 1), run });
  await Promise.all(["a1", "b1", "a2", "b2", "a3"].map(ask));
  expect(seen).toEqual([["a1", "b1"], ["a2", "b2"], ["a3"]]);
});
