// Sorting the queue: payments that may go now, payments that go alone and last, and quarantined ones.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { QueuedPayment, RelaySituation } from "../../../src/operations/ports/relaying/relay-queue.ts";
import { isIsolated, isolatedGasLeft, quarantineReason } from "../../../src/operations/relaying/sort-queue.ts";
import { ISOLATED, idsOf, PROVEN, payment, queues, situations, sorted } from "./queue-facts.ts";

/** Queues the payments in this order, each with its own id. */
const queueOf = (...all: readonly Partial<QueuedPayment>[]) => all.map((facts, index) => payment(`${index}`, facts));

describe("isolated is", () => {
  test.each<[string, Partial<QueuedPayment>, boolean]>([
    ["no account without code", {}, false],
    ["a wallet that has not paid on the chain", { payerHasCode: true }, true],
    ["no wallet that has paid", PROVEN, false],
    ["a wallet that has paid and has a strike", { ...PROVEN, strikes: 1 }, true],
    ["a wallet that is deployed with the payment", { deploysWallet: true, payerHasPaid: true }, true],
    ["no account without code that has a strike: it had code", { strikes: 1 }, false],
  ])("%s", (_, facts, expected) => {
    expect(isIsolated(payment("it", facts))).toBe(expected);
  });
});

describe("quarantined is", () => {
  test.each<[string, Partial<QueuedPayment>, RegExp | null]>([
    ["no payment of a payer with two strikes", { strikes: 2 }, null],
    ["a payment of a payer with three", { strikes: 3 }, /accepts payments in simulations/],
    ["no payment that two mined batches left out", { timesLeftOut: 2 }, null],
    ["a payment that three left out", { timesLeftOut: 3 }, /left it out too often/],
    ["no payment of a payer with 19 losses in a day", { losses: 19 }, null],
    ["a payment of a payer with 20", { losses: 20 }, /too often today/],
  ])("%s", (_, facts, reason) => {
    expect(quarantineReason(payment("it", facts)) ?? "").toMatch(reason ?? /^$/);
    expect(idsOf(sorted([payment("it", facts)]).ready)).toEqual(reason || facts.strikes ? [] : ["it"]);
    expect(sorted([payment("it", facts)]).quarantined).toHaveLength(reason ? 1 : 0);
  });

  test("a payment without counting against its payer's limit", () => {
    const left = Array.from({ length: 5 }, () => ({ payer: "p", timesLeftOut: 3 }));
    expect(idsOf(sorted(queueOf(...left, { payer: "p" })).ready)).toEqual(["5"]);
  });
});

describe("a payer", () => {
  test.each<[string, Partial<QueuedPayment>, number]>([
    ["without code has 5 payments", {}, 5],
    ["with 3 under way has 2 more", { plainUnderWay: 3 }, 2],
    ["with 5 under way has no more", { plainUnderWay: 5 }, 0],
    ["with code has 2", PROVEN, 2],
    ["with one by code under way has 1 more by code", { ...PROVEN, othersUnderWay: 1 }, 1],
    ["with one by code under way has 3 more without", { othersUnderWay: 1 }, 3],
  ])("%s, the first ones, and holds up no others", (_, facts, most) => {
    const queue = queueOf(...Array.from({ length: 7 }, () => ({ ...facts, payer: "p" })), { payer: "another" });
    expect(idsOf(sorted(queue).ready)).toEqual([..."0123456"].slice(0, most).concat("7"));
  });
});

describe("a payer with a strike", () => {
  test.each<[string, Partial<QueuedPayment>, Partial<RelaySituation>, string]>([
    ["goes alone", {}, {}, "0"],
    ["waits for its own payment that is under way", { plainUnderWay: 1 }, {}, "none"],
    ["waits for another such payer's", {}, { isStruckUnderWay: true }, "none"],
  ])("%s", (_, facts, situation, struck) => {
    const queue = sorted(queueOf({ strikes: 1, ...facts }, {}), situation);
    expect(idsOf([queue.struck])).toEqual([struck]);
    expect(idsOf(queue.ready)).toEqual(["1"]);
  });

  test("goes by fewest strikes, then in the order of the queue, also if its payment is isolated", () => {
    const strikes = [{ strikes: 2 }, { strikes: 1 }, { strikes: 1 }];
    expect(idsOf([sorted(queueOf(...strikes)).struck])).toEqual(["1"]);
    const isolated = queueOf(...strikes.map((each) => ({ ...ISOLATED, ...each })));
    expect(idsOf([sorted(isolated).isolated])).toEqual(["1"]);
    expect(idsOf([sorted(isolated, { isStruckUnderWay: true }).isolated])).toEqual(["none"]);
  });
});

describe("an isolated payment", () => {
  test.each<[string, Partial<QueuedPayment>, Partial<RelaySituation>, boolean]>([
    ["goes", {}, {}, true],
    ["waits until its gas is known", { isolatedGas: null }, {}, false],
    ["waits if two are under way, for one relayer", {}, { isolatedBatches: 2 }, false],
    ["goes if one is", {}, { isolatedBatches: 1 }, true],
    ["goes with the last gas of the day", {}, { gasAtRisk: 1_400_000n }, true],
    ["waits without gas of the day", {}, { gasAtRisk: 1_400_001n }, false],
    ["goes with much gas if nothing is at risk", { isolatedGas: 1_500_000n }, {}, true],
    ["goes with much gas in the first half of the day's", { isolatedGas: 700_000n }, { gasAtRisk: 50_000n }, true],
    ["waits with much gas in the second half", { isolatedGas: 250_001n }, { gasAtRisk: 500_000n }, false],
    ["goes with less in the second half", { isolatedGas: 250_000n }, { gasAtRisk: 500_000n }, true],
  ])("%s", (_, facts, situation, goes) => {
    const queue = sorted(queueOf({ ...ISOLATED, ...facts }), situation);
    expect(idsOf([queue.isolated])).toEqual([goes ? "0" : "none"]);
    expect(queue.ready).toEqual([]);
  });

  test("that waits for gas holds up none that needs less", () => {
    const queue = queueOf({ ...ISOLATED, isolatedGas: 300_000n }, ISOLATED);
    expect(idsOf([sorted(queue, { gasAtRisk: 600_000n }).isolated])).toEqual(["1"]);
  });
});

test("the gas left is the most that fits: within the day's, and within half of it if it is much", () => {
  const amounts = fc.bigInt({ min: 0n, max: 2_000_000n });
  fc.assert(
    fc.property(amounts, amounts, amounts, (gas, atRisk, max) => {
      const limit = gas > 250_000n && atRisk > 0n ? max / 2n : max;
      expect(gas <= isolatedGasLeft(atRisk, max)).toBe(atRisk + gas <= limit);
    }),
  );
});

test("payments that may not go take no place, however many there are", () => {
  fc.assert(
    fc.property(queues, situations, fc.integer({ min: 0, max: 40 }), (queue, situation, at) => {
      const mayNot = Array.from({ length: 5_000 }, (_, no) =>
        payment(
          `hostile ${no}`,
          [
            { plainUnderWay: 5 },
            { ...ISOLATED, isolatedGas: null },
            { strikes: 1, othersUnderWay: 1 },
            { payer: "one hostile payer", othersUnderWay: 2, ...PROVEN },
          ][no % 4],
        ),
      );
      const { ready, struck, isolated } = sorted(queue, situation);
      const under = sorted([...queue.slice(0, at), ...mayNot, ...queue.slice(at)], situation);
      expect({ ready, struck, isolated }).toEqual({
        ready: under.ready,
        struck: under.struck,
        isolated: under.isolated,
      });
    }),
    { numRuns: 30 },
  );
});

test("pages of any size are sorted like one", () => {
  fc.assert(
    fc.property(queues, situations, fc.integer({ min: 1, max: 10 }), (queue, situation, pageMax) => {
      expect({ ...sorted(queue, situation, pageMax) }).toEqual({ ...sorted(queue, situation) });
    }),
  );
});
