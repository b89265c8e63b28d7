// Payments that can waste gas: payments of payers with unproven code are relayed alone, within a daily limit of gas,
// and payments that mined batches leave out too often are not relayed again.
import type { Address } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StoredTransaction } from "../../../src/operations/ports/relaying/relay.ts";
import { isIsolated, isolatedGasLeft } from "../../../src/operations/relaying/sort-queue.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import {
  CHAIN,
  forgetPayments,
  type Limits,
  markMined,
  queuedPayment,
  ROUTER,
  someAddress,
  storeBatchOf,
} from "./queued.ts";

const RELAYER = someAddress("relayer 1");
const LIMITS: Limits = {
  relayers: [RELAYER],
  router: ROUTER,
  batchMax: 10,
  leftOutMax: 10,
  underWayMax: 4,
  fillMaxMs: 60_000,
  gasPerDay: null,
  gasAtRiskMax: 1_000_000n,
};

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ role: null });
});
beforeEach(async () => {
  await forgetPayments(server);
  await server.sql("truncate relay_strikes, relay_losses");
  await relay().registerRelayer(CHAIN, RELAYER, 7n);
});
afterAll(() => server.stop());

const relay = () => server.store.relay;

/** Takes a batch, which must exist, and marks it as accepted by a node. */
async function sent(limits = LIMITS): Promise<StoredTransaction> {
  const batch = (await storeBatchOf(server.store, limits))?.transaction;
  if (!batch) throw new Error("a batch was expected");
  await relay().markSent(batch.hash);
  return batch;
}

/** Isolated payments that must be simulated. */
async function withoutGas(): Promise<readonly string[]> {
  const examined = await relay().queuedPayers(CHAIN, 500);
  const ids: string[] = [];
  for await (const page of relay().queuedWithoutGas(CHAIN, { router: ROUTER, examined })) {
    ids.push(...page.filter(isIsolated).map(({ paymentId }) => paymentId));
  }
  return ids;
}

/** Takes all it can. @returns the payments that were quarantined instead */
const quarantined = async (): Promise<readonly string[]> =>
  ((await storeBatchOf(server.store, LIMITS))?.quarantined ?? []).map(({ paymentId }) => paymentId);

const isNothingTaken = async (): Promise<void> => expect(await storeBatchOf(server.store, LIMITS)).toBeNull();

const queued = async (payer?: Address): Promise<string> =>
  (await queuedPayment(server, payer ? { payer } : {})).paymentId;

/** A queued payment of a payer with code, whose simulation needs this much gas. */
async function wallet(gas: bigint, payer = someAddress(`wallet ${++wallets}`)): Promise<string> {
  const paymentId = await queued(payer);
  await relay().notePayerCode(CHAIN, [payer]);
  await relay().noteIsolatedGas(paymentId, gas);
  return paymentId;
}
let wallets = 0;

const stateOf = async (paymentId: string): Promise<string | undefined> =>
  (
    await server.sql<{ relay_state: string }>("select relay_state from confirmations where payment_id = $1", [
      paymentId,
    ])
  )[0]?.relay_state;

/** The batch is mined and has left out all its payments. */
async function leavesOut({ nonce }: StoredTransaction): Promise<void> {
  await markMined(server, RELAYER, nonce + 1n);
}

const requeueHeld = (): Promise<unknown> =>
  server.sql("update confirmations set relay_state = 'queued', relay_after = now() where relay_state = 'held'");

describe("a payer with code that has not paid before", () => {
  test("is relayed alone, with the gas of its simulation, after all others", async () => {
    const isolated = await wallet(120_000n);
    const others = [await queued(), await queued()];
    await sent();
    expect(await Promise.all([isolated, ...others].map(stateOf))).toEqual(["queued", "sent", "sent"]);
    expect((await sent()).call.gasLimit).toBe(120_000n);
    expect(await stateOf(isolated)).toBe("sent");
  });

  test("waits until its gas is known", async () => {
    const payer = someAddress("unknown gas");
    const paymentId = await queued(payer);
    await relay().notePayerCode(CHAIN, [payer]);
    await isNothingTaken();
    expect(await withoutGas()).toEqual([paymentId]);
    await relay().noteIsolatedGas(paymentId, 120_000n);
    expect(await withoutGas()).toEqual([]);
    await sent();
  });

  test("does not make its relayer busy for others", async () => {
    await wallet(120_000n);
    await sent();
    const other = await queued();
    await sent();
    expect(await stateOf(other)).toBe("sent");
  });

  test("does not wait for batches that a dry relayer has handed to another one", async () => {
    const other = someAddress("relayer 2");
    const both: Limits = { ...LIMITS, relayers: [RELAYER, other] };
    for (let place = 0; place < 4; place++) {
      await wallet(120_000n);
      await sent(both); // the first relayer is the only one registered yet
    }
    await wallet(120_000n);
    expect(await storeBatchOf(server.store, both)).toBeNull();
    await relay().registerRelayer(CHAIN, other, 7n);
    for (const { id } of await server.sql<{ id: bigint }>("select id from relay_batches")) {
      await relay().releaseBatch(CHAIN, id, both.relayers, "no coin");
    }
    expect((await sent(both)).relayer).toBe(other);
  });

  test("shares batches once it has paid", async () => {
    const payer = someAddress("proven");
    const first = await wallet(120_000n, payer);
    const { nonce } = await sent();
    await server.sql("update relay_batches set mined_in = 1");
    await server.sql("update confirmations set relay_state = 'closed' where payment_id = $1", [first]);
    await server.sql("update payments set status = 'succeeded' where id = $1", [first]);
    const [second, other] = [await queued(payer), await queued()];
    await relay().notePayerCode(CHAIN, [payer]);
    const shared = await sent();
    expect(shared.nonce).toBe(nonce + 1n);
    expect(await Promise.all([second, other].map(stateOf))).toEqual(["sent", "sent"]);
    await leavesOut(shared); // once a batch leaves the payment out, it is isolated again
    await requeueHeld();
    expect(await withoutGas()).toEqual([second]);
  });

  test("waits if such payers have wasted their gas of the day, and half of it stops those that need much", async () => {
    const gasAndWaiting = async () => {
      const gas = await relay().gasWasted(CHAIN);
      return { gas, waiting: await relay().queuedAbove(CHAIN, isolatedGasLeft(gas, LIMITS.gasAtRiskMax)) };
    };
    await wallet(300_000n);
    await leavesOut(await sent());
    await server.sql("update confirmations set relay_state = 'closed'");
    expect(await gasAndWaiting()).toEqual({ gas: 300_000n, waiting: 0 });
    const expensive = await wallet(300_000n);
    await isNothingTaken();
    expect(await gasAndWaiting()).toEqual({ gas: 300_000n, waiting: 1 });
    for (let cheap = 0; cheap < 3; cheap++) {
      await wallet(200_000n);
      await leavesOut(await sent());
    }
    expect(await gasAndWaiting()).toEqual({ gas: 900_000n, waiting: 1 });
    const cheap = await wallet(200_000n);
    await isNothingTaken();
    await sendsOthers();
    await server.sql("update relay_losses set lost_at = now() - interval '25 hours'");
    await sent();
    expect(await Promise.all([cheap, expensive].map(stateOf))).toEqual(["queued", "sent"]);
  });

  async function sendsOthers(): Promise<void> {
    const other = await queued();
    const batch = await sent();
    expect(await stateOf(other)).toBe("sent");
    await server.sql("update relay_batches set mined_in = 1 where id = $1", [batch.batchId]);
  }
});

describe("a payer without code", () => {
  test("has a payment quarantined that three mined batches left out", async () => {
    const payer = someAddress("fickle");
    const fickle = await queued(payer);
    for (let batch = 0; batch < 3; batch++) {
      await leavesOut(await sent());
      await requeueHeld();
    }
    const other = await queued(payer);
    expect(await quarantined()).toEqual([fickle]);
    expect(await Promise.all([fickle, other].map(stateOf))).toEqual(["quarantined", "sent"]);
  });

  test("has its payments quarantined for a day after mined batches left out twenty", async () => {
    const payer = someAddress("very fickle");
    for (let batch = 0; batch < 4; batch++) {
      for (let payment = 0; payment < 5; payment++) await queued(payer);
      await leavesOut(await sent());
      await server.sql("update confirmations set relay_state = 'closed'");
    }
    const [next, other] = [await queued(payer), await queued()];
    expect(await quarantined()).toEqual([next]);
    expect(await stateOf(other)).toBe("sent");
    await server.sql("update relay_losses set lost_at = now() - interval '25 hours'");
    await server.sql("update relay_batches set mined_in = 1");
    await queued(payer);
    expect(await quarantined()).toEqual([]);
  });
});
