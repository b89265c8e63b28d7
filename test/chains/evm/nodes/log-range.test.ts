// The range of blocks that is requested of an endpoint's logs: halved by each refusal, doubled each minute.
import { expect, test } from "vitest";
import { createLogRange } from "../../../../src/chains/evm/nodes/log-range.ts";

test("falls to half of what was refused, never below one block, and recovers in time", () => {
  let nowMs = 0;
  const range = createLogRange(() => nowMs);
  expect(range.max()).toBe(500);
  range.refused(500);
  expect(range.max()).toBe(250);
  range.refused(30);
  expect(range.max()).toBe(15);
  nowMs += 59_999;
  expect(range.max()).toBe(15);
  nowMs += 1;
  expect(range.max()).toBe(30);
  range.refused(1);
  expect(range.max()).toBe(1);
  nowMs += 3_600_000;
  expect(range.max()).toBe(500);
});
