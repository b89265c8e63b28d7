// The number of distinct buyers in bitmaps and lists, compared with a JavaScript set.
import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { countOthers } from "../../src/store/lists/buyers.ts";

/** A few numbers near the ends of chunks and of the number range, so that many occur twice. */
const buyer = fc.oneof(
  fc.integer({ min: 0, max: 40 }),
  fc.integer({ min: 8_180, max: 8_200 }),
  fc.integer({ min: 2 ** 31 - 20, max: 2 ** 31 - 1 }),
);
const buyers = fc.array(buyer, { maxLength: 60 });

/** Writes numbers like PostgreSQL's int4send. */
function listOf(numbers: readonly number[]): Buffer {
  const list = Buffer.alloc(numbers.length * 4);
  for (const [index, number] of numbers.entries()) list.writeInt32BE(number, index * 4);
  return list;
}

/** Writes bitmaps like PostgreSQL's bit_send. */
function chunksOf(numbers: readonly number[]) {
  const chunks = new Map<number, Buffer>();
  for (const number of numbers) {
    const chunk = Math.floor(number / 8_192);
    const bits = chunks.get(chunk) ?? Buffer.concat([listOf([8_192]), Buffer.alloc(1_024)]);
    const at = 4 + Math.floor((number % 8_192) / 8);
    bits.writeUInt8(bits.readUInt8(at) | (128 >> (number % 8)), at);
    chunks.set(chunk, bits);
  }
  return [...chunks].map(([chunk, bits]) => ({ chunk, bits }));
}

test("buyers in lists are counted once, and not if they are in a set", () =>
  fc.assert(
    fc.asyncProperty(buyers, fc.array(buyers, { maxLength: 4 }), async (inSets, lists) => {
      const others = new Set(lists.flat().filter((number) => !inSets.includes(number)));
      expect(await countOthers(chunksOf(inSets), lists.map(listOf))).toBe(others.size);
    }),
  ));

test("other work goes on while long lists are counted", async () => {
  const numbers = Array.from({ length: 250_000 }, (_, number) => number);
  let isCounted = false;
  const counting = countOthers([], [listOf(numbers), listOf(numbers)]).finally(() => {
    isCounted = true;
  });
  await nextTurn();
  expect(isCounted).toBe(false);
  expect(await counting).toBe(numbers.length);
});
