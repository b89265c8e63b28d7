// A lasting condition is logged when it begins, less and less often while it lasts, and when it ends.
import { expect, test } from "vitest";
import { createLogThrottle } from "../../src/operations/timing/log-throttle.ts";

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
