import { expect, test } from "vitest";
import { fieldsOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test.each([
  ["merchantId", "merchantId=mrch_1"],
  ["limit", "limit=0"],
  ["status", "status=done"],
  ["network", "network=base"],
])("%s is refused by name: %s", async (field, query) => {
  const { status, body } = await server().call({ path: `/v1/merchants/payments?${query}` });
  expect([status, body.code, fieldsOf(body)]).toEqual([400, "params_validation", [field]]);
});
