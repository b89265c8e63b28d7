import { expect, test } from "vitest";
import { givenPayment } from "../../given.ts";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test("without a key", async () => {
  const path = `/v1/payments/${await givenPayment(server())}/receipt`;
  const { status, body } = await server().call({ path, headers: { "api-key": null } });
  expect([status, body.code]).toEqual([401, "missing_api_key"]);
});
