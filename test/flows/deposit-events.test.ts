// What a partner sees of a payment that was paid by a deposit: lists, statistics, events and charges.
import type { Static } from "typebox";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DepositAddress } from "../../src/contract/deposits/deposits.ts";
import type { Payments } from "../../src/contract/payments/payment-list.ts";
import type { PaymentDetails } from "../../src/contract/payments/payments.ts";
import type { Events } from "../../src/contract/webhooks/events.ts";
import { sendTo } from "../harness/chain/deposits.ts";
import { createPayment, untilFinal } from "../harness/chain/wallet.ts";
import type { TestServer } from "../harness/server/server.ts";
import { sharedServer } from "../harness/server/shared-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

test("shows no buyer and counts no customer, and its events show what had come by then", async () => {
  const { usdc } = server.deployment;
  const paymentId = await createPayment(server);
  const asset = `${server.caip2}/erc20:${usdc}`;
  const { body: given } = await server.call<Static<typeof DepositAddress>>({
    path: `/v1/payments/${paymentId}/deposit`,
    body: { asset },
  });
  const hash = await sendTo(server, given.address as `0x${string}`, BigInt(given.amount.value));
  const { status, info } = await untilFinal(server, paymentId);
  expect(status).toBe("succeeded");

  const { body: details } = await server.call<Static<typeof PaymentDetails>>({ path: `/v1/payments/${paymentId}` });
  const sent = { hash, from: expect.any(String), value: given.amount.value, status: "confirmed" };
  expect(details.deposits).toMatchObject([{ asset, address: given.address, transactions: [sent] }]);
  expect(details.info).toMatchObject({ txId: info?.txId, optionAmount: { value: given.amount.value } });

  const { body: list } = await server.call<Static<typeof Payments>>({ path: "/v1/payments" });
  const [item] = list.data;
  expect(item).toMatchObject({
    paymentId,
    settlement: { settled: true, txHash: info?.txId },
    deposits: details.deposits,
  });
  expect(item).not.toHaveProperty("buyer");
  expect(list.stats).toMatchObject({ totalTransactions: 1, totalCustomers: 0 });
  const { body: legacy } = await server.call<{ data: { buyer_caip10: string | null }[] }>({
    path: `/v1/merchants/${server.merchantId}/payments`,
  });
  expect(legacy).toMatchObject({ data: [{ buyer_caip10: null }], stats: { total_customers: 0 } });
  const { body: seen } = await server.call<object>({ path: `/v1/gateway/payment/${paymentId}` });
  expect(seen).not.toHaveProperty("buyer");

  const { body: events } = await server.call<Static<typeof Events>>({
    path: `/v1/events?paymentId=${paymentId}&since=2026-01-01T00:00:00Z`,
  });
  const shown = events.data.map(({ type, data }) => [type, data.payment] as const);
  expect(shown.map(([type]) => type)).toEqual([
    "payment.created",
    "payment.updated",
    "payment.processing",
    "payment.succeeded",
  ]);
  const [created, updated, processing, succeeded] = shown.map(([, payment]) => payment);
  expect(created).not.toHaveProperty("deposits");
  expect(updated).toMatchObject({
    expiresAt: given.expiresAt,
    deposits: [{ address: given.address, received: { value: "0" }, transactions: [] }],
  });
  expect(processing).toMatchObject({
    deposits: [{ received: { value: given.amount.value }, transactions: [{ hash }] }],
  });
  expect(processing).not.toHaveProperty("buyer");
  expect(succeeded).toMatchObject({ deposits: [{ transactions: [sent] }], tokenAmount: { value: given.amount.value } });
});

test("its refund is marked, and no transaction can prove it", async () => {
  const paymentId = await createPayment(server);
  const asset = `${server.caip2}/erc20:${server.deployment.usdc}`;
  const { body: given } = await server.call<Static<typeof DepositAddress>>({
    path: `/v1/payments/${paymentId}/deposit`,
    body: { asset },
  });
  const txHash = await sendTo(server, given.address as `0x${string}`, BigInt(given.amount.value));
  await untilFinal(server, paymentId);
  const named = await server.call({ path: "/v1/refunds", body: { paymentId, txHash } });
  expect(named).toMatchObject({ status: 400, body: { issues: [{ field: "txHash" }] } });
  expect((await server.call({ path: "/v1/refunds", body: { paymentId } })).status).toBe(200);
});

test("within the tolerance it succeeds, and the merchant gets what came less the fee; what is beyond is not counted", async () => {
  const { store, partnerId, deployment, destination } = server;
  await store.partners.setDepositTolerance(partnerId, { ppm: 10_000n, most: new Map([["USD", 100n]]) });
  const asset = `${server.caip2}/erc20:${deployment.usdc}`;
  const pay = async (sent: bigint) => {
    const paymentId = await createPayment(server);
    const { body: given } = await server.call<Static<typeof DepositAddress>>({
      path: `/v1/payments/${paymentId}/deposit`,
      body: { asset },
    });
    expect(given.amount.value).toBe("10000000");
    const before = await server.balance(deployment.usdc, destination);
    await sendTo(server, given.address as `0x${string}`, sent);
    expect((await untilFinal(server, paymentId)).status).toBe("succeeded");
    const got = (await server.balance(deployment.usdc, destination)) - before;
    const { body } = await server.call<Static<typeof PaymentDetails>>({ path: `/v1/payments/${paymentId}` });
    return { got, paid: body.info?.optionAmount.value, settled: body.settlement?.successful?.amount.value };
  };
  // The terms' amount is 9.90, so the fee of 0.4 % is 0.0396.
  expect(await pay(9_950_000n)).toEqual({ got: 9_910_400n, paid: "9950000", settled: "9910400" });
  expect(await pay(11_000_000n)).toEqual({ got: 10_960_400n, paid: "10000000", settled: "9960400" });
});
