// The fold worker: events come first, and older spans get their fine totals while none is left.
import { expect, test } from "vitest";
import { startFoldWorker } from "../../src/workers/fold.ts";

test("spans are refined once no event is left to fold", async () => {
  const left = { events: 2, spans: 2 };
  const done: string[] = [];
  let isOver = (): void => {};
  const over = new Promise<void>((resolve) => {
    isOver = resolve;
  });
  const take = (what: keyof typeof left) => async () => {
    if (left[what] === 0) return false;
    left[what] -= 1;
    done.push(what);
    if (left.events + left.spans === 0) isOver();
    return true;
  };
  const loop = startFoldWorker(
    { catchUpSome: take("events"), refineSome: take("spans") },
    { onUnlisted: () => {} },
    { info: () => {}, warn: () => {}, error: () => {} },
  );
  await over;
  await loop.stop();
  expect(done).toEqual(["events", "events", "spans", "spans"]);
});
