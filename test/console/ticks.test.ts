// The lines of the console's charts are at round values, and the highest bar fits below the last.
import { expect, test } from "vitest";
import { ticksFor } from "../../src/browser/console/pages/overview/ticks.ts";

test.each([
  [1_234.56, false, [0, 500, 1_000, 1_500]],
  [100, false, [0, 25, 50, 75, 100]],
  [0.03, false, [0, 0.01, 0.02, 0.03]],
  [1, true, [0, 1]],
  [3, true, [0, 1, 2, 3]],
  [10, true, [0, 5, 10]],
  [0, true, [0, 1]],
] as const)("up to %d", (highest, isCount, ticks) => {
  expect(ticksFor(highest, isCount)).toEqual(ticks);
});

test.each([0, 0.001, 0.07, 9.99, 47, 123_456_789.12])("%d is below the last line, and has few lines", (highest) => {
  for (const isCount of [true, false]) {
    const ticks = ticksFor(highest, isCount);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest);
    expect(ticks.length).toBeLessThanOrEqual(5);
  }
});
