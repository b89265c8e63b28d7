// A buyer with nothing of ours pays by plain transfers to the payment's address.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transferBatch } from "../harness/chain/deposit-addresses.ts";
import { askForAddress, sendTo } from "../harness/chain/deposits.ts";
import { createPayment, untilFinal } from "../harness/chain/wallet.ts";
import type { TestServer } from "../harness/server/server.ts";
import { sharedServer } from "../harness/server/shared-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const balances = (...accounts: Parameters<TestServer["balance"]>[1][]) =>
  Promise.all(accounts.map((account) => server.balance(server.deployment.usdc, account)));

interface Exception {
  readonly kind: string;
  readonly amount: { readonly value: string };
}

const exceptionsOf = async (paymentId: string): Promise<readonly Exception[]> =>
  (await server.call<{ data: readonly Exception[] }>({ path: `/v1/exceptions?paymentId=${paymentId}` })).body.data;

describe("a transfer", () => {
  test("of the amount pays the merchant and the fee receiver; the sweep's transaction is shown, and no buyer", async () => {
    const paymentId = await createPayment(server);
    const { address, amount, received } = await askForAddress(server, paymentId);
    expect([amount.value, received.value]).toEqual(["10000000", "0"]);
    const before = await balances(server.destination, server.feeReceiver);
    const hash = await sendTo(server, address, 10_000_000n);
    const { status, info } = await untilFinal(server, paymentId);
    expect(status).toBe("succeeded");
    expect(info?.txId).not.toBe(hash);
    const after = await balances(server.destination, server.feeReceiver, address);
    expect(after).toEqual([(before[0] ?? 0n) + 9_960_000n, (before[1] ?? 0n) + 40_000n, 0n]);
    expect(await server.call({ path: `/v1/payments/${paymentId}` })).toMatchObject({
      body: {
        settlement: { successful: { txId: info?.txId, amount: { value: "9960000" } } },
      },
    });
    const shown = await server.call({ path: `/v1/gateway/payment/${paymentId}` });
    expect(shown.body).not.toHaveProperty("buyer");
    const events = await server.sql("select type from payment_events where payment_id = $1 order by id", [paymentId]);
    expect(events.map(({ type }) => type)).toEqual(["created", "updated", "confirmed", "paid"]);
  });

  test("counts no customer", async () => {
    const owner = await server.asNewOwner();
    const own = { ...owner.at(server.baseUrl) };
    const paymentId = await createPayment(own);
    const { address } = await askForAddress(own, paymentId);
    await sendTo(own, address, 10_000_000n);
    await untilFinal(own, paymentId);
    const { body } = await own.call<{ data: object[]; stats: object }>({ path: "/v1/merchants/payments" });
    expect(body.stats).toMatchObject({ totalTransactions: 1, totalCustomers: 0 });
    expect(body.data[0]).not.toHaveProperty("buyer");
  });

  test("of a part leaves the payment open, and a second one completes it", async () => {
    const paymentId = await createPayment(server);
    const { address } = await askForAddress(server, paymentId);
    await sendTo(server, address, 9_500_000n);
    await expect.poll(async () => (await askForAddress(server, paymentId)).received.value).toBe("9500000");
    const { body } = await server.call({ path: `/v1/payments/${paymentId}/status` });
    expect(body).toMatchObject({ status: "requires_action" });
    await sendTo(server, address, 500_000n);
    expect((await untilFinal(server, paymentId)).status).toBe("succeeded");
    expect(await balances(address)).toEqual([0n]);
    expect(await exceptionsOf(paymentId)).toEqual([]);
  });

  test("of more than the amount succeeds: the merchant gets all of it, less the fee of the amount", async () => {
    const paymentId = await createPayment(server);
    const { address } = await askForAddress(server, paymentId);
    const before = await balances(server.destination, server.feeReceiver);
    await sendTo(server, address, 12_000_000n);
    expect((await untilFinal(server, paymentId)).status).toBe("succeeded");
    const after = await balances(server.destination, server.feeReceiver);
    expect(after.map((held, index) => held - (before[index] ?? 0n))).toEqual([11_960_000n, 40_000n]);
  });
});

test("one call of another contract that sends twenty transfers pays twenty payments", async () => {
  const asked = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const paymentId = await createPayment(server);
      return { paymentId, ...(await askForAddress(server, paymentId)) };
    }),
  );
  await transferBatch(
    server,
    asked.map(({ address }) => ({ to: address, amount: 10_000_000n })),
  );
  const finals = await Promise.all(asked.map(({ paymentId }) => untilFinal(server, paymentId)));
  expect(new Set(finals.map(({ status }) => status))).toEqual(new Set(["succeeded"]));
  expect(new Set(await balances(...asked.map(({ address }) => address)))).toEqual(new Set([0n]));
});
