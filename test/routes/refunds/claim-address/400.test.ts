// A claim that succeeds is in test/flows/refunds/refunds.test.ts.
import { expect, test } from "vitest";
import { gateway, givenPayment } from "../../given.ts";
import { fieldsOf, sharedServerForFile } from "../../setup.ts";
import { givenPaid, givenRefund } from "../given-refunds.ts";

const server = sharedServerForFile();

test("a payment without a refund, and one whose refund has its receiver", async () => {
  const { account } = await server().newBuyer(0n);
  const paid = await givenPaid(server());
  const refund = await givenRefund(server());
  for (const paymentId of [await givenPayment(server()), paid.paymentId, refund.paymentId]) {
    const { status, body } = await gateway(server(), paymentId, "/refund-address", { body: { account } });
    expect([status, body.code]).toEqual([400, "invalid_state"]);
  }
});

test("a body without an account", async () => {
  const { paymentId } = await givenPaid(server());
  const { status, body } = await gateway(server(), paymentId, "/refund-address", { body: {} });
  expect([status, body.code, fieldsOf(body)]).toEqual([400, "params_validation", ["account"]]);
});
