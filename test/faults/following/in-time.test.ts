// A transfer in a block before the expiry has paid, whenever a worker learns of it: after an outage, at the first
// start, and after a restore from a backup that is older than the confirm.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buyerWith, execute, fetchActions, onlyOption, startServerWithCoin } from "../../harness/chain/methods.ts";
import { asWallet, confirm, createPayment, signPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { startOn, type TestServer } from "../../harness/server/server.ts";
import { watcherHasBegun } from "../payments/confirmed.ts";

/** Enough to list, fetch, send and be mined on a busy machine. */
const LIFETIME_S = 6;

const soon = (): number => Math.floor(Date.now() / 1_000) + LIFETIME_S;

let server: TestServer;
beforeAll(async () => {
  server = await startServerWithCoin({ role: "api" });
});
afterAll(() => server.stop());

/** Runs `work` with a worker on the same installation. */
async function withWorker<T>(work: () => Promise<T>): Promise<T> {
  const worker = await startOn(server.installation, "worker");
  try {
    return await work();
  } finally {
    await worker.stop();
  }
}

/** A payment that a wallet pays by a transaction in time, without confirming it. */
async function paidByTransaction(): Promise<string> {
  const buyer = await buyerWith(server, { coin: "1000" });
  const paymentId = await createPayment(server, { expiresAt: soon() });
  const [action] = await fetchActions(server, paymentId, await onlyOption(server, paymentId, buyer));
  if (!action) throw new Error("an action was expected");
  const { blockNumber } = await server.client.waitForTransactionReceipt({
    hash: await execute(server, buyer, action),
  });
  const [row] = await server.sql<{ expires_at: Date }>("select expires_at from payments where id = $1", [paymentId]);
  const { timestamp } = await server.client.getBlock({ blockNumber });
  expect(Number(timestamp)).toBeLessThan((row?.expires_at.getTime() ?? 0) / 1_000);
  return paymentId;
}

const options = (paymentId: string) =>
  server.call({ path: `/v1/gateway/payment/${paymentId}/options`, headers: asWallet(server), body: { accounts: [] } });

const isPastExpiry = (paymentId: string) =>
  expect.poll(async () => (await options(paymentId)).status, { timeout: 20_000 }).toBe(410);

const status = async (paymentId: string) =>
  (await server.call({ path: `/v1/gateway/payment/${paymentId}/status`, headers: asWallet(server) })).body;

const eventsOf = async (paymentId: string) =>
  (
    await server.sql<{ type: string }>("select type from payment_events where payment_id = $1 order by id", [paymentId])
  ).map(({ type }) => type);

describe("a coin payment sent in time while no worker runs", () => {
  test.each(["the first worker starts", "the worker is back"])("succeeds once %s after its expiry", async () => {
    const [paid, unpaid] = [await paidByTransaction(), await createPayment(server, { expiresAt: soon() })];
    await isPastExpiry(paid);
    await isPastExpiry(unpaid);
    // It accepts nothing more, but nothing is decided before the chain's blocks have been read.
    const { body } = await server.call({ method: "POST", path: `/v1/payments/${paid}/cancel` });
    expect(body).toMatchObject({ code: "invalid_state", message: expect.stringContaining("expired") });
    expect(await status(paid)).toMatchObject({
      status: "requires_action",
      isFinal: false,
      pollInMs: expect.anything(),
    });
    await withWorker(async () => {
      expect(await untilFinal(server, paid)).toMatchObject({ status: "succeeded" });
      expect(await untilFinal(server, unpaid)).toMatchObject({ status: "expired" });
    });
    expect(await eventsOf(paid)).toEqual(["created", "confirmed", "paid"]);
  });
});

/** Puts the payments back to the moment of their creation, as a backup from then has them. */
const restoreOlderBackup = () =>
  server.sql(`
    set local session_replication_role = replica;
    delete from confirmations; delete from transfers; delete from relay_transactions; delete from relay_batches;
    delete from payment_events where type <> 'created';
    update payments set status = 'requires_action';
    delete from chain_blocks b where number > (select min(number) from chain_blocks where chain = b.chain)`);

describe("a database restored from a backup older than the confirm", () => {
  test("finds again what was paid in time, by its recomputed terms", async () => {
    const { paymentId, before } = await withWorker(async () => {
      await watcherHasBegun(server);
      const signed = await signPayment(
        server,
        await createPayment(server, { expiresAt: soon() }),
        await server.newBuyer(),
      );
      await confirm(server, signed);
      return { paymentId: signed.paymentId, before: await untilFinal(server, signed.paymentId) };
    });
    expect(before.status).toBe("succeeded");
    await restoreOlderBackup();
    await isPastExpiry(paymentId);
    await withWorker(async () => expect(await untilFinal(server, paymentId)).toEqual(before));
    expect(await eventsOf(paymentId)).toEqual(["created", "confirmed", "paid"]);
  });
});
