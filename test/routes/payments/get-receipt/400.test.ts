import { expect, test } from "vitest";
import { confirm, signPayment } from "../../../harness/chain/wallet.ts";
import { givenCancelledPayment, givenPastExpiry, givenPayment, givenSucceededPayment } from "../../given.ts";
import { errorOf, serverForFile, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile("api");
const whole = serverForFile({ bendsBooks: "takes a credited transfer off the chain" });

const errorFor = (at: typeof server, paymentId: string) =>
  errorOf(at().call({ path: `/v1/payments/${paymentId}/receipt` }));
const onlySucceeded = (status: string) => ({
  status: 400,
  code: "payment_not_succeeded",
  message: `The payment is ${status}; only succeeded payments have a receipt`,
});

test("an open, a cancelled and an expired payment", async () => {
  expect(await errorFor(server, await givenPayment(server()))).toEqual(onlySucceeded("requires_action"));
  expect(await errorFor(server, await givenCancelledPayment(server()))).toEqual(onlySucceeded("cancelled"));
  expect(await errorFor(server, await givenPastExpiry(server()))).toEqual(onlySucceeded("expired"));
});

test("a confirmed payment that no worker completes", async () => {
  const paymentId = await givenPayment(server());
  await confirm(server(), await signPayment(server(), paymentId, await server().newBuyer()));
  expect(await errorFor(server, paymentId)).toEqual(onlySucceeded("processing"));
});

test("a succeeded payment whose transfer a reorganisation has removed", async () => {
  const paymentId = await givenSucceededPayment(whole());
  await whole().sql("update transfers set orphaned_at = now() where payment_id = $1", [paymentId]);
  expect(await errorFor(whole, paymentId)).toEqual({
    status: 400,
    code: "payment_not_succeeded",
    message: "The payment's transfer is not on the chain: a reorganisation removed it",
  });
  const page = await whole().call<string>({ path: `/${paymentId}`, headers: { "api-key": null } });
  expect([page.status, page.body.includes(`/${paymentId}/receipt`)]).toEqual([200, false]);
});
