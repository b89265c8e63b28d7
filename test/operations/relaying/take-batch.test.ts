// One turn at the relayer's queue: pages are read until enough payments may go, and only locked ones are packed.
import { describe, expect, test, vi } from "vitest";
import type { Authorization } from "../../../src/operations/ports/chain/payment-chain.ts";
import type {
  NewBatch,
  QueuedPayment,
  RelaySituation,
  RelayTurn,
} from "../../../src/operations/ports/relaying/relay-queue.ts";
import { type BatchBuilder, takeBatch } from "../../../src/operations/relaying/take-batch.ts";
import { IDLE, ISOLATED, payment, QUIET } from "./queue-facts.ts";

const LIMITS = {
  relayers: [IDLE.address],
  router: IDLE.address,
  examined: [],
  batchMax: 50,
  leftOutMax: 10,
  underWayMax: 4,
  fillMaxMs: 1_000,
  gasPerDay: null,
  gasAtRiskMax: 1_500_000n,
};
const BUSY = { ...QUIET, relayers: [{ ...IDLE, batches: 1, sharedBatches: 1 }] };

/** A queue of these pages, and the outcome of a turn. @param locked payments that another transaction has locked */
function turnAt(
  pages: readonly (readonly QueuedPayment[])[],
  situation: RelaySituation = QUIET,
  locked: readonly string[] = [],
) {
  const stored: NewBatch[] = [];
  const quarantined: string[] = [];
  let read = 0;
  const turn: RelayTurn = {
    situation: async () => situation,
    async *queued() {
      for (const page of pages) {
        read += 1;
        yield page;
      }
    },
    lock: async (payments) =>
      payments
        .filter(({ paymentId }) => !locked.includes(paymentId))
        .map(({ paymentId }) => ({ paymentId, authorization: {} as Authorization, attempts: 0 })),
    quarantine: async (payments) => void quarantined.push(...payments.map(({ paymentId }) => paymentId)),
    store: async (batch) => BigInt(stored.push(batch)),
  };
  return { turn, stored, quarantined, read: () => read };
}

const BUILDER: BatchBuilder = {
  pack: (authorizations) => ({
    call: { recipient: IDLE.address, data: "0x", gasLimit: 1n },
    packed: [...authorizations.keys()],
    refused: [],
  }),
  packIsolated: (_, gasLimit) => ({ recipient: IDLE.address, data: "0x", gasLimit }),
  sign: async () => ({ fees: { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }, signed: { hash: "0x", raw: "0x" } }),
};

const pageOf = (payments: number, facts: Partial<QueuedPayment> = {}) =>
  Array.from({ length: payments }, (_, no) => payment(`${facts.payer ?? "some"} ${no}`, facts));

describe("the queue is read", () => {
  test.each([
    ["until a batch is full, and no later payment could go with it", [pageOf(50), pageOf(1, { dueAtMs: 1_001 })], 2],
    ["until a thousand may go", [pageOf(999), pageOf(1)], 2],
  ])("%s", async (_, pages, pagesRead) => {
    const { turn, read } = turnAt([...pages, pageOf(1)]);
    await takeBatch(turn, LIMITS, BUILDER);
    expect(read()).toBe(pagesRead);
  });

  test("to its end if the payments of one payer fill its pages", async () => {
    const hostile = pageOf(1_000, { payer: "hostile", plainUnderWay: 5 });
    const { turn, stored } = turnAt([hostile, hostile, hostile, [payment("good")]]);
    await takeBatch(turn, LIMITS, BUILDER);
    expect(stored.map(({ paymentIds }) => paymentIds)).toEqual([["good"]]);
  });

  test("not at all without a relayer", async () => {
    const { turn, read } = turnAt([pageOf(1)], { ...QUIET, relayers: [] });
    expect(await takeBatch(turn, LIMITS, BUILDER)).toBeNull();
    expect(read()).toBe(0);
  });
});

test("a payment that another transaction has locked is left out, and a batch without any is not stored", async () => {
  const queue = [payment("a"), payment("b")];
  const one = turnAt([queue], QUIET, ["a"]);
  expect(await takeBatch(one.turn, LIMITS, BUILDER)).toMatchObject({ paymentIds: ["b"] });
  const both = turnAt([queue], QUIET, ["a", "b"]);
  expect(await takeBatch(both.turn, LIMITS, BUILDER)).toBeNull();
  expect(both.stored).toEqual([]);
});

describe("while a batch waits to be full", () => {
  const waiting = payment("waiting", { dueAtMs: QUIET.nowMs - 400 });

  test("nothing is stored", async () => {
    const { turn, stored } = turnAt([[waiting]], BUSY);
    const taken = await takeBatch(turn, LIMITS, BUILDER);
    expect(taken).toEqual({ transaction: null, paymentIds: [], quarantined: [], fillsInMs: 600 });
    expect(stored).toEqual([]);
  });

  test("an isolated payment goes, with its gas", async () => {
    const { turn, stored } = turnAt([[waiting, payment("isolated", ISOLATED)]], BUSY);
    expect(await takeBatch(turn, LIMITS, BUILDER)).toMatchObject({ paymentIds: ["isolated"], fillsInMs: null });
    expect(stored).toMatchObject([{ isIsolated: true, call: { gasLimit: ISOLATED.isolatedGas }, nonce: 7n }]);
  });

  test("it goes if another payment does not fit it", async () => {
    const pack: BatchBuilder["pack"] = (some) => ({ ...BUILDER.pack(some, false), packed: [0] });
    const { turn } = turnAt([[waiting, payment("large")]], BUSY);
    expect(await takeBatch(turn, LIMITS, { ...BUILDER, pack })).toMatchObject({ paymentIds: ["waiting"] });
  });
});

describe("quarantined is", () => {
  test("a payment that cannot be encoded, and one that batches left out too often", async () => {
    const { turn, quarantined } = turnAt([[payment("left out", { timesLeftOut: 3 }), payment("bad"), payment("good")]]);
    const pack: BatchBuilder["pack"] = (some) => ({
      ...BUILDER.pack(some, false),
      packed: [1],
      refused: [{ index: 0, reason: "malformed" }],
    });
    const taken = await takeBatch(turn, LIMITS, { ...BUILDER, pack });
    expect(taken).toMatchObject({
      paymentIds: ["good"],
      quarantined: [{ paymentId: "left out" }, { paymentId: "bad", reason: "cannot be encoded: malformed" }],
    });
    expect(quarantined).toEqual(["left out", "bad"]);
  });

  test("every payment, if none can be encoded: no nonce is used", async () => {
    const pack = () => ({ call: null, packed: [], refused: [{ index: 0, reason: "malformed" }] });
    const sign = vi.fn(BUILDER.sign);
    const { turn, stored } = turnAt([[payment("bad")]]);
    const taken = await takeBatch(turn, LIMITS, { ...BUILDER, pack, sign });
    expect(taken).toMatchObject({ transaction: null, quarantined: [{ paymentId: "bad" }], fillsInMs: null });
    expect(sign).not.toHaveBeenCalled();
    expect(stored).toEqual([]);
  });
});
