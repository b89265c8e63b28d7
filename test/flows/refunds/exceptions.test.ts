// A refund sends back the money of an exception, beside what was paid, and resolves it.
import { expect, test } from "vitest";
import { confirm, signPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { givenExpiredPayment } from "../../routes/given.ts";
import { givenSent, list } from "../../routes/payments/list-exceptions/exceptions.ts";
import { atRefund, givenPaid, refund, type ShownRefund } from "../../routes/refunds/given-refunds.ts";
import { serverForFile } from "../../routes/setup.ts";

const server = serverForFile({ bendsBooks: "the exceptions are written, not made by a chain" });

test("paid twice: the second transfer goes back to its sender, and the payment is not refunded by it", async () => {
  const { paymentId } = await givenPaid(server());
  const { id, buyer } = await givenSent(server(), "duplicate", paymentId);
  const { status, body } = await refund(server(), { paymentId, exceptionId: id });
  expect([status, body]).toMatchObject([
    201,
    { exceptionId: id, status: "requires_action", amount: { value: "1234567" } },
  ]);
  const { gatewayPaymentId, refundId, requestedBy, to } = body as unknown as ShownRefund;
  expect(to).toBe(`${server().caip2}:${buyer.address}`);
  const again = await refund(server(), { paymentId, exceptionId: id });
  expect([again.status, again.body.code]).toEqual([409, "already_refunded"]);

  const place = server() as unknown as Parameters<typeof signPayment>[0];
  await confirm(place, await signPayment(place, gatewayPaymentId, await server().newBuyer()));
  await untilFinal(place, gatewayPaymentId);
  expect(await server().balance(server().deployment.usdc, buyer.address)).toBe(1_234_567n);
  const resolved = { id, status: "resolved", resolution: { type: "refund", refundId, by: requestedBy } };
  expect((await list(server(), `?paymentId=${paymentId}`)).body.data).toMatchObject([resolved]);
  const payment = await server().call<{ isRefunded: boolean; refunds?: unknown }>({
    path: `/v1/payments/${paymentId}`,
  });
  expect(payment.body.isRefunded).toBe(false);
  expect(payment.body.refunds).toBeUndefined();
  const events = await server().call<{ data: { type: string; data: object }[] }>({
    path: `/v1/events?paymentId=${paymentId}`,
  });
  expect(events.body.data.slice(0, 2).map(({ type, data }) => [type, data])).toMatchObject([
    ["exception.resolved", { exception: resolved }],
    ["refund.succeeded", { refund: { refundId, exceptionId: id } }],
  ]);
  expect((await refund(server(), { paymentId, reason: "Returned" })).status).toBe(201);
});

test("paid too late: an expired payment's money goes back; cancelled, it can be requested again", async () => {
  const paymentId = await givenExpiredPayment(server());
  const { id } = await givenSent(server(), "late", paymentId);
  const first = await refund(server(), { paymentId, exceptionId: id });
  const cancelled = await atRefund(server(), (first.body as unknown as ShownRefund).refundId, "cancel");
  expect([first.status, cancelled.body.status]).toEqual([201, "cancelled"]);
  expect((await list(server(), `?paymentId=${paymentId}&status=open`)).body.data).toHaveLength(1);
  const answers = await Promise.all(
    ["a", "b", "c"].map((reason) => refund(server(), { paymentId, exceptionId: id, reason })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});
