import { expect, test } from "vitest";
import { Semaphore, type SemaphoreLimits } from "../../src/concurrency/semaphore.ts";

/** Work that ends when the test says so, and the owners in the order in which they began. */
function given(limits: Partial<SemaphoreLimits>) {
  const began: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const semaphore = new Semaphore({
    atOnceMax: 1,
    ofOwnerMax: 1,
    waitMs: 600_000,
    tooMany: () => new Error("too many"),
    ...limits,
  });
  const start = (owner: string, times = 1): void => {
    for (let time = 0; time < times; time += 1) {
      const work = () => {
        began.push(owner);
        return new Promise<void>((end) => void ends.push(end));
      };
      semaphore.run(owner, work).catch(() => void refused.push(owner));
    }
  };
  const endOne = async (): Promise<void> => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { began, refused, start, endOne };
}

test("owners take turns, however many of one wait", async () => {
  const { began, start, endOne } = given({});
  start("flood", 5);
  start("one", 2);
  start("other");
  for (let ended = 0; ended < 7; ended += 1) await endOne();
  expect(began).toEqual(["flood", "flood", "one", "other", "flood", "one", "flood", "flood"]);
});

test("of permits for several, an owner gets no more than its own", async () => {
  const { began, start, endOne } = given({ atOnceMax: 3, ofOwnerMax: 2 });
  start("flood", 5);
  start("one", 2);
  expect(began).toEqual(["flood", "flood", "one"]);
  for (let ended = 0; ended < 2; ended += 1) await endOne();
  expect(began).toEqual(["flood", "flood", "one", "flood", "one"]);
});

test("when the places to wait are taken, a newcomer gets one of the owner who has most", async () => {
  const { began, refused, start, endOne } = given({ waitingMax: 4 });
  start("flood", 5);
  start("flood");
  start("one", 2);
  start("other");
  await new Promise(setImmediate);
  expect(refused).toEqual(["flood", "flood", "flood", "flood"]);
  for (let ended = 0; ended < 4; ended += 1) await endOne();
  expect(began).toEqual(["flood", "flood", "one", "other", "one"]);
});
