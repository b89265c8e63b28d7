// An endpoint whose name leads to another address than before: the address is judged at each attempt.
import { expect, test } from "vitest";
import { givenPayment } from "../routes/given.ts";
import { serverForFile } from "../routes/setup.ts";
import { startReceiver } from "./receiver.ts";

const server = serverForFile();

test("an endpoint that moves to an address that is not public gets nothing, its delivery says why, and others get theirs", async () => {
  const [moved, other] = [await startReceiver(), await startReceiver()];
  const path = "/v1/webhook-endpoints";
  const { body } = await server().call<{ id: string }>({ path, body: { url: moved.url } });
  await server().sql("update webhook_endpoints set url = 'https://10.0.0.1/events' where id = $1", [body.id]);
  await server().call({ path, body: { url: other.url } });
  const paymentId = await givenPayment(server());
  await other.next(({ event }) => event.paymentId === paymentId);
  const error = "must be public: its host is at an address that is not on the public internet";
  await expect
    .poll(async () => (await server().call<{ data: object[] }>({ path: `${path}/${body.id}/deliveries` })).body.data)
    .toMatchObject([{ status: "pending", attempts: 1, lastAttempt: { status: null, error } }]);
  expect(moved.received).toEqual([]);
  await Promise.all([moved.stop(), other.stop()]);
});
