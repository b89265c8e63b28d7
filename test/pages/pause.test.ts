// The wait of the pages' loops: an abort ends it, and it leaves no listeners behind.
import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { pause } from "../../src/browser/long-poll.ts";

const FOR_EVER_MS = 2 ** 31 - 1;

test("a finished wait leaves no listener on the signal", async () => {
  const { signal } = new AbortController();
  for (let waits = 0; waits < 3; waits++) await pause(0, signal);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("an abort ends it, even an earlier one", async () => {
  const controller = new AbortController();
  const waiting = pause(FOR_EVER_MS, controller.signal);
  controller.abort();
  await waiting;
  await pause(FOR_EVER_MS, controller.signal);
  expect(getEventListeners(controller.signal, "abort")).toEqual([]);
});
