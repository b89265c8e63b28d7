import { expect, test } from "vitest";
import { gateway, givenPayment, givenSucceededPayment } from "../../given.ts";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();
const read = (paymentId: string, query = "", headers = {}) =>
  server().call({ path: `/v1/payments/${paymentId}/status${query}`, headers });

test("an open payment", async () => {
  const { status, body } = await read(await givenPayment(server()), "", { "merchant-id": null });
  expect(status).toBe(200);
  expect(body).toEqual({ isFinal: false, status: "requires_action", info: null, pollInMs: 1000 });
});

test("a paid payment is final, with info and without pollInMs", async () => {
  const paymentId = await givenSucceededPayment(server());
  const { body } = await read(paymentId, "?maxPollMs=60000");
  expect(body).toEqual({ isFinal: true, status: "succeeded", info: expect.any(Object) });
});

test("a held response returns when the buyer cancels", async () => {
  const paymentId = await givenPayment(server());
  const held = read(paymentId, "?maxPollMs=60000");
  await gateway(server(), paymentId, "/cancel", { method: "POST" });
  expect((await held).body).toEqual({ isFinal: true, status: "cancelled", info: null });
});

test.each(["0", "1", "00"])("maxPollMs=%s returns without waiting for a change", async (maxPollMs) => {
  const { status, body } = await read(await givenPayment(server()), `?maxPollMs=${maxPollMs}`);
  expect([status, body.status]).toEqual([200, "requires_action"]);
});
