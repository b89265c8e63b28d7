// One payment for the console: the details beside its log.
import { expect, test } from "vitest";
import { signIn } from "../../../harness/server/console.ts";
import { expire, givenCancelledPayment, givenPayment, givenSucceededPayment } from "../../given.ts";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

const read = async (paymentId: string) => {
  const session = await signIn(server(), server().readKey);
  const { status, body } = await session.call<Record<string, unknown>>({ path: `/payments/${paymentId}` });
  expect(status).toBe(200);
  return body;
};

test("an open payment has its link and its expiry", async () => {
  const expiresAt = Math.floor(Date.now() / 1000) + 86_400;
  const paymentId = await givenPayment(server(), { expiresAt });
  expect(await read(paymentId)).toMatchObject({
    paymentId,
    referenceId: "order-1",
    status: "requires_action",
    merchant: { id: server().merchantId, name: "Test shop" },
    fiatAmount: { unit: "iso4217/USD", value: "100" },
    expiresAt,
    gatewayUrl: expect.stringMatching(new RegExp(`/${paymentId}$`)),
    failureCode: null,
    cancelledReason: null,
  });
});

test("a paid payment shows the buyer, the asset and the fees", async () => {
  const body = await read(await givenSucceededPayment(server()));
  expect(body).toMatchObject({ status: "succeeded", settlement: { settled: true }, fees: { percentage: "0.4" } });
  expect(body.buyer).toBeDefined();
  expect(body.tokenAmount).toBeDefined();
});

test("an overdue payment is expired before it is shown, and a cancelled one says why", async () => {
  const late = await givenPayment(server());
  await expire(server(), late);
  expect(await read(late)).toMatchObject({ status: "expired" });
  expect(await read(await givenCancelledPayment(server()))).toMatchObject({
    status: "cancelled",
    cancelledReason: "cancelled_by_user",
  });
});
