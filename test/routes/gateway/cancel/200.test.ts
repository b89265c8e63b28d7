import { expect, test } from "vitest";
import { gateway, givenPayment } from "../../given.ts";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test("the buyer cancels an open payment, and a repeat by either side returns the same body", async () => {
  const paymentId = await givenPayment(server());
  const { status, body } = await gateway(server(), paymentId, "/cancel", { method: "POST" });
  expect(status).toBe(200);
  expect(body).toEqual({
    paymentId,
    status: "cancelled",
    cancelledReason: "cancelled_by_user",
    cancelledAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
  const again = await gateway(server(), paymentId, "/cancel", { body: {} });
  expect([again.status, again.body]).toEqual([200, body]);
  const byMerchant = await server().call({ method: "POST", path: `/v1/payments/${paymentId}/cancel` });
  expect([byMerchant.status, byMerchant.body]).toEqual([200, body]);
});

test("extra fields in the body are ignored", async () => {
  const { status } = await gateway(server(), await givenPayment(server()), "/cancel", { body: { reason: "x" } });
  expect(status).toBe(200);
});
