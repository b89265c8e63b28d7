import { expect, test } from "vitest";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test("without Merchant-Id", async () => {
  const { status, body } = await server().call({ path: "/v1/merchants/payments", headers: { "merchant-id": null } });
  expect([status, body.code]).toEqual([401, "missing_merchant_id"]);
});
