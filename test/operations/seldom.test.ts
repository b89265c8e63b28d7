// A state that lasts is told of when it begins, more and more seldom while it lasts, and when it is over.
import { expect, test } from "vitest";
import { createSeldom } from "../../src/operations/seldom.ts";

const MINUTE_MS = 60_000;

function telling() {
  let nowMs = 0;
  const told: string[] = [];
  const seldom = createSeldom(() => nowMs);
  return {
    told,
    at(minutes: number, key = "a") {
      nowMs = minutes * MINUTE_MS;
      seldom.lasts(key, (times) => told.push(`${key} at ${minutes}, ${times} times`));
    },
    over: (key = "a") => seldom.isOver(key, () => told.push(`${key} over`)),
  };
}

test("it is told at once, after 1 minute, 2 more, 4 more and so on, in the end each hour", () => {
  const { told, at } = telling();
  for (let minute = 0; minute < 200; minute++) at(minute);
  expect(told).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183].map((minute) => `a at ${minute}, ${minute + 1} times`));
});

test("its end is told once, and only of what had begun; then it begins anew", () => {
  const { told, at, over } = telling();
  over();
  at(0);
  over();
  over();
  at(0.1);
  expect(told).toEqual(["a at 0, 1 times", "a over", "a at 0.1, 1 times"]);
});

test("one state says nothing of another", () => {
  const { told, at, over } = telling();
  at(0, "a");
  at(0, "b");
  over("b");
  at(0.5, "a");
  expect(told).toEqual(["a at 0, 1 times", "b at 0, 1 times", "b over"]);
});
