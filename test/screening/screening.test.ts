// Several sources together: one refusal is enough, and an unknown result does not clear an account.
import { describe, expect, test } from "vitest";
import { openScreening } from "../../src/screening/open.ts";
import { createScreening, type ScreeningPart } from "../../src/screening/screening.ts";
import { newAccount } from "./accounts.ts";

const [ONE, TWO, THREE] = [newAccount(), newAccount("eip155:10"), newAccount()];
const ALL = [ONE, TWO, THREE];

const refuses =
  (...refused: readonly object[]): ScreeningPart =>
  async (accounts) =>
    accounts.map((account) => refused.includes(account));
const isDown: ScreeningPart = () => Promise.reject(new Error("down"));
const neverAnswers: ScreeningPart = () => new Promise(() => {});

const refusedBy = async (...parts: readonly ScreeningPart[]) => [...(await createScreening(parts, 50).refused(ALL))];

test("without a source nobody is refused", async () => {
  expect(await refusedBy()).toEqual([]);
});

test("an account refused by one source is refused", async () => {
  expect(await refusedBy(refuses(ONE), refuses(), refuses(TWO, ONE))).toEqual([ONE.text, TWO.text]);
});

describe("a source that fails", () => {
  test.each([
    ["is down", isDown, "down"],
    ["takes too long", neverAnswers, "did not respond within 50 ms"],
  ])("because it %s: the result is unknown for accounts that the others do not refuse", async (_, part, words) => {
    await expect(refusedBy(part)).rejects.toThrow(words);
    await expect(refusedBy(refuses(ONE, TWO), part)).rejects.toThrow(words);
    expect(await refusedBy(refuses(...ALL), part)).toEqual(ALL.map(({ text }) => text));
  });
});

test("an oracle on an unconfigured chain is reported", async () => {
  const source = { type: "oracle", chain: "eip155:5", address: "0x40C57923924B5c5c5455c48D93317139ADDaC8fb" } as const;
  const opened = openScreening([source], {
    oracleOn: () => undefined,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  await expect(opened).rejects.toThrow("eip155:5 is not in the chains file");
});
