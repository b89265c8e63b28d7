// A lasting condition is logged when it begins, less and less often while it lasts, and when it ends.
import { expect, test } from "vitest";
import { createLogThrottle } from "../../../src/operations/timing/log-throttle.ts";

const MINUTE_MS = 60_000;

function logging() {
  let nowMs = 0;
  const logged: string[] = [];
  const throttle = createLogThrottle(() => nowMs);
  return {
    logged,
    at(minutes: number, key = "a") {
      nowMs = minutes * MINUTE_MS;
      throttle.warn(key, (times) => logged.push(`${key} at ${minutes}, ${times} times`));
    },
    over: (key = "a") => throttle.recovered(key, () => logged.push(`${key} over`)),
  };
}

test("it is logged at once, after 1 minute, 2 more, 4 more and so on, and finally every hour", () => {
  const { logged, at } = logging();
  for (let minute = 0; minute < 200; minute++) at(minute);
  expect(logged).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183].map((minute) => `a at ${minute}, ${minute + 1} times`));
});

test("its end is logged once, and only after a beginning; then it can begin again", () => {
  const { logged, at, over } = logging();
  over();
  at(0);
  over();
  over();
  at(0.1);
  expect(logged).toEqual(["a at 0, 1 times", "a over", "a at 0.1, 1 times"]);
});

test("conditions are independent", () => {
  const { logged, at, over } = logging();
  at(0, "a");
  at(0, "b");
  over("b");
  at(0.5, "a");
  expect(logged).toEqual(["a at 0, 1 times", "b at 0, 1 times", "b over"]);
});

test("each detail of a condition has its own intervals, and they end together", () => {
  const logged: string[] = [];
  const throttle = createLogThrottle(() => 0);
  for (const detail of ["one", "two", "one"]) throttle.warn("a", (times) => logged.push(`${detail}, ${times}`), detail);
  throttle.recovered("a", () => logged.push("over"));
  throttle.recovered("a", () => logged.push("over again"));
  throttle.warn("a", (times) => logged.push(`one, ${times}`), "one");
  expect(logged).toEqual(["one, 1", "two, 1", "over", "one, 1"]);
});

test("with a calm, a condition is over only when none of its details was seen for that long", () => {
  let nowMs = 0;
  const logged: string[] = [];
  const throttle = createLogThrottle(() => nowMs, 1_000);
  const over = () => throttle.recovered("a", () => logged.push(`over at ${nowMs}`));
  throttle.warn("a", () => {}, "one");
  nowMs = 500;
  throttle.warn("a", () => {}, "two");
  for (nowMs of [999, 1_499]) over();
  throttle.warn("a", () => {}, "two");
  for (nowMs of [2_498, 2_499, 2_500]) over();
  expect(logged).toEqual(["over at 2499"]);
});
