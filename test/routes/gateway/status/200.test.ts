import { expect, test } from "vitest";
import { gateway, givenConfirm, givenExpiredPayment, givenPayment, givenSucceededPayment } from "../../given.ts";
import { serverForFile } from "../../setup.ts";

const server = serverForFile({ bendsBooks: "a status is made up" });

test.each([
  ["an open payment", givenPayment, { isFinal: false, status: "requires_action", info: null, pollInMs: 1000 }],
  ["an expired payment", givenExpiredPayment, { isFinal: true, status: "expired", info: null }],
  ["a paid payment", givenSucceededPayment, { isFinal: true, status: "succeeded", info: expect.any(Object) }],
])("%s", async (_, given, expected) => {
  const { status, body } = await gateway(server(), await given(server()), "/status");
  expect(status).toBe(200);
  expect(body).toEqual(expected);
});

test("a failed payment has a failure code, which may be null", async () => {
  const paymentId = await givenPayment(server());
  await server().sql("update payments set status = 'failed' where id = $1", [paymentId]);
  const failed = { isFinal: true, status: "failed", info: null };
  expect((await gateway(server(), paymentId, "/status")).body).toEqual({ ...failed, failureCode: null });
  await server().sql("update payments set failure_code = 'declined_user' where id = $1", [paymentId]);
  const { body } = await gateway(server(), paymentId, "/status");
  expect(body).toEqual({ ...failed, failureCode: "declined_user" });
});

test("a held response returns on each change: confirmed, then succeeded", async () => {
  const paymentId = await givenPayment(server());
  const body = await givenConfirm(server(), paymentId, await server().newBuyer());
  const held = gateway(server(), paymentId, "/status?maxPollMs=60000");
  await gateway(server(), paymentId, "/confirm", { body });
  const first = await held;
  expect(["processing", "succeeded"]).toContain(first.body.status);
  const last = await gateway(server(), paymentId, "/status?maxPollMs=9223372036854775807");
  expect(last.body.status).toBe("succeeded");
});

test("a held response returns when the payment expires", async () => {
  const expiresAt = Math.floor(Date.now() / 1000) + 2;
  const { body } = await gateway(server(), await givenPayment(server(), { expiresAt }), "/status?maxPollMs=60000");
  expect(body).toEqual({ isFinal: true, status: "expired", info: null });
});

test("unknown parameters are ignored", async () => {
  expect((await gateway(server(), await givenPayment(server()), "/status?x=1&x=2")).status).toBe(200);
});
