// The choice of a batch: its payments, their order, its relayer, and whether it waits.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { QueuedPayment, RelayerState } from "../../../src/operations/ports/relaying/relay-queue.ts";
import {
  chooseBatch,
  chooseIsolated,
  fillsIn,
  isDecided,
  pickRelayer,
} from "../../../src/operations/relaying/choose-batch.ts";
import { isIsolated } from "../../../src/operations/relaying/sort-queue.ts";
import { IDLE, ISOLATED, idsOf, payment, queues, situations, sorted } from "./queue-facts.ts";

const LIMITS = { batchMax: 3, leftOutMax: 2, fillMaxMs: 1_000 };

/**
 * @param queue payments by name and the milliseconds since the first, for example `a0 b1`: the letter is the
 * destination, and x and y have another fee receiver
 */
const queueOf = (queue: string, facts: Partial<QueuedPayment> = {}): readonly QueuedPayment[] =>
  queue.split(" ").map((name) => {
    const destination = name.slice(0, 1);
    const feeReceiver = "xy".includes(destination) ? "another" : "fees";
    return payment(name, { destination, feeReceiver, dueAtMs: Number(name.slice(1)), ...facts });
  });

const chosen = (queue: readonly QueuedPayment[]) => {
  const choice = chooseBatch(sorted(queue), LIMITS);
  return choice && { ...choice, payments: idsOf(choice.payments).join(" ") };
};

describe("of payments that do not all fit, a batch takes", () => {
  test.each([
    ["the oldest and those to its destination", "a0 b1 a2 b3 a4 b5", "a0 a2 a4"],
    ["then those with its fee receiver", "a0 x1 b2 y3 a4 b5", "a0 a4 b2"],
    ["none that came much later than the oldest before others", "a0 b1 b2 a1001 a1002 b3", "a0 b1 b2"],
    ["those that came just in time", "a0 b1 b2 a1000", "a0 a1000 b1"],
    ["after that time, the oldest first", "a0 b2000 c2001 b2002 c2003 b2004", "a0 b2000 c2001"],
    ["then the oldest of the others", "a0 b1 c2 c3 b4 c5", "a0 b1 b4"],
  ])("%s: %s", (_, queue, payments) => {
    const choice = { payments, isFull: true, atWorst: false, isolatedGas: null };
    expect(chosen(queueOf(queue).toSorted((a, b) => a.dueAtMs - b.dueAtMs))).toEqual(choice);
  });

  test("payments of one merchant together only if the method's message names it", () => {
    const named = (merchantName: string, method: string) => queueOf("a0", { merchantName, method });
    const queue = (method: string) => [
      ...named("Blue", method),
      ...named("Red", method),
      ...named("Blue", method),
      ...named("Red", method),
    ];
    const names = (method: string) =>
      chooseBatch(sorted(queue(method)), LIMITS)?.payments.map(({ merchantName }) => merchantName);
    expect(names("permit2")).toEqual(["Blue", "Blue", "Red"]);
    expect(names("eip3009")).toEqual(["Blue", "Red", "Blue"]);
  });
});

describe("a batch", () => {
  test.each<[string, readonly QueuedPayment[], string, boolean, boolean]>([
    ["is not full with few payments", queueOf("a0 b1"), "a0 b1", false, false],
    ["has the oldest one's token", [...queueOf("a0", { token: "USDT" }), ...queueOf("b1")], "a0", false, false],
    [
      "has payments that were left out, and no others",
      [...queueOf("a0", { wasLeftOut: true }), ...queueOf("b1"), ...queueOf("c2 d3", { wasLeftOut: true })],
      "a0 c2",
      true,
      true,
    ],
    [
      "has no payments that were left out with others",
      [...queueOf("a0"), ...queueOf("b1", { wasLeftOut: true }), ...queueOf("c2")],
      "a0 c2",
      false,
      false,
    ],
    ["has a suspect alone", [...queueOf("a0", { isSuspect: true }), ...queueOf("b1")], "a0", true, false],
    ["has no suspect with others", [...queueOf("a0"), ...queueOf("b1", { isSuspect: true })], "a0", false, false],
    [
      "has a payer with a strike alone and last",
      [...queueOf("a0", { strikes: 1 }), ...queueOf("b1")],
      "b1",
      false,
      false,
    ],
    ["has it when there are no others", queueOf("a0", { strikes: 1 }), "a0", true, true],
    ["has it before isolated ones", [...queueOf("a0", ISOLATED), ...queueOf("b1", { strikes: 2 })], "b1", true, true],
  ])("%s", (_, queue, payments, isFull, atWorst) => {
    expect(chosen(queue)).toEqual({ payments, isFull, atWorst, isolatedGas: null });
  });

  test("of an isolated payment has its gas, after all others", () => {
    const queue = [...queueOf("a0", ISOLATED), ...queueOf("b1")];
    expect(chosen(queue)).toMatchObject({ payments: "b1", isolatedGas: null });
    expect(chosen(queue.slice(0, 1))).toMatchObject({ payments: "a0", isFull: true, isolatedGas: 100_000n });
    expect(idsOf(chooseIsolated(sorted(queue))?.payments ?? [])).toEqual(["a0"]);
    expect(chooseIsolated(sorted(queueOf("a0")))).toBeNull();
    expect(chosen([])).toBeNull();
  });
});

test("no payment goes before one that came much earlier, or shares a batch that it must not share", () => {
  fc.assert(
    fc.property(queues, situations, (queue, situation) => {
      const { ready, struck, isolated } = sorted(queue, situation);
      const choice = chooseBatch({ ready, struck, isolated, quarantined: [] }, LIMITS);
      const [oldest] = ready;
      expect(choice === null).toBe(!oldest && !struck && !isolated);
      const payments = choice?.payments ?? [];
      expect(payments.length).toBeLessThanOrEqual(oldest?.wasLeftOut ? LIMITS.leftOutMax : LIMITS.batchMax);
      expect(new Set(payments).size).toBe(payments.length);
      expect(new Set(payments.map(({ token, wasLeftOut }) => `${token} ${wasLeftOut}`)).size).toBeLessThanOrEqual(1);
      const mustBeAlone = payments.filter((each) => isIsolated(each) || each.strikes > 0 || each.isSuspect);
      if (mustBeAlone.length > 0) expect(payments).toEqual(mustBeAlone.slice(0, 1));
      if (!oldest) return;
      expect(payments).toContain(oldest);
      const left = ready.filter((each) => !payments.includes(each) && canJoin(oldest, each));
      if (left.length > 0) expect(choice?.isFull).toBe(true);
      for (const each of left) {
        const latestMs = Math.max(each.dueAtMs, oldest.dueAtMs + LIMITS.fillMaxMs);
        for (const taken of payments) expect(taken.dueAtMs).toBeLessThanOrEqual(latestMs);
      }
    }),
  );
});

const canJoin = (oldest: QueuedPayment, { token, wasLeftOut, isSuspect }: QueuedPayment): boolean =>
  !isSuspect && !oldest.isSuspect && token === oldest.token && wasLeftOut === oldest.wasLeftOut;

test("a decided choice is the one of the whole queue", () => {
  fc.assert(
    fc.property(queues, situations, fc.integer({ min: 1, max: 40 }), (queue, situation, read) => {
      const known = sorted(queue.slice(0, read), situation);
      if (!isDecided(known, queue[read - 1]?.dueAtMs ?? 0, LIMITS)) return;
      expect(chooseBatch(known, LIMITS)).toEqual(chooseBatch(sorted(queue, situation), LIMITS));
    }),
  );
});

const relayer = (no: number, state: Partial<RelayerState> = {}): RelayerState => ({
  ...IDLE,
  address: `0x${`${no}`.padStart(40, "0")}`,
  ...state,
});

describe("the relayer is", () => {
  const [busy, busier] = [
    { batches: 1, sharedBatches: 1 },
    { batches: 2, sharedBatches: 2 },
  ];
  test.each<[string, readonly RelayerState[], number | null]>([
    ["the first of idle ones", [relayer(2), relayer(1)], 1],
    ["the least busy one", [relayer(1, busier), relayer(2, busy)], 2],
    ["one that is busy with isolated payments only", [relayer(1, busy), relayer(2, { batches: 3 })], 2],
    ["of those, the one with fewer", [relayer(1, { batches: 2 }), relayer(2, { batches: 1 })], 2],
    ["none with all its batches in flight", [relayer(1, { batches: 4 })], null],
    ["none whose batch is stuck", [relayer(1, { isStuck: true }), relayer(2, busier)], 2],
    ["none that has spent its gas of the day", [relayer(1, { gasOfDay: 1_000n }), relayer(2, { gasOfDay: 999n })], 2],
    ["none if there is none", [], null],
  ])("%s", (_, relayers, no) => {
    const picked = pickRelayer(relayers, { underWayMax: 4, gasPerDay: 1_000n });
    expect(picked?.address ?? null).toBe(no === null ? null : relayer(no).address);
  });

  test("any, however much gas it has used, if nothing limits it", () => {
    expect(pickRelayer([relayer(1, { gasOfDay: 10n ** 12n })], { underWayMax: 4, gasPerDay: null })).not.toBeNull();
  });
});

test.each([
  ["goes if its relayer is idle", { batches: 0, sharedBatches: 0 }, false, 0, null],
  ["goes if its relayer is busy with isolated payments only", { batches: 2, sharedBatches: 0 }, false, 0, null],
  ["goes if it is full", { batches: 3, sharedBatches: 3 }, true, 0, null],
  ["waits to be full", { batches: 1, sharedBatches: 1 }, false, 400, 600],
  ["goes once it has waited", { batches: 1, sharedBatches: 1 }, false, 1_000, null],
  ["never takes the last place", { batches: 3, sharedBatches: 1 }, false, 5_000, Number.POSITIVE_INFINITY],
] as const)("a batch %s", (_, state, isFull, queuedMs, expected) => {
  expect(fillsIn({ isFull, queuedMs }, relayer(1, state), { fillMaxMs: 1_000, underWayMax: 4 })).toBe(expected);
});
