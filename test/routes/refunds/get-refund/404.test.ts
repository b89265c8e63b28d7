import { expect, test } from "vitest";
import { errorOf, sharedServerForFile } from "../../setup.ts";
import { givenRefund } from "../given-refunds.ts";

const server = sharedServerForFile();
const UNKNOWN = { status: 404, code: "not_found", message: "Refund not found" };

test("an unknown refund, another merchant's and another partner's", async () => {
  const { refundId, gatewayPaymentId } = await givenRefund(server());
  const other = await server().newOwner();
  const path = `/v1/refunds/${refundId}`;
  expect(await errorOf(server().call({ path: "/v1/refunds/rfd_unknown" }))).toEqual(UNKNOWN);
  expect(await errorOf(server().call({ path: `/v1/refunds/${gatewayPaymentId}` }))).toEqual(UNKNOWN);
  expect(await errorOf(server().call({ path, headers: { "merchant-id": other.merchantId } }))).toEqual(UNKNOWN);
  expect(await errorOf(server().call({ path, headers: { "api-key": other.apiKey, "merchant-id": null } }))).toEqual(
    UNKNOWN,
  );
});
