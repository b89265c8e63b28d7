import { expect, test } from "vitest";
import { gateway, givenPayment } from "../../given.ts";
import { fieldsOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();
const RIGHT = "eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

test.each([
  ["not CAIP-10", "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"],
  ["too short", "eip155:1:0x7099"],
  ["wrong in its checksum", RIGHT.replace("C8", "c8")],
  ["empty", ""],
])("an account that is %s", async (_, account) => {
  const { status, body } = await gateway(server(), await givenPayment(server()), "/options", {
    body: { accounts: [RIGHT, account] },
  });
  expect([status, body.code, fieldsOf(body)]).toEqual([422, "params_validation", ["accounts.1"]]);
});
