// The range of blocks that is requested of an endpoint's logs: narrowed by each failure, and wider again with time.
import { expect, test } from "vitest";
import { createLogRange, readLogRange } from "../../../../src/chains/evm/nodes/log-range.ts";

test("falls to a quarter of what failed, never below one block, and recovers in time", () => {
  let nowMs = 0;
  const range = createLogRange(() => nowMs);
  expect(range.max()).toBe(500);
  range.failed(500);
  expect(range.max()).toBe(125);
  range.failed(30);
  expect(range.max()).toBe(7);
  nowMs += 14_999;
  expect(range.max()).toBe(7);
  nowMs += 1;
  expect(range.max()).toBe(14);
  range.failed(1);
  expect(range.max()).toBe(1);
  nowMs += 3_600_000;
  expect(range.max()).toBe(500);
});

test("stays narrow if a wider request, given up before, fails later", () => {
  const range = createLogRange(() => 0);
  range.failed(30);
  range.failed(500);
  expect(range.max()).toBe(7);
});

test("of an endpoint that fails again after growth is tried more and more rarely, until it serves that much", () => {
  let nowMs = 0;
  const range = createLogRange(() => nowMs);
  range.failed(80);
  let attempts = 0;
  const asks = () => {
    if (range.max() <= 20) return;
    attempts += 1;
    range.failed(range.max());
    nowMs += 12_000; // its silence
  };
  for (const endMs = nowMs + 3_600_000; nowMs < endMs; nowMs += 1_000) asks();
  expect(attempts).toBeLessThan(20);
  const before = range.max();
  range.served(80);
  range.failed(80);
  nowMs += 15_000;
  expect(range.max()).toBeGreaterThan(before === 20 ? 0 : before);
});

test("a read ends with the failure of a single block only, after few attempts", async () => {
  const asked: number[] = [];
  const attempt = readLogRange(
    () => 500,
    { from: 1n, to: 900n },
    {
      inRange: async ({ from, to }) => {
        asked.push(Number(to - from) + 1);
        throw new SyntaxError("a shape that nobody expects");
      },
      inBlock: async () => {
        throw new Error("one block");
      },
    },
  );
  await expect(attempt).rejects.toThrow("one block");
  expect(asked).toEqual([500, 125, 31, 7]);
});
