// The API's endpoints under the console's path, with the session in place of the key.
import { expect, test } from "vitest";
import { signIn } from "../../../harness/server/console.ts";
import { givenPayment, paymentBody } from "../../given.ts";
import { sharedServerForFile, type WireBody } from "../../setup.ts";

const server = sharedServerForFile();

test("a list holds the partner's own entries and names its version", async () => {
  const paymentId = await givenPayment(server());
  const session = await signIn(server(), server().readKey);
  const answer = await session.call<{ data: { paymentId: string }[] }>({ path: "/v1/payments?limit=1" });
  expect([answer.status, answer.body.data[0]?.paymentId]).toEqual([200, paymentId]);
  expect(answer.headers.get("pay-version")).toBe("2026-02-18");
  expect(answer.headers.get("access-control-allow-origin")).toBeNull();
});

test("an Idempotency-Key works as in the API: a double tap creates one payment", async () => {
  const session = await signIn(server());
  const headers = { "merchant-id": server().merchantId, "idempotency-key": "one tap" };
  const body = paymentBody({ referenceId: "tap" });
  const first = await session.call<WireBody>({ path: "/v1/payments", headers, body });
  const again = await session.call<WireBody>({ path: "/v1/payments", headers, body });
  const there = await server().call({ path: "/v1/payments", headers, body });
  expect([first.status, again.status, there.status]).toEqual([201, 201, 201]);
  expect([again.body.paymentId, there.body.paymentId]).toEqual([first.body.paymentId, first.body.paymentId]);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
});

test("a held status returns when the payment changes", async () => {
  const paymentId = await givenPayment(server());
  const session = await signIn(server());
  const held = session.call<WireBody>({ path: `/v1/payments/${paymentId}/status?maxPollMs=30000` });
  const cancelled = await session.call({ path: `/v1/payments/${paymentId}/cancel`, body: {} });
  expect(cancelled.status).toBe(200);
  expect((await held).body.status).toBe("cancelled");
});
