import { expect, test } from "vitest";
import { paymentBody } from "../../given.ts";
import { rowsOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test.each([[null], [""]])("Merchant-Id %j is missing", async (merchantId) => {
  const { status, body } = await server().call({
    path: "/v1/payments",
    body: paymentBody(),
    headers: { "merchant-id": merchantId },
  });
  expect([status, body.code]).toEqual([401, "missing_merchant_id"]);
  expect(await rowsOf(server(), "payments")).toBe(0);
});
