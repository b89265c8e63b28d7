import { expect, test } from "vitest";
import { givenPayment } from "../../given.ts";
import { errorOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

const answerFor = (paymentId: string, headers = {}) =>
  errorOf(server().call({ path: `/v1/payments/${paymentId}/status?maxPollMs=60000`, headers }));

const NO_PAYMENT = { status: 404, code: "payment_not_found", message: "Payment not found" };

test("an unknown payment, another partner's, and one of a merchant other than Merchant-Id", async () => {
  const paymentId = await givenPayment(server());
  const other = await server().newOwner();
  expect(await answerFor("pay_unknown")).toEqual(NO_PAYMENT);
  expect(await answerFor(paymentId, { "api-key": other.apiKey, "merchant-id": null })).toEqual(NO_PAYMENT);
  expect(await answerFor(paymentId, { "merchant-id": other.merchantId })).toEqual(NO_PAYMENT);
  expect(await answerFor(paymentId, { "merchant-id": "m".repeat(300) })).toEqual(NO_PAYMENT);
});
