import { parseEther } from "viem";
import { describe, expect, test } from "vitest";
import { givenCancelledPayment, givenExpiredPayment, givenPayment } from "../../given.ts";
import { fieldsOf, rowsOf, sharedServerForFile } from "../../setup.ts";
import { givenPaid, payBack, refund } from "./refunds.ts";

const server = sharedServerForFile();

test.each([
  ["open", givenPayment],
  ["cancelled", givenCancelledPayment],
  ["expired", givenExpiredPayment],
])("a payment that is %s", async (_, given) => {
  const paymentId = await given(server());
  const { status, body } = await refund(server(), { paymentId });
  expect([status, body.code]).toEqual([400, "payment_not_succeeded"]);
  // A read marks a payment as expired now. The worker would do it while a later test counts events.
  await server().call({ path: `/v1/payments/${paymentId}` });
});

test("a transaction leaves an unpaid payment's status unchanged; nothing is stored under the key", async () => {
  const paymentId = await givenPayment(server());
  const txHash = `0x${"1".repeat(64)}`;
  const answers = await rowsOf(server(), "idempotent_answers");
  const { status, body } = await refund(server(), { paymentId, txHash }, { "idempotency-key": "k" });
  expect([status, body.code]).toEqual([400, "payment_not_succeeded"]);
  expect(await rowsOf(server(), "idempotent_answers")).toBe(answers);
});

test.each([
  ["no payment", {}, "paymentId"],
  ["an id that is not text", { paymentId: 1 }, "paymentId"],
  ["an empty id", { paymentId: "" }, "paymentId"],
  ["an id longer than any", { paymentId: "x".repeat(65) }, "paymentId"],
  ["a hash that is too short", { paymentId: "pay_1", txHash: "0x12" }, "txHash"],
  ["a hash without 0x", { paymentId: "pay_1", txHash: "1".repeat(64) }, "txHash"],
  ["a hash of other characters", { paymentId: "pay_1", txHash: `0x${"g".repeat(64)}` }, "txHash"],
])("%s", async (_, body, field) => {
  const answer = await refund(server(), body);
  expect([answer.status, answer.body.code, fieldsOf(answer.body)]).toEqual([400, "params_validation", [field]]);
});

describe("a transaction that", () => {
  const refusal = async (paymentId: string, txHash: string) => {
    const refunds = await rowsOf(server(), "refunds");
    const events = await rowsOf(server(), "payment_events");
    const { status, body } = await refund(server(), { paymentId, txHash });
    expect(await rowsOf(server(), "refunds")).toBe(refunds);
    expect(await rowsOf(server(), "payment_events")).toBe(events);
    return [status, body.code, fieldsOf(body)];
  };
  const REFUSED = [400, "params_validation", ["txHash"]];

  test("does not exist", async () => {
    const { paymentId } = await givenPaid(server());
    expect(await refusal(paymentId, `0x${"1".repeat(64)}`)).toEqual(REFUSED);
  });

  test("transfers more than was paid", async () => {
    const { paymentId, buyer, token, amount } = await givenPaid(server());
    expect(await refusal(paymentId, await payBack(server(), token, buyer.address, amount + 1n))).toEqual(REFUSED);
  });

  test("transfers nothing", async () => {
    const { paymentId, buyer, token } = await givenPaid(server());
    expect(await refusal(paymentId, await payBack(server(), token, buyer.address, 0n))).toEqual(REFUSED);
  });

  test("transfers to another account", async () => {
    const { paymentId, token, amount } = await givenPaid(server());
    const { address } = await server().newBuyer();
    expect(await refusal(paymentId, await payBack(server(), token, address, amount))).toEqual(REFUSED);
  });

  test("transfers another token", async () => {
    const { paymentId, buyer, token, amount } = await givenPaid(server());
    const { usdc, eurc } = server().deployment;
    const other = token === usdc ? eurc : usdc;
    expect(await refusal(paymentId, await payBack(server(), other, buyer.address, amount))).toEqual(REFUSED);
  });

  test("was mined before the payment", async () => {
    const buyer = await server().newBuyer();
    const early = await payBack(server(), server().deployment.usdc, buyer.address, 1n);
    const { paymentId } = await givenPaid(server(), buyer);
    expect(await refusal(paymentId, early)).toEqual(REFUSED);
  });

  test("is the payment's own", async () => {
    const { paymentId } = await givenPaid(server());
    const { body } = await server().call({ path: `/v1/payments/${paymentId}` });
    expect(await refusal(paymentId, body.info.txId ?? "")).toEqual(REFUSED);
  });

  test("reverted", async () => {
    const { paymentId, buyer, token } = await givenPaid(server());
    const { address } = await server().newBuyer();
    await server().client.setBalance({ address, value: parseEther("1") });
    await server().client.impersonateAccount({ address });
    // A transfer of more than it has; sent without an estimate, which would refuse it.
    const data = `0xa9059cbb${buyer.address.slice(2).padStart(64, "0")}${"f".repeat(64)}`;
    const hash = await server().client.request<{
      Method: "eth_sendTransaction";
      Parameters: [object];
      ReturnType: `0x${string}`;
    }>({ method: "eth_sendTransaction", params: [{ from: address, to: token, data, gas: "0x30d40" }] });
    const receipt = await server().client.waitForTransactionReceipt({ hash });
    expect(receipt.status).toBe("reverted");
    expect(await refusal(paymentId, hash)).toEqual(REFUSED);
  });

  test("already pays another refund", async () => {
    const first = await givenPaid(server());
    const second = await givenPaid(server(), first.buyer);
    const txHash = await payBack(server(), first.token, first.buyer.address, first.amount);
    expect((await refund(server(), { paymentId: first.paymentId, txHash })).status).toBe(200);
    expect(await refusal(second.paymentId, txHash)).toEqual(REFUSED);
  });
});
