// One price from several: the median of the usable ones, or none if they are too few or disagree.
import { describe, expect, test } from "vitest";
import { compare } from "../../src/money/fraction.ts";
import type { PairEntry } from "../../src/rates/config-schema.ts";
import { judgePair } from "../../src/rates/judge.ts";
import { faultReading, type Reading } from "../../src/rates/reading.ts";
import { decimal, pairOf } from "./pair.ts";

const NOW_S = 1_800_000_000;
const MAX_AGE_S = 100;

const said = (text: string, ageS = 0): Reading => ({
  kind: "observation",
  observation: { price: decimal(text), text, observedAtS: NOW_S - ageS },
});
const DEAD = faultReading("unreachable", "could not be reached");

const judge = (readings: readonly Reading[], changes: Partial<PairEntry> = {}) => {
  const sources = readings.map((_, index) => ({
    type: "http" as const,
    name: `source ${index}`,
    url: `https://source-${index}.example`,
    path: "price",
  }));
  return judgePair(pairOf({ pair: "ETH/USD", maxAgeS: MAX_AGE_S, ...changes }, sources), readings, NOW_S);
};

/** The price, or the kind of fault instead. */
function price(readings: readonly Reading[], changes: Partial<PairEntry> = {}): string {
  const { price: found, fault: refusal } = judge(readings, changes);
  if (!found) return refusal?.kind ?? "neither";
  return ["2985", "3000", "3005", "3010"].find((text) => compare(decimal(text), found) === 0) ?? "another";
}

describe("the price", () => {
  test.each([
    ["of one", [said("3000")], "3000"],
    ["of two", [said("3000"), said("3010")], "3005"],
    ["of three", [said("3000"), said("2985"), said("3010")], "3000"],
    ["of the usable ones", [said("3000"), DEAD, said("3010")], "3005"],
    ["just not too old", [said("3000", MAX_AGE_S)], "3000"],
    ["too old", [said("3000", MAX_AGE_S + 1)], "too_few"],
    ["one too old", [said("3000", MAX_AGE_S + 1), said("3010")], "3010"],
    ["too few of three", [said("3000"), DEAD, DEAD], "too_few"],
    ["none", [DEAD, DEAD], "too_few"],
    ["ahead within the tolerated clock difference", [said("3000", -60)], "3000"],
    ["from the future, where it would not age", [said("3000", -61)], "too_few"],
  ] as const)("%s", (_, readings, expected) => {
    expect(price(readings)).toBe(expected);
  });

  test("requires the pair's minimum number of sources", () => {
    expect(price([said("3000"), DEAD, DEAD], { minSources: 1 })).toBe("3000");
    expect(price([said("3000"), DEAD], { minSources: 2 })).toBe("too_few");
  });

  test.each([
    // 30 of 3000 is one percent.
    [["2985", "3000", "3015"], "1", "3000"],
    [["2985", "3000", "3015.01"], "1", "spread"],
    [["3000", "3000"], "0", "3000"],
    [["3000", "3000.000000000000000001"], "0", "spread"],
    [["1500", "3000", "3000"], "2", "spread"],
  ])("%s with a maximum spread of %s percent: %s", (texts, maxSpreadPercentage, expected) => {
    expect(
      price(
        texts.map((text) => said(text)),
        { maxSpreadPercentage },
      ),
    ).toBe(expected);
  });

  test("is rejected outside the pair's bounds", () => {
    const bounds = { minPrice: "2985", maxPrice: "3005" };
    expect(price([said("2985")], bounds)).toBe("2985");
    expect(price([said("3005")], bounds)).toBe("3005");
    expect(price([said("2984.99")], bounds)).toBe("too_few");
    expect(price([said("3005.01")], bounds)).toBe("too_few");
    expect(price([said("0.01"), said("3000"), said("3000")], bounds)).toBe("3000");
  });
});

test("each source's state has its price, and why it is not used", () => {
  const { sources } = judge([said("3000"), said("3010", MAX_AGE_S + 5), DEAD], { minSources: 1 });
  expect(sources.map(({ source, observation, fault: found }) => [source.label, observation?.text, found])).toEqual([
    ["source 0", "3000", null],
    ["source 1", "3010", { kind: "stale", message: "is 105 s old, expected at most 100" }],
    ["source 2", undefined, { kind: "unreachable", message: "could not be reached" }],
  ]);
});
