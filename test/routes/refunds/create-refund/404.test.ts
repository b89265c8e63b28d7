import { expect, test } from "vitest";
import { errorOf, sharedServerForFile } from "../../setup.ts";
import { givenPaid, refund } from "../given-refunds.ts";

const server = sharedServerForFile();
const UNKNOWN = { status: 404, code: "not_found", message: "Payment not found" };

test("a payment that does not exist, with a transaction and without", async () => {
  expect(await errorOf(refund(server(), { paymentId: "pay_unknown" }))).toEqual(UNKNOWN);
  const txHash = `0x${"1".repeat(64)}`;
  expect(await errorOf(refund(server(), { paymentId: "pay_unknown", txHash }))).toEqual(UNKNOWN);
});

test("another partner's, and one of the partner's other merchant", async () => {
  const { paymentId } = await givenPaid(server());
  const other = await server().newOwner();
  const asOther = { "api-key": other.apiKey, "merchant-id": null };
  expect(await errorOf(refund(server(), { paymentId }, asOther))).toEqual(UNKNOWN);
  expect(await errorOf(refund(server(), { paymentId }, { "merchant-id": other.merchantId }))).toEqual(UNKNOWN);
  expect(await errorOf(refund(server(), { paymentId }, { "merchant-id": "x".repeat(65) }))).toMatchObject({
    status: 404,
    code: "not_found",
  });
  expect((await refund(server(), { paymentId })).status).toBe(200);
});
