import { expect, test } from "vitest";
import { givenPayment } from "../../given.ts";
import { rowsOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();
const cancel = (paymentId: string, call = {}) =>
  server().call({ method: "POST", path: `/v1/payments/${paymentId}/cancel`, ...call });

test("the merchant cancels an open payment", async () => {
  const paymentId = await givenPayment(server());
  const { status, body } = await cancel(paymentId);
  expect(status).toBe(200);
  expect(body).toEqual({
    paymentId,
    status: "cancelled",
    cancelledReason: "cancelled_by_merchant",
    cancelledAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
});

test("a repeat returns the same body and writes nothing", async () => {
  const paymentId = await givenPayment(server());
  const first = await cancel(paymentId);
  const events = await rowsOf(server(), "payment_events");
  const second = await cancel(paymentId);
  expect([second.status, second.body]).toEqual([200, first.body]);
  expect(await rowsOf(server(), "payment_events")).toBe(events);
});

test.each([
  ["an empty object", { body: {} }],
  ["unknown fields", { body: { reason: "x" } }],
  ["an empty body declared as JSON", { headers: { "content-type": "application/json" } }],
  ["no Merchant-Id", { headers: { "merchant-id": null } }],
])("with %s", async (_, call) => {
  expect((await cancel(await givenPayment(server()), call)).status).toBe(200);
});

test("a repeat with the same key is marked as one", async () => {
  const paymentId = await givenPayment(server());
  const headers = { "idempotency-key": "c1" };
  const first = await cancel(paymentId, { headers });
  const second = await cancel(paymentId, { headers });
  expect(second.body).toEqual(first.body);
  expect(second.headers.get("idempotent-replayed")).toBe("true");
});

test("one key can cancel two payments", async () => {
  const headers = { "idempotency-key": "c2" };
  for (const paymentId of [await givenPayment(server()), await givenPayment(server())]) {
    expect((await cancel(paymentId, { headers })).body.paymentId).toBe(paymentId);
  }
});

test("wakes requests waiting for the payment, also with an Idempotency-Key", async () => {
  const paymentId = await givenPayment(server());
  const held = server().call({ path: `/v1/payments/${paymentId}/status?maxPollMs=60000` });
  await cancel(paymentId, { headers: { "idempotency-key": "c3" } });
  expect((await held).body.status).toBe("cancelled");
});
