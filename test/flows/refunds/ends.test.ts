// How a refund ends, or does not: nobody signs, the account is short or refused, and a stranger is faster.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { paymentKey } from "../../../src/payment/terms.ts";
import { paidEvents } from "../../harness/books.ts";
import {
  givenRefund,
  paidBy,
  readRefund,
  requestRefund,
  signRefund,
  type WireRefund,
} from "../../harness/chain/refunds.ts";
import { refusedList } from "../../harness/chain/refused-list.ts";
import { payAsRival } from "../../harness/chain/rival.ts";
import { asWallet, confirm, signPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { type Buyer, setBalance, startServer, type TestServer } from "../../harness/server/server.ts";

const list = refusedList();
let server: TestServer;
let buyer: Buyer;
beforeAll(async () => {
  server = await startServer({ environment: { SCREENING: list.source } });
  buyer = await server.newBuyer();
});
afterAll(() => server.stop());
beforeEach(() => list.refuse());

const given = async (): Promise<WireRefund> => givenRefund(server, await paidBy(server, buyer));
const paidFor = ({ gatewayPaymentId }: WireRefund) => paidEvents(server, [paymentKey(gatewayPaymentId)]);
const eventsOf = async ({ paymentId }: WireRefund): Promise<readonly string[]> => {
  const { body } = await server.call<{ data: { type: string }[] }>({ path: `/v1/events?paymentId=${paymentId}` });
  return body.data.map(({ type }) => type).toReversed();
};
const expire = ({ gatewayPaymentId }: WireRefund) =>
  server.sql("update payments set expires_at = now() where id = $1", [gatewayPaymentId]);

describe("a refund that is not signed in time", () => {
  test("fails as expired, can no longer be signed, and its amount is free again", async () => {
    const refund = await given();
    const signer = await server.newBuyer();
    const signed = await signPayment(server, refund.gatewayPaymentId, signer);
    await expire(refund);
    await expect
      .poll(async () => (await readRefund(server, refund.refundId)).status, { timeout: 20_000 })
      .toBe("failed");
    expect((await readRefund(server, refund.refundId)).failure).toBe("expired");
    expect((await confirm(server, signed)).status).toBe(410);
    expect(await paidFor(refund)).toEqual([]);
    expect((await eventsOf(refund)).at(-1)).toBe("refund.failed");
    const again = await givenRefund(server, refund.paymentId);
    expect(again.amount).toEqual(refund.amount);
    expect(await signRefund(server, again, signer)).toBe("succeeded");
  });
});

describe("an account that is short", () => {
  test("is offered nothing but the shortfall, and the refund stays; with the money, it signs", async () => {
    const refund = await given();
    const signer = await server.newBuyer(4_000_000n);
    const { body } = await server.call<{ options: object[]; unavailable: object[] }>({
      path: `/v1/gateway/payment/${refund.gatewayPaymentId}/options`,
      headers: asWallet(server),
      body: { accounts: [signer.account, buyer.account], includeUnavailable: true },
    });
    expect(body.options).toEqual([]);
    expect(body.unavailable).toMatchObject([
      { account: signer.account, reason: "insufficient_balance", balance: "4000000", shortfall: "6000000" },
      { account: buyer.account, reason: "pays_itself" },
    ]);
    expect((await readRefund(server, refund.refundId)).status).toBe("requires_action");
    await setBalance(server.client, server.deployment.usdc, signer.address, 10_000_000n);
    expect(await signRefund(server, refund, signer)).toBe("succeeded");
  });

  test("that spends the money between its signature and the confirm is refused, and the refund stays", async () => {
    const refund = await given();
    const signer = await server.newBuyer();
    const signed = await signPayment(server, refund.gatewayPaymentId, signer);
    await setBalance(server.client, server.deployment.usdc, signer.address, 9_999_999n);
    expect(await confirm(server, signed)).toMatchObject({
      status: 400,
      body: { issues: [{ field: "optionId" }] },
    });
    expect((await readRefund(server, refund.refundId)).status).toBe("requires_action");
    expect(await signRefund(server, refund, await server.newBuyer())).toBe("succeeded");
  });
});

describe("screening", () => {
  test("of the account that signs ends the refund as declined, and its amount is free again", async () => {
    const refund = await given();
    const signer = await server.newBuyer();
    const signed = await signPayment(server, refund.gatewayPaymentId, signer);
    list.refuse(signer.address);
    expect((await confirm(server, signed)).status).toBe(451);
    expect(await readRefund(server, refund.refundId)).toMatchObject({ status: "failed", failure: "declined_user" });
    expect(await paidFor(refund)).toEqual([]);
    list.refuse();
    expect(await signRefund(server, await givenRefund(server, refund.paymentId), await server.newBuyer())).toBe(
      "succeeded",
    );
  });

  test("of the receiver refuses an address, without saying why", async () => {
    const paymentId = await paidBy(server, buyer);
    const other = await server.newBuyer();
    list.refuse(other.address);
    const { status, body } = await requestRefund(server, { paymentId, to: other.account });
    expect([status, body]).toMatchObject([400, { issues: [{ field: "to", message: "cannot be used" }] }]);
  });
});

describe("a stranger who submits the signed authorisation", () => {
  test("before the confirm changes nothing: it pays once, and the refund has succeeded", async () => {
    const refund = await given();
    const signer = await server.newBuyer();
    const signed = await signPayment(server, refund.gatewayPaymentId, signer);
    await payAsRival(server, signed);
    await expect.poll(async () => (await paidFor(refund)).length, { timeout: 20_000 }).toBe(1);
    expect((await confirm(server, signed)).status).toBe(200);
    expect((await untilFinal(server, refund.gatewayPaymentId)).status).toBe("succeeded");
    const [paid] = await paidFor(refund);
    expect(await readRefund(server, refund.refundId)).toMatchObject({ status: "succeeded", txId: paid?.txHash });
    expect(await server.balance(server.deployment.usdc, signer.address)).toBe(990_000_000n);
  });
});
