// The moments at which the head is read: close together around an expected block, at most `pollMs` apart.
import { expect, test } from "vitest";
import { createBlockRhythm } from "../../src/workers/block-rhythm.ts";

/**
 * Reads a chain whose blocks come every `blockMs` until `untilMs`, each read taking 2 ms.
 * @returns for each block how late it was seen, and the number of reads
 */
function follow({ blockTimeS, pollMs, untilMs, blockMs = blockTimeS * 1_000 }: Followed) {
  let nowMs = 0;
  const rhythm = createBlockRhythm({ blockTimeS, pollMs }, () => nowMs);
  const lateMs: number[] = [];
  let reads = 0;
  let newest = -1n;
  for (; nowMs < untilMs; nowMs += rhythm.pauseMs()) {
    nowMs += 2;
    reads += 1;
    const number = BigInt(Math.floor((nowMs - 333) / blockMs));
    rhythm.sawHead(number);
    if (number > newest) lateMs.push((nowMs - 333) % blockMs);
    if (number > newest) newest = number;
  }
  return { lateMs: lateMs.slice(2), readsPerBlock: reads / Number(newest + 1n) };
}

interface Followed {
  readonly blockTimeS: number;
  readonly pollMs: number;
  readonly untilMs: number;
  readonly blockMs?: number;
}

test.each([
  { blockTimeS: 0.25, pollMs: 250, lateMsMax: 15, readsMax: 12 },
  { blockTimeS: 1, pollMs: 250, lateMsMax: 15, readsMax: 12 },
  { blockTimeS: 2, pollMs: 500, lateMsMax: 25, readsMax: 15 },
  { blockTimeS: 12, pollMs: 1_000, lateMsMax: 125, readsMax: 20 },
])("blocks of $blockTimeS s are seen within $lateMsMax ms", ({ lateMsMax, readsMax, ...pace }) => {
  const { lateMs, readsPerBlock } = follow({ ...pace, untilMs: 60_000 * pace.blockTimeS });
  expect(Math.max(...lateMs)).toBeLessThanOrEqual(lateMsMax);
  expect(readsPerBlock).toBeLessThanOrEqual(readsMax);
});

test("a chain that is slower than configured costs little more than regular reads", () => {
  const { readsPerBlock } = follow({ blockTimeS: 1, pollMs: 250, blockMs: 10_000, untilMs: 600_000 });
  expect(readsPerBlock).toBeLessThanOrEqual(40 + 60);
});

test("a stopped chain is read every pollMs", () => {
  let nowMs = 0;
  const rhythm = createBlockRhythm({ blockTimeS: 1, pollMs: 250 }, () => nowMs);
  expect(rhythm.pauseMs()).toBe(250);
  rhythm.sawHead(1n);
  expect(rhythm.pauseMs()).toBeLessThan(50);
  nowMs = 60_000;
  rhythm.sawHead(1n);
  expect(rhythm.pauseMs()).toBe(250);
});
