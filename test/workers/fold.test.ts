// The fold worker: events come first, then older spans get their fine totals, then sets of ended spans are packed.
import { expect, test } from "vitest";
import { startFoldWorker } from "../../src/workers/fold.ts";

test("spans are refined beside new events, and sets are packed once no span is left", async () => {
  const left = { events: 3, spans: 2, sets: 2 };
  const done: string[] = [];
  let isOver = (): void => {};
  const over = new Promise<void>((resolve) => {
    isOver = resolve;
  });
  const take = (what: keyof typeof left) => async () => {
    if (left[what] === 0) return false;
    left[what] -= 1;
    done.push(what);
    if (left.events + left.spans + left.sets === 0) isOver();
    return true;
  };
  const loop = startFoldWorker(
    {
      catchUpSome: take("events"),
      indexReferences: async () => {},
      refineSome: take("spans"),
      packSome: take("sets"),
    },
    { onUnlisted: () => {} },
    { info: () => {}, warn: () => {}, error: () => {} },
  );
  await over;
  await loop.stop();
  expect(done).toEqual(["events", "spans", "events", "spans", "events", "sets", "sets"]);
});
