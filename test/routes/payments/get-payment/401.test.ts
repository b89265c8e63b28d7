import { expect, test } from "vitest";
import { givenPayment } from "../../given.ts";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test("without Merchant-Id", async () => {
  const path = `/v1/payments/${await givenPayment(server())}`;
  const { status, body } = await server().call({ path, headers: { "merchant-id": null } });
  expect([status, body.code]).toEqual([401, "missing_merchant_id"]);
});
