import { expect, test } from "vitest";
import { gateway, givenConfirm, givenPastExpiry, givenPayment } from "../../given.ts";
import { fieldsOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile("api"); // without workers a confirmed payment stays in processing
const cancel = (paymentId: string, call = {}) =>
  server().call({ method: "POST", path: `/v1/payments/${paymentId}/cancel`, ...call });

test("a confirmed payment", async () => {
  const paymentId = await givenPayment(server());
  const body = await givenConfirm(server(), paymentId, await server().newBuyer());
  await gateway(server(), paymentId, "/confirm", { body });
  const answer = await cancel(paymentId);
  expect([answer.status, answer.body.code]).toEqual([400, "invalid_state"]);
  expect((await gateway(server(), paymentId, "/status")).body.status).toBe("processing");
});

test("an expired payment, with and without a key", async () => {
  const paymentId = await givenPastExpiry(server());
  for (const headers of [{}, { "idempotency-key": "k" }]) {
    const { status, body } = await cancel(paymentId, { headers });
    expect([status, body.code]).toEqual([400, "invalid_state"]);
  }
});

test("a body that is not an object", async () => {
  const { status, body } = await cancel(await givenPayment(server()), { body: [] });
  expect([status, body.code, fieldsOf(body)]).toEqual([400, "params_validation", ["body"]]);
});

test("an unknown parameter", async () => {
  const paymentId = await givenPayment(server());
  const path = `/v1/payments/${paymentId}/cancel?reason=x`;
  const { status, body } = await cancel(paymentId, { path });
  expect([status, body.code, fieldsOf(body)]).toEqual([400, "params_validation", ["reason"]]);
});
