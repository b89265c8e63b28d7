// Bounded concurrency: order is kept, and failures free their slot.
import { expect, test } from "vitest";
import { atMost } from "../../src/logos/at-most.ts";

test("runs at most this many at a time, in order of arrival, and a failure frees its slot for the next", async () => {
  const begun: number[] = [];
  const ends = new Map<number, { resolve: (result: string) => void; reject: (error: Error) => void }>();
  const bounded = atMost(2, (input: number) => {
    begun.push(input);
    return new Promise<string>((resolve, reject) => ends.set(input, { resolve, reject }));
  });
  const results = [1, 2, 3, 4].map((input) => bounded(input).catch((error: Error) => error.message));
  expect(begun).toEqual([1, 2]);
  ends.get(2)?.reject(new Error("cannot be decoded"));
  expect(await results[1]).toBe("cannot be decoded");
  await expect.poll(() => begun).toEqual([1, 2, 3]);
  ends.get(1)?.resolve("one");
  ends.get(3)?.resolve("three");
  await expect.poll(() => begun).toEqual([1, 2, 3, 4]);
  ends.get(4)?.resolve("four");
  expect(await Promise.all(results)).toEqual(["one", "cannot be decoded", "three", "four"]);
  const last = bounded(5);
  expect(begun.at(-1)).toBe(5);
  ends.get(5)?.resolve("five");
  expect(await last).toBe("five");
});
