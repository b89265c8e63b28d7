import { expect, test } from "vitest";
import { confirm, signPayment, untilFinal } from "../../../harness/chain/wallet.ts";
import { fieldsOf, sharedServerForFile } from "../../setup.ts";
import { atRefund, givenRefund } from "../given-refunds.ts";

const server = sharedServerForFile();

test("a refund that was paid", async () => {
  const { refundId, gatewayPaymentId } = await givenRefund(server());
  const place = server() as unknown as Parameters<typeof signPayment>[0];
  await confirm(place, await signPayment(place, gatewayPaymentId, await server().newBuyer()));
  await untilFinal(place, gatewayPaymentId);
  const { status, body } = await atRefund(server(), refundId, "cancel");
  expect([status, body.code, body.message]).toEqual([
    400,
    "invalid_state",
    "The refund is succeeded and can no longer be cancelled",
  ]);
});

test("a body that is not an object", async () => {
  const { refundId } = await givenRefund(server());
  const { status, body } = await server().call({ path: `/v1/refunds/${refundId}/cancel`, body: [] });
  expect([status, body.code, fieldsOf(body)]).toEqual([400, "params_validation", ["body"]]);
});
