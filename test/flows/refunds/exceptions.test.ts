// A refund sends back the money of an exception, beside what was paid, and resolves it.
import { expect, test } from "vitest";
import { confirm, signPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { givenExpiredPayment } from "../../routes/given.ts";
import { givenException, list } from "../../routes/payments/list-exceptions/exceptions.ts";
import { atRefund, givenPaid, refund, type ShownRefund } from "../../routes/refunds/given-refunds.ts";
import { serverForFile } from "../../routes/setup.ts";

const server = serverForFile({ bendsBooks: "the exceptions are written, not made by a chain" });

async function givenFrom(kind: string, paymentId: string) {
  const buyer = await server().newBuyer(0n);
  const { id } = await givenException(server(), { kind, paymentId });
  await server().sql("update exceptions set sender = $2 where id = $1", [id, buyer.address]);
  return { id, buyer };
}

test("paid twice: the second transfer goes back to its sender, and the payment is not refunded by it", async () => {
  const { paymentId } = await givenPaid(server());
  const { id, buyer } = await givenFrom("duplicate", paymentId);
  const { status, body } = await refund(server(), { paymentId, exceptionId: id });
  expect([status, body]).toMatchObject([
    201,
    { exceptionId: id, status: "requires_action", amount: { value: "1234567" } },
  ]);
  const { gatewayPaymentId, refundId, to } = body as unknown as ShownRefund;
  expect(to).toBe(`${server().caip2}:${buyer.address}`);
  const again = await refund(server(), { paymentId, exceptionId: id });
  expect([again.status, again.body.code]).toEqual([409, "already_refunded"]);

  const place = server() as unknown as Parameters<typeof signPayment>[0];
  await confirm(place, await signPayment(place, gatewayPaymentId, await server().newBuyer()));
  await untilFinal(place, gatewayPaymentId);
  expect(await server().balance(server().deployment.usdc, buyer.address)).toBe(1_234_567n);
  const resolved = { id, status: "resolved", resolution: { type: "refund", refundId } };
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
  const { id } = await givenFrom("late", paymentId);
  const first = await refund(server(), { paymentId, exceptionId: id });
  const cancelled = await atRefund(server(), (first.body as unknown as ShownRefund).refundId, "cancel");
  expect([first.status, cancelled.body.status]).toEqual([201, "cancelled"]);
  expect((await list(server(), `?paymentId=${paymentId}&status=open`)).body.data).toHaveLength(1);
  const answers = await Promise.all(
    ["a", "b", "c"].map((reason) => refund(server(), { paymentId, exceptionId: id, reason })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});

test("refused: an amount, another payment's or a missing exception, a kind whose money is gone, a resolved one", async () => {
  const { paymentId } = await givenPaid(server());
  const other = await givenFrom("late", await givenExpiredPayment(server()));
  const own = await givenFrom("late", paymentId);
  const gone = await givenFrom("reorged", paymentId);
  const unsent = await givenException(server(), { kind: "duplicate", paymentId });
  for (const [body, field] of [
    [{ exceptionId: own.id, amount: { unit: "iso4217/USD", value: "1" } }, "amount"],
    [{ exceptionId: other.id }, "exceptionId"],
    [{ exceptionId: "exc_unknown" }, "exceptionId"],
    [{ exceptionId: gone.id }, "exceptionId"],
    [{ exceptionId: unsent.id }, "to"],
  ] as const) {
    const answer = await refund(server(), { paymentId, ...body });
    expect([answer.status, answer.body.issues?.[0]?.field]).toEqual([400, field]);
  }
  await server().call({ path: `/v1/exceptions/${own.id}/resolve`, body: { note: "x" } });
  const { status, body } = await refund(server(), { paymentId, exceptionId: own.id });
  expect([status, body.code]).toEqual([400, "invalid_state"]);
});
