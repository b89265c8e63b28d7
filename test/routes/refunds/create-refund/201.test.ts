import { expect, test } from "vitest";
import { confirm, signPayment, untilFinal } from "../../../harness/chain/wallet.ts";
import { signIn } from "../../../harness/server/console.ts";
import { givenExpiredPayment } from "../../given.ts";
import { givenException, givenSent } from "../../payments/list-exceptions/exceptions.ts";
import { rowsOf, sharedServerForFile } from "../../setup.ts";
import { givenPaid, givenRefund, refund, type ShownRefund } from "../given-refunds.ts";

const server = sharedServerForFile();

test("all that was paid, to the payer: with a link for the wallet that signs", async () => {
  const { paymentId, buyer, amount } = await givenPaid(server());
  const { status, body } = await refund(server(), { paymentId, reason: "Returned" });
  expect([status, body]).toEqual([
    201,
    {
      paymentId,
      refundId: expect.stringMatching(/^rfd_[0-9a-z]{32}$/),
      merchantId: server().merchantId,
      status: "requires_action",
      amount: expect.objectContaining({ value: amount.toString() }),
      fiatAmount: expect.objectContaining({ unit: "iso4217/USD", value: "100" }),
      to: buyer.account,
      reason: "Returned",
      requestedBy: { type: "server", id: expect.any(String) },
      gatewayPaymentId: expect.stringMatching(/^pay_[0-9a-z]{32}$/),
      refundUrl: expect.stringContaining("pay_"),
      expiresAt: expect.any(Number),
      createdAt: expect.any(String),
      lastUpdatedAt: expect.any(String),
    },
  ]);
});

test.each([
  ["in the payment's currency", { unit: "iso4217/USD", value: "33" }, "330000", "33"],
  ["the whole in the payment's currency", { unit: "iso4217/USD", value: "100" }, "1000000", "100"],
])("a part %s", async (_, amount, tokens, fiat) => {
  const { amount: given, fiatAmount } = await givenRefund(server(), { amount });
  expect([given.value, fiatAmount.value]).toEqual([tokens, fiat]);
});

test("a part in the token, worth less than a cent: shown as one", async () => {
  const { amount } = await givenRefund(server());
  const { amount: given, fiatAmount } = await givenRefund(server(), { amount: { unit: amount.unit, value: "7" } });
  expect([given.value, fiatAmount.value]).toEqual(["7", "1"]);
});

test("to another account, which the audit log names", async () => {
  const other = await server().newBuyer(0n);
  const { to, refundId } = await givenRefund(server(), { to: other.account.toLowerCase() });
  expect(to).toBe(other.account);
  const [line] = await server().sql<{ after: object }>("select after from audit_log where subject_id = $1", [refundId]);
  expect(line?.after).toMatchObject({ destination: other.address });
});

test("to another account, where a second person must approve: it waits, and who asked can't accept it", async () => {
  const owner = await server().asNewOwner();
  const own = owner.at(server().baseUrl) as unknown as ReturnType<typeof server>;
  const { paymentId } = await givenPaid(own);
  await server().sql("update partners set needs_second_person = true where id = $1", [own.partnerId]);
  const other = await server().newBuyer(0n);
  const { status, body } = await own.call<ShownRefund>({ path: "/v1/refunds", body: { paymentId, to: other.account } });
  expect([status, body.status, body.to, body.claim]).toEqual([
    201,
    "requires_address",
    undefined,
    expect.objectContaining({ account: other.account, by: "merchant" }),
  ]);
  const accepted = await own.call({ path: `/v1/refunds/${body.refundId}/accept`, body: { account: other.account } });
  expect([accepted.status, accepted.body]).toMatchObject([403, { code: "forbidden" }]);
});

test("a repeat with the same key gets the same refund", async () => {
  const { paymentId } = await givenPaid(server());
  const key = { "idempotency-key": "refund of a part" };
  const body = { paymentId, amount: { unit: "iso4217/USD", value: "40" } };
  const first = await refund(server(), body, key);
  const refunds = await rowsOf(server(), "refunds");
  const second = await refund(server(), body, key);
  expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
  expect(await rowsOf(server(), "refunds")).toBe(refunds);
});

test("a repeat after everything went back gets the first response", async () => {
  const { paymentId } = await givenPaid(server());
  const key = { "idempotency-key": "refund of everything" };
  const first = await refund(server(), { paymentId, reason: "Returned" }, key);
  const { gatewayPaymentId } = first.body as unknown as ShownRefund;
  const place = server() as unknown as Parameters<typeof signPayment>[0];
  await confirm(place, await signPayment(place, gatewayPaymentId, await server().newBuyer()));
  await untilFinal(place, gatewayPaymentId);
  const again = await refund(server(), { paymentId, reason: "Returned" }, key);
  expect([again.status, again.body]).toEqual([201, first.body]);
});

test("by a console session of the key", async () => {
  const { paymentId } = await givenPaid(server());
  const session = await signIn(server(), server().apiKey);
  const answer = await session.call({ path: "/v1/refunds", body: { paymentId, reason: "Broken" } });
  expect(answer.status).toBe(201);
});

test("for a merchant deleted since", async () => {
  const { paymentId } = await givenPaid(server());
  await server().sql("update merchants set deleted_at = now() where id = $1", [server().merchantId]);
  const { status } = await refund(server(), { paymentId, reason: "Returned" });
  await server().sql("update merchants set deleted_at = null where id = $1", [server().merchantId]);
  expect(status).toBe(201);
});

test.each(["underpaid", "overpaid", "late", "duplicate"])(
  "all the money of an exception of the kind %s, to its sender",
  async (kind) => {
    const { paymentId } = await givenPaid(server());
    const { id, buyer } = await givenSent(server(), kind, paymentId);
    const { status, body } = await refund(server(), { paymentId, exceptionId: id });
    expect([status, body]).toMatchObject([
      201,
      {
        exceptionId: id,
        status: "requires_action",
        to: buyer.account,
        amount: { value: "1234567" },
        fiatAmount: { unit: "iso4217/USD", value: "123" },
      },
    ]);
  },
);

test("the money of an exception whose sender is not known, to an account that is named", async () => {
  const paymentId = await givenExpiredPayment(server());
  const { id } = await givenException(server(), { kind: "late", paymentId });
  const { account } = await server().newBuyer(0n);
  const { status, body } = await refund(server(), { paymentId, exceptionId: id, to: account });
  expect([status, body]).toMatchObject([201, { to: account }]);
});
