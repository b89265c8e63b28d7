// Refunds of exceptions that the merchant sent by hand.
import { expect, test } from "vitest";
import { givenArrival, givenSent, list } from "../../payments/list-exceptions/exceptions.ts";
import { fieldsOf, serverForFile } from "../../setup.ts";
import { atRefund, givenPaid, payBack, refund, type ShownRefund } from "../given-refunds.ts";

const server = serverForFile({ bendsBooks: "the exceptions are written, not made by a chain" });

test("a transfer after the exception's completes it, and ends the exception", async () => {
  const { paymentId, token } = await givenPaid(server());
  const { id: exceptionId, buyer } = await givenSent(server(), "duplicate", paymentId);
  await givenArrival(server(), exceptionId);
  const { body } = await refund(server(), { paymentId, exceptionId });
  const { refundId, amount, requestedBy } = body as unknown as ShownRefund;
  const txHash = await payBack(server(), token, buyer.address, BigInt(amount.value));
  const completed = await atRefund(server(), refundId, "transaction", { txHash });
  expect([completed.status, completed.body.status, completed.body.txId]).toEqual([200, "succeeded", txHash]);
  const { body: listed } = await list(server(), `?paymentId=${paymentId}`);
  expect(listed.data).toMatchObject([{ id: exceptionId, resolution: { type: "refund", refundId, by: requestedBy } }]);
  const details = await server().call({ path: `/v1/payments/${paymentId}` });
  expect(details.body.isRefunded).toBe(false);
});

test("a transfer before the exception's does not, nor one for an exception whose transfer a reorg removed", async () => {
  const { paymentId, token } = await givenPaid(server());
  const { id: exceptionId, buyer } = await givenSent(server(), "late", paymentId);
  const { body } = await refund(server(), { paymentId, exceptionId });
  const { refundId, amount } = body as unknown as ShownRefund;
  const txHash = await payBack(server(), token, buyer.address, BigInt(amount.value));
  const complete = async () => {
    const answer = await atRefund(server(), refundId, "transaction", { txHash });
    return [answer.status, fieldsOf(answer.body)];
  };
  expect(await complete()).toEqual([400, ["txHash"]]);
  await givenArrival(server(), exceptionId, await server().client.getBlockNumber());
  expect(await complete()).toEqual([400, ["txHash"]]);
});
