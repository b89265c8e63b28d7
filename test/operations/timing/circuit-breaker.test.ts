// After a chain has timed out, calls to it fail at once until one has succeeded.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ChainTimeoutError, withCircuitBreaker } from "../../../src/operations/timing/circuit-breaker.ts";

const TIMEOUT_MS = 3_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A chain that responds when the test says so, with its pending calls. */
function openChain() {
  const chain = { id: "eip155:1" };
  const asked: Answer[] = [];
  return {
    asked,
    ask: () =>
      withCircuitBreaker(chain, TIMEOUT_MS, () => {
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
  const ended = expect(first).rejects.toThrow(ChainTimeoutError);
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
  await ended;
  return chain;
}

test("a response in time is returned", async () => {
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

test("after a timeout, calls fail at once and do not reach the chain while the first is pending", async () => {
  const chain = await late();
  await expect(chain.ask()).rejects.toThrow("eip155:1: no response within 3000 ms");
  expect(chain.asked).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});

test("a late response closes the circuit", async () => {
  const chain = await late();
  chain.asked[0]?.resolve("7");
  await vi.advanceTimersByTimeAsync(0);
  const next = chain.ask();
  chain.asked[1]?.resolve("8");
  expect(await next).toBe("8");
});

test("after a failure, one call at a time probes the chain", async () => {
  const chain = await late();
  chain.asked[0]?.reject(new Error("gave up"));
  await vi.advanceTimersByTimeAsync(0);
  await expect(chain.ask()).rejects.toThrow(ChainTimeoutError);
  await expect(chain.ask()).rejects.toThrow(ChainTimeoutError);
  expect(chain.asked).toHaveLength(2);
  chain.asked[1]?.resolve("7");
  await vi.advanceTimersByTimeAsync(0);
  const next = chain.ask();
  chain.asked[2]?.resolve("8");
  expect(await next).toBe("8");
});

test("other chains are unaffected", async () => {
  await late();
  const other = openChain();
  const answer = other.ask();
  other.asked[0]?.resolve("7");
  expect(await answer).toBe("7");
});
