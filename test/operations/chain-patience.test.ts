// A chain is waited for as long as a buyer waits; once late, nobody waits for it until it has answered.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { askPatiently, ChainLateError } from "../../src/operations/chain-patience.ts";

const TIMEOUT_MS = 3_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A chain that answers when the test says so, and how often it was asked. */
function openChain() {
  const chain = { id: "eip155:1" };
  const asked: Answer[] = [];
  return {
    asked,
    ask: () =>
      askPatiently(chain, TIMEOUT_MS, () => {
        const { promise, ...answer } = openAnswer();
        asked.push(answer);
        return promise;
      }),
  };
}

interface Answer {
  resolve(answer: string): void;
  reject(error: unknown): void;
}

function openAnswer(): Answer & { promise: Promise<string> } {
  let resolve: Answer["resolve"] = () => {};
  let reject: Answer["reject"] = () => {};
  const promise = new Promise<string>((resolved, rejected) => {
    resolve = resolved;
    reject = rejected;
  });
  return { promise, resolve, reject };
}

async function late() {
  const chain = openChain();
  const first = chain.ask();
  const ended = expect(first).rejects.toThrow(ChainLateError);
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
  await ended;
  return chain;
}

test("an answer in time is the answer", async () => {
  const chain = openChain();
  const first = chain.ask();
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS - 1);
  chain.asked[0]?.resolve("7");
  expect(await first).toBe("7");
  const second = chain.ask();
  chain.asked[1]?.reject(new Error("it broke"));
  await expect(second).rejects.toThrow("it broke");
  expect(vi.getTimerCount()).toBe(0);
});

test("a chain that was late is not waited for while it owes an answer, and not asked either", async () => {
  const chain = await late();
  await expect(chain.ask()).rejects.toThrow("eip155:1: no answer within 3000 ms");
  expect(chain.asked).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});

test("its late answer makes it as good as before", async () => {
  const chain = await late();
  chain.asked[0]?.resolve("7");
  await vi.advanceTimersByTimeAsync(0);
  const next = chain.ask();
  chain.asked[1]?.resolve("8");
  expect(await next).toBe("8");
});

test("where it fails in the end, one question at a time finds out whether it answers again", async () => {
  const chain = await late();
  chain.asked[0]?.reject(new Error("gave up"));
  await vi.advanceTimersByTimeAsync(0);
  await expect(chain.ask()).rejects.toThrow(ChainLateError);
  await expect(chain.ask()).rejects.toThrow(ChainLateError);
  expect(chain.asked).toHaveLength(2);
  chain.asked[1]?.resolve("7");
  await vi.advanceTimersByTimeAsync(0);
  const next = chain.ask();
  chain.asked[2]?.resolve("8");
  expect(await next).toBe("8");
});

test("another chain is not touched by it", async () => {
  await late();
  const other = openChain();
  const answer = other.ask();
  other.asked[0]?.resolve("7");
  expect(await answer).toBe("7");
});
