// A merchant's account signs, and the money goes back to the buyer by the same router.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ON_COMMAND_LINE } from "../../../src/merchant/audit.ts";
import { askForAddress, sendTo } from "../../harness/chain/deposits.ts";
import { givenRefund, paidBy, readRefund, requestRefund, signRefund } from "../../harness/chain/refunds.ts";
import { asWallet, createPayment, listOptions, untilFinal } from "../../harness/chain/wallet.ts";
import type { Buyer, TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";

let server: TestServer;
let buyer: Buyer;
let signer: Buyer;
beforeAll(async () => {
  server = await sharedServer();
  buyer = await server.newBuyer(100_000_000n);
  signer = await server.newBuyer(1_000_000_000n);
});
afterAll(() => server.stop());

const balanceOf = (account: Buyer["address"]) => server.balance(server.deployment.usdc, account);
const detailsOf = async (paymentId: string) =>
  (await server.call<Record<string, unknown>>({ path: `/v1/payments/${paymentId}` })).body;
const eventsOf = async (paymentId: string): Promise<readonly string[]> => {
  const { body } = await server.call<{ data: { type: string }[] }>({ path: `/v1/events?paymentId=${paymentId}` });
  return body.data.map(({ type }) => type).toReversed();
};

describe("a refund of all that was paid", () => {
  test("goes to the payer without a fee, and marks the payment as refunded", async () => {
    const paymentId = await paidBy(server, buyer);
    const refund = await givenRefund(server, paymentId);
    expect(refund).toMatchObject({
      status: "requires_action",
      amount: { value: "10000000" },
      fiatAmount: { unit: "iso4217/USD", value: "1000" },
      to: buyer.account,
    });
    const before = await Promise.all([buyer.address, signer.address, server.feeReceiver].map(balanceOf));
    expect(await signRefund(server, refund, signer)).toBe("succeeded");
    const after = await Promise.all([buyer.address, signer.address, server.feeReceiver].map(balanceOf));
    expect(after).toEqual([(before[0] ?? 0n) + 10_000_000n, (before[1] ?? 0n) - 10_000_000n, before[2]]);
    const { txId } = await readRefund(server, refund.refundId);
    expect(await detailsOf(paymentId)).toMatchObject({
      status: "succeeded",
      isRefunded: true,
      refundedAmount: { value: "10000000" },
      refunds: [{ refundId: refund.refundId, status: "succeeded", txId }],
    });
    expect(await eventsOf(paymentId)).toEqual([
      "payment.created",
      "payment.processing",
      "payment.succeeded",
      "refund.created",
      "refund.succeeded",
      "payment.refunded",
    ]);
  });

  test("its gateway payment is no payment for the partner", async () => {
    const paymentId = await paidBy(server, buyer);
    const { gatewayPaymentId, refundId } = await givenRefund(server, paymentId);
    const statuses = await Promise.all(
      [`/v1/payments/${gatewayPaymentId}`, `/v1/payments/${gatewayPaymentId}/status`].map(
        async (path) => (await server.call({ path })).status,
      ),
    );
    expect(statuses).toEqual([404, 404]);
    expect(await eventsOf(gatewayPaymentId)).toEqual([]);
    const { body } = await server.call<{ data: { paymentId: string }[] }>({ path: "/v1/payments?limit=200" });
    expect(body.data.some((each) => each.paymentId === gatewayPaymentId)).toBe(false);
    const cancelled = await server.call({
      method: "POST",
      path: `/v1/gateway/payment/${gatewayPaymentId}/cancel`,
      headers: asWallet(server),
    });
    expect(cancelled.status).toBe(400);
    expect((await readRefund(server, refundId)).status).toBe("requires_action");
  });
});

describe("refunds of parts", () => {
  test("add up to what was paid, and never to more", async () => {
    const paymentId = await paidBy(server, buyer);
    const half = { unit: "iso4217/USD", value: "500" };
    const first = await givenRefund(server, paymentId, { amount: half });
    expect(await signRefund(server, first, signer)).toBe("succeeded");
    expect(await detailsOf(paymentId)).toMatchObject({ isRefunded: false, refundedAmount: { value: "5000000" } });
    const tooMuch = await requestRefund(server, { paymentId, amount: { ...half, value: "501" } });
    expect([tooMuch.status, tooMuch.body]).toMatchObject([400, { issues: [{ field: "amount.value" }] }]);
    const mark = await requestRefund(server, { paymentId });
    expect([mark.status, mark.body.code]).toEqual([409, "already_refunded"]);
    const token = { unit: first.amount.unit, value: "1" };
    const dust = await givenRefund(server, paymentId, { amount: token });
    const rest = await givenRefund(server, paymentId);
    expect([dust, rest].map(({ amount }) => amount.value)).toEqual(["1", "4999999"]);
    const nothing = await requestRefund(server, { paymentId, reason: "again" });
    expect([nothing.status, nothing.body.code]).toEqual([409, "already_refunded"]);
    for (const each of [dust, rest]) expect(await signRefund(server, each, signer)).toBe("succeeded");
    expect(await detailsOf(paymentId)).toMatchObject({ isRefunded: true, refundedAmount: { value: "10000000" } });
  });

  test("a cancelled one leaves its amount for another", async () => {
    const paymentId = await paidBy(server, buyer);
    const refund = await givenRefund(server, paymentId);
    const cancel = () => server.call({ method: "POST", path: `/v1/refunds/${refund.refundId}/cancel` });
    const [first, again] = [await cancel(), await cancel()];
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    expect(await listOptions(server, refund.gatewayPaymentId, [signer.account])).toEqual([]);
    expect((await givenRefund(server, paymentId)).amount.value).toBe("10000000");
  });

  test("of fifty at once for everything, one is created", async () => {
    const paymentId = await paidBy(server, buyer);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => requestRefund(server, { paymentId, reason: "x" })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
  });
});

test("what a stolen key requested ends with all that the key made", async () => {
  const shop = (await server.asNewOwner()).at(server.baseUrl);
  const paymentId = await paidBy(shop, buyer);
  const thief = await server.newBuyer(0n);
  const { refundId, requestedBy, gatewayPaymentId } = await givenRefund(shop, paymentId, { to: thief.account });
  const place = { keyId: requestedBy.id ?? "", partnerId: shop.partnerId, since: null };
  await server.store.madeByKeys.end(place, ON_COMMAND_LINE);
  const [row] = await server.sql("select status from refunds where id = $1", [refundId]);
  expect(row).toEqual({ status: "cancelled" });
  expect(await listOptions(server, gatewayPaymentId, [signer.account])).toEqual([]);
});

describe("a deposit", () => {
  test("is refunded to the address that its buyer names and the merchant accepts", async () => {
    const paymentId = await createPayment(server);
    const { address } = await askForAddress(server, paymentId);
    await sendTo(server, address, 10_000_000n);
    await untilFinal(server, paymentId);
    const refund = await givenRefund(server, paymentId);
    expect([refund.status, refund.to]).toEqual(["requires_address", undefined]);
    expect(await listOptions(server, refund.gatewayPaymentId, [signer.account])).toEqual([]);
    const claim = (account: string) =>
      server.call({
        path: `/v1/gateway/payment/${paymentId}/refund-address`,
        headers: asWallet(server),
        body: { account },
      });
    for (const account of [
      `${server.caip2}:${server.destination}`,
      `${server.caip2}:${address}`,
      `eip155:1:${buyer.address}`,
    ]) {
      const answer = await claim(account);
      expect([answer.status, answer.body]).toMatchObject([400, { issues: [{ field: "account" }] }]);
    }
    const receiver = await server.newBuyer(0n);
    expect((await claim(receiver.account)).body).toEqual({ paymentId, account: receiver.account });
    expect((await claim(buyer.account)).status).toBe(400);
    const claimed = await readRefund(server, refund.refundId);
    expect(claimed.claim).toMatchObject({ account: receiver.account, by: "buyer" });
    const decide = (decision: string, account: string) =>
      server.call({ path: `/v1/refunds/${refund.refundId}/${decision}`, body: { account } });
    expect((await decide("accept", buyer.account)).status).toBe(400);
    expect((await decide("accept", receiver.account)).status).toBe(200);
    expect(await signRefund(server, refund, signer)).toBe("succeeded");
    expect(await balanceOf(receiver.address)).toBe(10_000_000n);
    expect(await eventsOf(paymentId)).toContain("refund.claimed");
  });
});
