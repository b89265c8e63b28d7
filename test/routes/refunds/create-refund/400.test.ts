import { parseEther } from "viem";
import { describe, expect, test } from "vitest";
import { givenCancelledPayment, givenExpiredPayment, givenPayment } from "../../given.ts";
import { givenAsDeposit, givenException, givenSent, resolve } from "../../payments/list-exceptions/exceptions.ts";
import { fieldsOf, rowsOf, sharedServerForFile } from "../../setup.ts";
import { givenPaid, type PaidPayment, payBack, refund } from "../given-refunds.ts";

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

test.each([
  ["amonut", "amount"],
  ["ammount", "amount"],
  ["Amount", "amount"],
  ["txhash", "txHash"],
  ["exception_id", "exceptionId"],
])("a misspelt field, which would mark the whole payment: %s", async (field, meant) => {
  const { paymentId } = await givenPaid(server());
  const { status, body } = await refund(server(), { paymentId, [field]: "1" });
  expect([status, body.issues]).toEqual([400, [{ field, message: `is not a field: use ${meant}` }]]);
  expect((await refund(server(), { paymentId })).status).toBe(200); // nothing was written
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
    const refunds = await rowsOf(server(), "refund_marks");
    const events = await rowsOf(server(), "payment_events");
    const { status, body } = await refund(server(), { paymentId, txHash });
    expect(await rowsOf(server(), "refund_marks")).toBe(refunds);
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

describe("a refund of", () => {
  const refused = async (changes: (paid: PaidPayment) => object) => {
    const paid = await givenPaid(server());
    const [refunds, events] = [await rowsOf(server(), "refunds"), await rowsOf(server(), "payment_events")];
    const { status, body } = await refund(server(), { paymentId: paid.paymentId, ...changes(paid) });
    expect([await rowsOf(server(), "refunds"), await rowsOf(server(), "payment_events")]).toEqual([refunds, events]);
    return [status, body.code, fieldsOf(body)];
  };
  const wrong = (...fields: string[]) => [400, "params_validation", fields];

  test.each<[string, (paid: PaidPayment) => object, string[]]>([
    ["more than was paid", () => ({ amount: { unit: "iso4217/USD", value: "101" } }), ["amount.value"]],
    ["nothing", () => ({ amount: { unit: "iso4217/USD", value: "0" } }), ["amount.value"]],
    ["less than nothing", () => ({ amount: { unit: "iso4217/USD", value: "-1" } }), ["amount.value"]],
    ["a part of a unit", () => ({ amount: { unit: "iso4217/USD", value: "1.5" } }), ["amount.value"]],
    ["another currency", () => ({ amount: { unit: "iso4217/EUR", value: "1" } }), ["amount.unit"]],
    ["another token", () => ({ amount: { unit: "caip19/eip155:1/slip44:60", value: "1" } }), ["amount.unit"]],
    ["an amount that is text", () => ({ amount: "1" }), ["amount"]],
    ["an amount and a transaction", () => ({ reason: "x", txHash: `0x${"1".repeat(64)}` }), ["txHash"]],
    ["an empty reason", () => ({ reason: "" }), ["reason"]],
    ["a reason with control characters", () => ({ reason: "a\u0007b" }), ["reason"]],
    ["a payment to no account", () => ({ to: "0x12" }), ["to"]],
    ["a payment to another chain", ({ buyer }) => ({ to: `eip155:1:${buyer.address}` }), ["to"]],
    ["a payment to the zero address", () => ({ to: `${server().caip2}:0x${"0".repeat(40)}` }), ["to"]],
    ["a payment to its token", ({ token }) => ({ to: `${server().caip2}:${token}` }), ["to"]],
    ["a payment to the router", () => ({ to: `${server().caip2}:${server().deployment.router}` }), ["to"]],
    ["a payment to the merchant", () => ({ to: `${server().caip2}:${server().destination}` }), ["to"]],
  ])("%s", async (_, changes, fields) => {
    expect(await refused(changes)).toEqual(wrong(...fields));
  });

  test("a payment to an address with a mistyped character", async () => {
    const typed = (account: string) => account.replace(/[a-f](?=[^a-f]*$)/, (letter) => letter.toUpperCase());
    expect(await refused(({ buyer }) => ({ to: typed(buyer.account) }))).toEqual(wrong("to"));
  });

  test("an open payment", async () => {
    const paymentId = await givenPayment(server());
    const { status, body } = await refund(server(), { paymentId, reason: "x" });
    expect([status, body.code]).toEqual([400, "payment_not_succeeded"]);
  });
});

describe("a refund of an exception's money", () => {
  const refused = async (paymentId: string, body: object) => {
    const refunds = await rowsOf(server(), "refunds");
    const answer = await refund(server(), { paymentId, ...body });
    expect(await rowsOf(server(), "refunds")).toBe(refunds);
    return [answer.status, answer.body.code, fieldsOf(answer.body)];
  };
  const wrong = (field: string) => [400, "params_validation", [field]];

  test("with an amount, of another payment's exception, of a missing one", async () => {
    const { paymentId } = await givenPaid(server());
    const { id } = await givenSent(server(), "late", paymentId);
    const other = await givenSent(server(), "late", await givenExpiredPayment(server()));
    const amount = { unit: "iso4217/USD", value: "1" };
    expect(await refused(paymentId, { exceptionId: id, amount })).toEqual(wrong("amount"));
    expect(await refused(paymentId, { exceptionId: other.id })).toEqual(wrong("exceptionId"));
    expect(await refused(paymentId, { exceptionId: "exc_unknown" })).toEqual(wrong("exceptionId"));
    expect(await refused(paymentId, { exceptionId: "EXC 1" })).toEqual(wrong("exceptionId"));
  });

  test.each(["reorged", "settlement_failed", "foreign_token", "refused_sender", "unknown_refund"])(
    "of the kind %s, which is not at the merchant's account",
    async (kind) => {
      const { paymentId } = await givenPaid(server());
      const { id } = await givenSent(server(), kind, paymentId);
      expect(await refused(paymentId, { exceptionId: id })).toEqual(wrong("exceptionId"));
    },
  );

  test("to an unknown sender, and to the sender of a deposit, who may be an exchange", async () => {
    const { paymentId } = await givenPaid(server());
    const unsent = await givenException(server(), { kind: "duplicate", paymentId });
    expect(await refused(paymentId, { exceptionId: unsent.id })).toEqual(wrong("to"));
    const { id } = await givenSent(server(), "overpaid", paymentId);
    await givenAsDeposit(server(), id);
    expect(await refused(paymentId, { exceptionId: id })).toEqual(wrong("to"));
  });

  test("that is resolved", async () => {
    const { paymentId } = await givenPaid(server());
    const { id } = await givenSent(server(), "late", paymentId);
    await resolve(server(), id, "Sent back by hand");
    const { status, body } = await refund(server(), { paymentId, exceptionId: id });
    expect([status, body.code]).toEqual([400, "invalid_state"]);
  });
});
