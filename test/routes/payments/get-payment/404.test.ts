import { expect, test } from "vitest";
import { givenPayment } from "../../given.ts";
import { errorOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

const answerFor = (paymentId: string, headers = {}) =>
  errorOf(server().call({ path: `/v1/payments/${paymentId}`, headers }));

const NO_PAYMENT = { status: 404, code: "payment_not_found", message: "Payment not found" };
const NO_MERCHANT = { status: 404, code: "merchant_not_found", message: "Merchant not found" };

test("an unknown payment", async () => {
  expect(await answerFor("pay_unknown")).toEqual(NO_PAYMENT);
  expect(await answerFor("p".repeat(5000))).toEqual(NO_PAYMENT);
});

test("another partner's payment", async () => {
  const paymentId = await givenPayment(server());
  const other = await server().newOwner();
  const headers = { "api-key": other.apiKey, "merchant-id": other.merchantId };
  expect(await answerFor(paymentId, headers)).toEqual(NO_PAYMENT);
});

test("a payment of the partner's other merchant", async () => {
  const paymentId = await givenPayment(server());
  const { body } = await server().call({
    path: "/v1/merchants",
    body: { merchantName: "Second", merchantEmail: "second@example.com" },
    headers: { "idempotency-key": "second" },
  });
  expect(await answerFor(paymentId, { "merchant-id": body.merchant.id })).toEqual(NO_PAYMENT);
});

test("an unknown and another partner's merchant get the same response", async () => {
  const paymentId = await givenPayment(server());
  const other = await server().newOwner();
  expect(await answerFor(paymentId, { "merchant-id": "mrch_unknown" })).toEqual(NO_MERCHANT);
  expect(await answerFor(paymentId, { "merchant-id": other.merchantId })).toEqual(NO_MERCHANT);
  expect(await answerFor("pay_unknown", { "merchant-id": other.merchantId })).toEqual(NO_MERCHANT);
});
