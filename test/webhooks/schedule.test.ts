import fc from "fast-check";
import { expect, test } from "vitest";
import { ATTEMPTS_MAX, nextDelayS, parseRetryAfter } from "../../src/events/schedule.ts";

const FAILED = { status: 500, retryAfterS: null };
const HOURS = 3_600;

test("ten attempts in 75.6 hours, each delay 10 % more or less", () => {
  const middles = Array.from({ length: ATTEMPTS_MAX }, (_, index) => nextDelayS(index + 1, FAILED, 0.5));
  const expected = [5, 300, 1_800, 2 * HOURS, 5 * HOURS, 10 * HOURS, 14 * HOURS, 20 * HOURS, 24 * HOURS, null];
  expect(middles).toEqual(expected);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: ATTEMPTS_MAX - 1 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (tries, random) => {
        const middle = nextDelayS(tries, FAILED, 0.5) ?? 0;
        const delay = nextDelayS(tries, FAILED, random) ?? 0;
        expect(Math.abs(delay - middle)).toBeLessThanOrEqual(middle * 0.1 + 1e-6);
      },
    ),
  );
});

test.each([
  [429, 60, 1, 60],
  [503, 60, 1, 60],
  [503, 999_999, 1, 3_600],
  [500, 60, 1, 5],
  [null, 60, 1, 5],
  [503, 1, 4, 7_200],
  [503, 60, ATTEMPTS_MAX, null],
])("status %s with Retry-After %s at attempt %s waits %s s", (status, retryAfterS, tries, delay) => {
  expect(nextDelayS(tries, { status, retryAfterS }, 0.5)).toBe(delay);
});

test.each([
  [undefined, null],
  ["120", 120],
  ["Sun, 22 Nov 2026 10:00:30 GMT", 30],
  ["Sun, 22 Nov 2026 09:00:00 GMT", 0],
  ["soon", null],
  ["-1", null],
])("Retry-After %s", (text, seconds) => {
  expect(parseRetryAfter(text, Date.UTC(2026, 10, 22, 10))).toBe(seconds);
});
