// Strangers can create payments without end. Their events do not delay those of payments with money.
import { beforeEach, expect, test } from "vitest";
import { givenPayment, givenSucceededPayment } from "../routes/given.ts";
import { type RouteServer, serverForFile } from "../routes/setup.ts";
import { NO_CONTENT, type Receiver, startReceiver } from "./receiver.ts";

const server = serverForFile();
let receiver: Receiver;
let partner: RouteServer;
beforeEach(async () => {
  receiver = await startReceiver();
  partner = await server().asNewOwner();
  return async () => {
    await server().sql("delete from webhook_endpoints where partner_id = $1", [partner.partnerId]);
    await receiver.stop();
  };
});

const UNPAID = 200;
/** Of the unpaid ones, 64 were read before the paid payment's, and a few are sent beside its three events. */
const BEFORE_MAX = 64 + 50;

test("the events of a paid payment go before those of unpaid ones, in their order, however many wait", async () => {
  const held: (() => void)[] = [];
  receiver.answer((response) => void held.push(() => response.writeHead(204).end()));
  const { body: endpoint } = await partner.call<{ id: string }>({
    path: "/v1/webhook-endpoints",
    body: { url: receiver.url },
  });
  const queued = (type: string) =>
    server().sql("select from webhook_deliveries where endpoint_id = $1 and type = $2", [endpoint.id, type]);
  for (let left = UNPAID; left > 0; left -= 20)
    await Promise.all(Array.from({ length: 20 }, () => givenPayment(partner)));
  await expect.poll(() => queued("payment.created"), { timeout: 60_000 }).toHaveLength(UNPAID);
  const paymentId = await givenSucceededPayment(partner);
  await expect.poll(() => queued("payment.succeeded"), { timeout: 60_000 }).toHaveLength(1);
  receiver.answer(NO_CONTENT);
  for (const answer of held) answer();
  await receiver.next(({ event }) => event.paymentId === paymentId && event.type === "payment.succeeded");
  const events = receiver.received.map(({ event }) => event);
  expect(events.filter((event) => event.paymentId === paymentId).map(({ type }) => type)).toEqual([
    "payment.created",
    "payment.processing",
    "payment.succeeded",
  ]);
  const before = events.findIndex((event) => event.paymentId === paymentId && event.type === "payment.succeeded");
  expect(before).toBeLessThan(BEFORE_MAX);
  await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(UNPAID + 3);
});
