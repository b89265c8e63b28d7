// Events reach the partner's endpoints: signed, in order, at least once, and without harm to anyone else.
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { givenPayment, givenSucceededPayment } from "../routes/given.ts";
import type { RouteServer } from "../routes/setup.ts";
import { serverForFile } from "../routes/setup.ts";
import { type ReceivedEvent, type Receiver, startReceiver, status } from "./receiver.ts";

const server = serverForFile();
let receiver: Receiver;
let partner: RouteServer;
beforeEach(async () => {
  receiver = await startReceiver();
  partner = await server().asNewOwner();
  return () => receiver.stop();
});

interface Endpoint {
  readonly id: string;
  readonly secret: string;
}

async function givenEndpoint(fields: object = {}): Promise<Endpoint> {
  const { status, body } = await partner.call<Endpoint>({
    path: "/v1/webhook-endpoints",
    body: { url: receiver.url, ...fields },
  });
  expect(status).toBe(201);
  return body;
}

const ofPayment = (paymentId: string, type: string) => (received: { event: ReceivedEvent }) =>
  received.event.paymentId === paymentId && received.event.type === type;

test("every change of a payment arrives, verified by the unmodified standardwebhooks package", async () => {
  const { secret } = await givenEndpoint();
  const paymentId = await givenSucceededPayment(partner);
  const paid = await receiver.next(ofPayment(paymentId, "payment.succeeded"));
  const types = receiver.received.filter(({ event }) => event.paymentId === paymentId).map(({ event }) => event);
  expect(types.map(({ type, sequence }) => [type, sequence])).toEqual([
    ["payment.created", 1],
    ["payment.processing", 2],
    ["payment.succeeded", 3],
  ]);
  for (const { headers, body } of receiver.received) {
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body));
  }
  expect(paid.headers["webhook-id"]).toBe(paid.event.id);
  const { body: list } = await partner.call<{ data: object[] }>({ path: "/v1/payments" });
  expect(paid.event.data.payment).toEqual({ ...list.data[0], isFinal: true });
});
