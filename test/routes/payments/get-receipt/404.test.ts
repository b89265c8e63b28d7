import { expect, test } from "vitest";
import { givenSucceededPayment } from "../../given.ts";
import { errorOf, serverForFile, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();
const withoutKeys = serverForFile({ environment: { RECEIPT_KEYS: "" } });

const NO_PAYMENT = { status: 404, code: "payment_not_found", message: "Payment not found" };
const NO_RECEIPTS = {
  status: 404,
  code: "not_found",
  message: "This installation signs no receipts: its operator has not set RECEIPT_KEYS",
};
const errorFor = (at: typeof server, paymentId: string, headers = {}) =>
  errorOf(at().call({ path: `/v1/payments/${paymentId}/receipt`, headers }));

test("an unknown payment, another partner's, and one of another merchant", async () => {
  const paymentId = await givenSucceededPayment(server());
  const other = await server().newOwner();
  const theirs = { "api-key": other.apiKey, "merchant-id": other.merchantId };
  expect(await errorFor(server, "pay_unknown")).toEqual(NO_PAYMENT);
  expect(await errorFor(server, paymentId, theirs)).toEqual(NO_PAYMENT);
  expect(await errorFor(server, paymentId, { "merchant-id": other.merchantId })).toEqual(NO_PAYMENT);
});

test("an installation without keys says so, for the receipt and for the keys, and of an unknown payment the usual", async () => {
  expect(await errorFor(withoutKeys, await givenSucceededPayment(withoutKeys()))).toEqual(NO_RECEIPTS);
  expect(await errorOf(withoutKeys().call({ path: "/.well-known/jwks.json" }))).toEqual(NO_RECEIPTS);
  expect(await errorFor(withoutKeys, "pay_unknown")).toEqual(NO_PAYMENT);
});
