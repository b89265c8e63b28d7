// Which clock is wrong, or which chain has stopped.
import { expect, test } from "vitest";
import { judgeClocks } from "../../../src/operations/monitoring/clock-verdict.ts";

const NOW_S = 1_800_000_000;
const HOUR_S = 3_600;
const SLOW_S = 90;

/** @param aheadS of each chain's newest block */
const judged = (aheadS: Readonly<Record<string, number>>, { databaseS = NOW_S, machineS = NOW_S } = {}) =>
  judgeClocks(
    Object.entries(aheadS).map(([chain, ahead]) => ({
      chain,
      timeS: NOW_S + ahead,
      blockTimeS: chain === "slow" ? 12 : 2,
      headAgeMaxS: 120,
    })),
    { databaseS, machineS },
  ).map(({ chain, isProblem, message }) => [chain, isProblem, message]);

test("blocks that are current, and those of slow chains and clocks within seconds, are fine", () => {
  expect(judged({ fast: -50, slow: -230 })).toEqual([]);
  expect(judged({ fast: 25, slow: -5 })).toEqual([]);
});

test("one of several chains: the chain", () => {
  expect(judged({ a: -HOUR_S, b: 0 })).toEqual([
    ["a", true, expect.stringContaining("3600 s old, while that of b is current: the chain has stopped")],
  ]);
  expect(judged({ a: HOUR_S, b: 0 })).toEqual([
    ["a", true, expect.stringContaining("3600 s ahead, while that of b is current: its RPC URLs return blocks from")],
  ]);
});

test("a block that is current by the machine's clock: the database's clock", () => {
  for (const databaseS of [NOW_S - HOUR_S, NOW_S + HOUR_S]) {
    const wrong = [true, expect.stringContaining("by this machine's it is current: the database's clock is wrong")];
    expect(judged({ a: 0 }, { databaseS })).toEqual([["a", ...wrong]]);
    expect(judged({ a: 0, b: -1 }, { databaseS })).toEqual([
      ["a", ...wrong],
      ["b", ...wrong],
    ]);
  }
});

test("all chains, by both clocks: both clocks", () => {
  const wrong = [true, expect.stringContaining("the clocks of the database and of this machine are wrong")];
  expect(judged({ a: -HOUR_S, b: -HOUR_S - 7 })).toEqual([
    ["a", ...wrong],
    ["b", ...wrong],
  ]);
});

test("the only chain, by both clocks: not certain, and a problem once the chain is closed for payments", () => {
  const stopped = expect.stringContaining("the chain has stopped or its RPC URLs lag, or both clocks are ahead");
  expect(judged({ a: -SLOW_S })).toEqual([["a", false, stopped]]);
  expect(judged({ a: -HOUR_S })).toEqual([["a", true, stopped]]);
  expect(judged({ a: HOUR_S })).toEqual([["a", false, expect.stringContaining("both clocks are late")]]);
});

test("a machine's clock that is wrong alone is told elsewhere", () => {
  expect(judged({ a: 0, b: 0 }, { machineS: NOW_S + HOUR_S })).toEqual([]);
});
