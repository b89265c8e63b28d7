import { expect, test } from "vitest";
import { sharedServerForFile } from "../../setup.ts";
import { givenRefund } from "../given-refunds.ts";

const server = sharedServerForFile();

test("a refund, as it was created", async () => {
  const { buyer: _, ...refund } = await givenRefund(server(), { amount: { unit: "iso4217/USD", value: "10" } });
  const { status, body } = await server().call({ path: `/v1/refunds/${refund.refundId}` });
  expect([status, body]).toEqual([200, refund]);
});
