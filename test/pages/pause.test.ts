// The wait of the pages' loops: it ends when it is told to, and a page that stays open for days does not fill up with waits.
import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { pause } from "../../src/browser/long-poll.ts";

const FOR_EVER_MS = 2 ** 31 - 1;

test("nothing of a wait that is over stays on the signal", async () => {
  const { signal } = new AbortController();
  for (let waits = 0; waits < 3; waits++) await pause(0, signal);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("an abort ends it, also one from before it began", async () => {
  const controller = new AbortController();
  const waiting = pause(FOR_EVER_MS, controller.signal);
  controller.abort();
  await waiting;
  await pause(FOR_EVER_MS, controller.signal);
  expect(getEventListeners(controller.signal, "abort")).toEqual([]);
});
