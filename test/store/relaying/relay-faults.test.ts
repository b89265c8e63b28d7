// Faulty batches and payers harm only themselves: release, abandonment, quarantine, strikes, gas of the day.
import type { Address, Hex } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StoredTransaction } from "../../../src/operations/ports/relaying/relay.ts";
import type { BatchBuilder } from "../../../src/operations/relaying/take-batch.ts";
import type { Terms } from "../../../src/payment/terms.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import {
  BUILDER,
  CHAIN,
  forgetPayments,
  type Limits,
  markMined,
  queuedPayment,
  ROUTER,
  someAddress,
  storeBatchOf,
} from "./queued.ts";

const [FIRST, SECOND] = [someAddress("relayer 1"), someAddress("relayer 2")];
const BOTH: Limits = {
  relayers: [FIRST, SECOND],
  router: ROUTER,
  batchMax: 10,
  leftOutMax: 2,
  underWayMax: 4,
  fillMaxMs: 60_000,
  gasPerDay: null,
  gasAtRiskMax: 2_000_000n,
};
const ONLY_FIRST: Limits = { ...BOTH, relayers: [FIRST] };

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ role: null });
});
beforeEach(async () => {
  await forgetPayments(server);
  await server.sql("truncate relay_strikes, relay_losses");
  for (const relayer of BOTH.relayers) await relay().registerRelayer(CHAIN, relayer, 7n);
});
afterAll(() => server.stop());

const relay = () => server.store.relay;

const take = async (limits = BOTH, builder: BatchBuilder = BUILDER): Promise<StoredTransaction | null> =>
  (await storeBatchOf(server.store, limits, builder))?.transaction ?? null;

/** Takes a batch, which must exist, and marks it as accepted by a node. */
async function sent(limits = BOTH): Promise<StoredTransaction> {
  const batch = await take(limits);
  if (!batch) throw new Error("a batch was expected");
  await relay().markSent(batch.hash);
  return batch;
}

const queued = async (changes: Partial<Terms> = {}): Promise<string> =>
  (await queuedPayment(server, changes)).paymentId;

interface Relayed {
  readonly relay_state: string;
  readonly batch_id: string | null;
}

const relayed = async (paymentId: string): Promise<Relayed | undefined> =>
  (await server.sql<Relayed>("select relay_state, batch_id from confirmations where payment_id = $1", [paymentId]))[0];

const stateOf = async (paymentId: string) => (await relayed(paymentId))?.relay_state;

const silent = (relayers: readonly Address[] = BOTH.relayers) => relay().silentTransactions(CHAIN, relayers, 0, 10);

describe("a batch that its relayer cannot pay for", () => {
  test.each([
    ["before a node has accepted it", take],
    ["after a node has accepted it", sent],
  ])("%s: hands its payments to another relayer, and keeps them if there is none", async (_, begin) => {
    const paymentId = await queued();
    const batch = await begin(ONLY_FIRST);
    if (!batch) throw new Error("a batch was expected");
    await relay().releaseBatch(CHAIN, batch.batchId, [FIRST], "no coin");
    expect(await stateOf(paymentId)).toBe("sent");
    await relay().releaseBatch(CHAIN, batch.batchId, [FIRST, SECOND], "no coin");
    expect(await stateOf(paymentId)).toBe("queued");
    expect((await take())?.relayer).toBe(SECOND);
    // The first relayer's nonce must still be used.
    await server.sql("update relay_batches set refused_at = refused_at - interval '1 minute'");
    expect(await silent([FIRST])).toMatchObject([{ nonce: 7n, isAbandoned: true, isEmpty: false }]);
  });
});

describe("a batch that the nodes refuse", () => {
  const refused = async (batch: StoredTransaction | null): Promise<readonly string[]> => {
    if (!batch) throw new Error("a batch was expected");
    await relay().noteRefusal(batch.batchId, "oversized data");
    const empty = { ...batch, hash: `0x${batch.batchId.toString(16).padStart(64, "0")}` as Hex, isEmpty: true };
    await relay().storeReplacement(empty);
    const quarantined = await relay().abandonRefused(batch.batchId);
    await relay().markSent(empty.hash);
    return quarantined.map(({ paymentId }) => paymentId);
  };

  test("sends its payments again one by one, and quarantines the one that is refused alone", async () => {
    const [good, bad] = [await queued(), await queued()];
    expect(await refused(await take())).toEqual([]);
    const alone = [await sent(), await sent()];
    const places = await Promise.all([good, bad].map(relayed));
    expect(new Set(places.map((place) => place?.batch_id)).size).toBe(2);
    const badBatch = alone.find(({ batchId }) => batchId.toString() === String(places[1]?.batch_id)) ?? null;
    const suspected = await relay().noteRefusal(badBatch?.batchId ?? 0n, "unknown");
    expect(suspected).toEqual({ refusals: 1, isSuspect: true });
    expect(await refused(badBatch)).toEqual([bad]);
    expect([await stateOf(good), await stateOf(bad)]).toEqual(["sent", "quarantined"]);
  });

  test("is sent again after growing pauses, and its relayer gets no other batch until then", async () => {
    await queued();
    const batch = await sent(ONLY_FIRST);
    const pauses: unknown[] = [];
    for (let refusal = 1; refusal <= 8; refusal++) {
      expect(await relay().noteRefusal(batch.batchId, "unknown")).toEqual({ refusals: refusal, isSuspect: false });
      expect(await silent()).toEqual([]);
      pauses.push(await pauseOf(batch));
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    await Promise.all(Array.from({ length: 10 }, () => queued()));
    expect(await take(ONLY_FIRST)).toBeNull();
    await relay().markSent(batch.hash);
    expect(await take(ONLY_FIRST)).not.toBeNull();
  });

  /** Seconds until the batch is sent again, found by making its last refusal older. */
  async function pauseOf({ batchId }: StoredTransaction): Promise<number | undefined> {
    for (const seconds of [1, 2, 4, 8, 16, 32, 60]) {
      await server.sql("update relay_batches set refused_at = now() - $2 * interval '1 second' where id = $1", [
        batchId,
        seconds,
      ]);
      await server.sql("update relay_transactions set last_sent_at = now() - interval '1 hour'");
      if ((await silent()).length > 0) return seconds;
    }
    return undefined;
  }
});

test("a payment that cannot be encoded is quarantined, and the others of its batch are sent", async () => {
  const ids = [await queued(), await queued(), await queued()];
  const stored = await storeBatchOf(server.store, BOTH, {
    ...BUILDER,
    pack: (some) => ({ ...BUILDER.pack(some, false), packed: [0, 2], refused: [{ index: 1, reason: "malformed" }] }),
  });
  expect(stored?.quarantined).toEqual([{ paymentId: ids[1], reason: "cannot be encoded: malformed" }]);
  expect(await Promise.all(ids.map(stateOf))).toEqual(["sent", "quarantined", "sent"]);
});

test("payments that do not fit a batch stay in the queue", async () => {
  const ids = [await queued(), await queued(), await queued()];
  await take(BOTH, { ...BUILDER, pack: (some) => ({ ...BUILDER.pack(some, false), packed: [0] }) });
  expect(await Promise.all(ids.map(stateOf))).toEqual(["sent", "queued", "queued"]);
});

describe("a relayer whose key was removed", () => {
  test("leaves the payments of its batches to the others, once those were not sent for a while", async () => {
    const paymentId = await queued();
    await sent(ONLY_FIRST);
    expect(await relay().releaseLeftovers(CHAIN, [SECOND], 60_000)).toEqual([]);
    expect(await relay().releaseLeftovers(CHAIN, [FIRST, SECOND], 0)).toEqual([]);
    expect(await relay().releaseLeftovers(CHAIN, [SECOND], 0)).toEqual([{ relayer: FIRST, payments: 1 }]);
    expect(await relay().releaseLeftovers(CHAIN, [SECOND], 0)).toEqual([]);
    expect(await stateOf(paymentId)).toBe("queued");
    expect(await silent([SECOND])).toEqual([]);
  });
});

describe("a relayer whose nonce ran ahead", () => {
  test("continues at the chain's nonce with the same payments", async () => {
    await relay().registerRelayer(CHAIN, FIRST, 1_000n);
    const paymentId = await queued();
    await sent(ONLY_FIRST);
    expect(await relay().stalledRelayers(CHAIN, [FIRST], 60_000)).toEqual([]);
    expect(await relay().stalledRelayers(CHAIN, [FIRST], 0)).toEqual([{ relayer: FIRST, lowestNonce: 1_000n }]);
    await relay().restartAt(CHAIN, FIRST, 7n);
    expect(await stateOf(paymentId)).toBe("queued");
    expect((await sent(ONLY_FIRST)).nonce).toBe(7n);
  });

  test("never gets the nonce of a mined batch, even if the chain returns an old nonce", async () => {
    await queued();
    const { nonce } = await sent(ONLY_FIRST);
    await markMined(server, FIRST, nonce + 1n);
    await relay().restartAt(CHAIN, FIRST, 0n);
    await markMined(server, FIRST, nonce + 1n);
    await queued();
    expect((await sent(ONLY_FIRST)).nonce).toBe(nonce + 1n);
  });

  test("sends a batch again that counted as mined although the chain's nonce is not above it", async () => {
    await queued();
    const early = await sent(ONLY_FIRST);
    await markMined(server, FIRST, early.nonce + 1n);
    await relay().restartAt(CHAIN, FIRST, early.nonce + 1n);
    expect(await silent([FIRST])).toEqual([]);
    await relay().restartAt(CHAIN, FIRST, early.nonce);
    expect((await silent([FIRST])).map(({ nonce }) => nonce)).toEqual([early.nonce]);
  });
});

describe("a payer", () => {
  const payer = someAddress("payer");
  /** The mined batch leaves its payment out, and a simulation finds the payment payable again. */
  async function failed({ relayer, nonce }: StoredTransaction): Promise<void> {
    await markMined(server, relayer, nonce + 1n);
    await server.sql("update confirmations set relay_after = now() where relay_state = 'held'");
    for (const { paymentId, wasLeftOut } of await server.store.unpaid.heldPayments(CHAIN, 100)) {
      expect(wasLeftOut).toBe(true);
      await server.store.unpaid.strike(paymentId);
      await server.store.unpaid.requeue(paymentId, null);
    }
  }

  const underWay = async (): Promise<number> =>
    (await server.sql("select from confirmations where relay_state = 'sent'")).length;

  test("has at most 5 payments unmined or left out, and delays no other payer's", async () => {
    for (let payment = 0; payment < 7; payment++) await queued({ payer });
    const other = await queued();
    const first = await sent();
    expect(await underWay()).toBe(6);
    expect(await stateOf(other)).toBe("sent");
    expect(await take()).toBeNull();
    await markMined(server, first.relayer, first.nonce + 1n);
    expect(await take()).toBeNull(); // the batch left them out, and the reason is not known yet
    await server.sql("update confirmations set relay_state = 'closed' where relay_state = 'held'");
    await sent();
    expect(await underWay()).toBe(2);
  });

  test("has at most 2 unmined payments by signatures of contract wallets", async () => {
    for (let payment = 0; payment < 4; payment++) await queued({ payer });
    await server.sql("update confirmations set signature = decode(repeat('01', 66), 'hex')");
    await sent();
    expect(await underWay()).toBe(2);
  });

  test("with a strike is relayed alone, after all others, one at a time, twice at most", async () => {
    const hostile = [await queued({ payer }), await queued({ payer }), await queued({ payer })];
    await failed(await sent());
    const other = await queued();
    await sent(ONLY_FIRST);
    expect(await stateOf(other)).toBe("sent");
    expect(await underWay()).toBe(1);
    for (let attempt = 0; attempt < 2; attempt++) {
      const alone = await sent({ ...BOTH, relayers: [SECOND] });
      expect(await underWay()).toBe(2);
      expect(await storeBatchOf(server.store, BOTH)).toBeNull();
      await failed(alone);
    }
    const given = await storeBatchOf(server.store, BOTH);
    expect(given?.transaction).toBeNull();
    expect(new Set(given?.quarantined.map(({ paymentId }) => paymentId))).toEqual(new Set(hostile));
    expect(await storeBatchOf(server.store, BOTH)).toBeNull();
    // A day later the wallet may have been fixed.
    await server.sql("update relay_strikes set struck_at = now() - interval '25 hours'");
    const later = await queued({ payer });
    await sent({ ...BOTH, relayers: [SECOND] });
    expect(await stateOf(later)).toBe("sent");
  });
});

test("a relayer that has spent its gas of the day leaves the work to another", async () => {
  const limits: Limits = { ...BOTH, gasPerDay: 1_500_000n }; // a batch of these tests has 1 000 000
  const relayers: Address[] = [];
  for (let batch = 0; batch < 4; batch++) {
    await queued();
    relayers.push((await sent(limits)).relayer);
    await server.sql("update relay_batches set mined_in = 1");
  }
  expect(relayers.toSorted()).toEqual([FIRST, FIRST, SECOND, SECOND].toSorted());
  await queued();
  expect(await take(limits)).toBeNull();
  expect(await relay().gasOfDay(CHAIN, limits.relayers)).toEqual(
    new Map(limits.relayers.map((relayer) => [relayer, 2_000_000n])),
  );
  await server.sql("update relay_batches set created_at = now() - interval '25 hours'");
  expect(await take(limits)).not.toBeNull();
});
