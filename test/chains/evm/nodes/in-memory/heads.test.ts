// The comparison of the heads of a chain's endpoints.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { commonHead, isStale, lagMaxBlocks, standingOf } from "../../../../../src/chains/evm/nodes/heads.ts";

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000_000_000 }));
afterEach(() => void vi.useRealTimers());

describe("heads", () => {
  const head = (number: number, stale = false) => ({ number, isStale: stale });

  it.each([
    [[head(5), head(9), head(7)], 7],
    [[head(5), head(9)], 5],
    [[head(5), head(9, true)], 5],
    [[head(5, true), head(9)], 9],
    [[head(5, true), head(9, true), head(11, true), head(10, true)], 9],
    [[], null],
  ])("%j have the common head %s", (heads, common) => {
    expect(commonHead(heads)).toBe(common);
  });

  it.each([
    [94, "behind"],
    [95, "in_step"],
    [105, "in_step"],
    [106, "ahead"],
  ])("of %i stand to 100, with a tolerance of 5: %s", (number, standing) => {
    expect(standingOf(head(number), 100, 5)).toBe(standing);
  });

  it.each([
    [2, 5],
    [3, 4],
    [12, 2],
    [0.25, 40],
  ])("with a block every %d s may be %i blocks apart", (blockTimeS, blocks) => {
    expect(lagMaxBlocks(blockTimeS)).toBe(blocks);
  });

  it.each([
    [1_000_000_000 - 60, 2, false],
    [1_000_000_000 - 61, 2, true],
    [1_000_000_000 - 240, 12, false],
    [1_000_000_000 - 241, 12, true],
    [null, 2, false],
  ])("of the time %s with a block every %i s are stale: %s", (timeS, blockTimeS, stale) => {
    expect(isStale(timeS, blockTimeS, Date.now())).toBe(stale);
  });
});
