// The expiries that a payment may have had with an address that was given out after a backup.
import { expect, test } from "vitest";
import { possibleExpiries } from "../../../src/operations/books/derive-addresses.ts";

const CREATED_S = 2_000_000_000;
const HOUR_S = 3_600;
const limits = { depositLimits: { lifetimeS: HOUR_S }, paymentLifetimeMaxS: 24 * HOUR_S };
const paymentOf = (lifetimeS: number) => ({
  createdAt: new Date(CREATED_S * 1_000),
  expiresAtS: CREATED_S + lifetimeS,
  deposits: [],
});
/** The gap, in seconds from the payment's creation. */
const gap = (from: number, to: number) => ({ fromS: CREATED_S + from, toS: CREATED_S + to });
const rangeOf = (expiries: readonly number[]) => {
  const [own, ...moved] = expiries.map((expiresAtS) => expiresAtS - CREATED_S);
  return [own, moved.length, moved[0], moved.at(-1)];
};

test("one for each second of the gap in which the payment was open", () => {
  const expiries = possibleExpiries(limits, paymentOf(300), gap(100, 86_400));
  expect(rangeOf(expiries)).toEqual([300, 201, 3_700, 3_900]);
  expect(new Set(expiries).size).toBe(202);
});

test("its own alone if it lasts longer than an address, and at most an hour of them however long the gap is", () => {
  expect(rangeOf(possibleExpiries(limits, paymentOf(20 * HOUR_S), gap(100, 10 * HOUR_S)))).toEqual([
    20 * HOUR_S,
    0,
    undefined,
    undefined,
  ]);
  expect(rangeOf(possibleExpiries(limits, paymentOf(20 * HOUR_S), gap(100, 100 * HOUR_S)))).toEqual([
    20 * HOUR_S,
    HOUR_S,
    20 * HOUR_S + 1,
    21 * HOUR_S,
  ]);
});

test("none beyond a payment's longest lifetime", () => {
  expect(rangeOf(possibleExpiries(limits, paymentOf(23.5 * HOUR_S), gap(100, 100 * HOUR_S)))).toEqual([
    23.5 * HOUR_S,
    HOUR_S / 2,
    23.5 * HOUR_S + 1,
    24 * HOUR_S,
  ]);
});

test("all seconds of the gap if the payment was asked for an address again after the restore", () => {
  const asked = {
    ...paymentOf(300 + HOUR_S),
    deposits: [{ asset: "", address: "0x", asked: 1n, received: 0n, deposits: [] }],
  } as const;
  expect(rangeOf(possibleExpiries(limits, asked, gap(100, 200)))).toEqual([300 + HOUR_S, 101, 3_700, 3_800]);
});
