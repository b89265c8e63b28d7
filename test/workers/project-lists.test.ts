// The projection worker projects events, and packs bitmaps of ended buckets beside them. A few events wait for a
// second.
import { expect, test } from "vitest";
import { createListUpkeep, startProjectionWorker } from "../../src/workers/project-lists.ts";

test("sets are packed beside new events, and until none is left", async () => {
  const left = { events: 2, sets: 4 };
  const done: string[] = [];
  let isOver = (): void => {};
  const over = new Promise<void>((resolve) => {
    isOver = resolve;
  });
  const take = (what: keyof typeof left) => async () => {
    if (left[what] === 0) return false;
    left[what] -= 1;
    done.push(what);
    if (left.events + left.sets === 0) isOver();
    return true;
  };
  const loop = startProjectionWorker(
    {
      projectSome: take("events"),
      indexReferences: async () => {},
      packSome: take("sets"),
    },
    { onUnlisted: () => {} },
    { info: () => {}, warn: () => {}, error: () => {} },
  );
  await over;
  await loop.stop();
  expect(done).toEqual(["events", "sets", "events", "sets", "sets", "sets"]);
});

test("many events are projected at once, and a few once a second", async () => {
  const seen = { nowMs: 0, waiting: 0, folds: 0, indexings: 0 };
  const keep = createListUpkeep(
    {
      projectSome: async (atLeast) => {
        if (seen.waiting < atLeast) return false;
        seen.waiting = 0;
        seen.folds += 1;
        return true;
      },
      indexReferences: async () => {
        seen.indexings += 1;
      },
      packSome: async () => false,
    },
    () => seen.nowMs,
  );
  /** @returns whether the run found something to do, and the numbers of projections and of indexings so far */
  const runAt = async (nowMs: number, arrived: number) => {
    seen.nowMs = nowMs;
    seen.waiting += arrived;
    return [await keep(), seen.folds, seen.indexings];
  };
  expect(await runAt(0, 1)).toEqual([true, 1, 1]);
  expect(await runAt(200, 19)).toEqual([true, 1, 1]);
  expect(await runAt(400, 1)).toEqual([true, 2, 2]);
  expect(await runAt(600, 1)).toEqual([true, 2, 2]);
  expect(await runAt(1_000, 0)).toEqual([true, 3, 3]);
  // Lists may have projected the events, so the references are indexed in any case.
  expect(await runAt(2_000, 0)).toEqual([false, 3, 4]);
});
