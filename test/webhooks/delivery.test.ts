// Events reach the partner's endpoints: signed, in order, at least once, and without harm to anyone else.
import { setTimeout } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { givenPayment, givenSucceededPayment } from "../routes/given.ts";
import { type RouteServer, serverForFile, type WireBody } from "../routes/setup.ts";
import {
  type Received,
  type ReceivedEvent,
  type Receiver,
  startReceiver,
  status,
  switchProtocols,
} from "./receiver.ts";
import { holdEventsBack } from "./transaction.ts";

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

interface Endpoint {
  readonly id: string;
  readonly secret: string;
}

async function givenEndpoint(fields: object = {}): Promise<Endpoint> {
  const body = { url: receiver.url, ...fields };
  const answer = await partner.call<Endpoint>({ path: "/v1/webhook-endpoints", body });
  expect(answer.status).toBe(201);
  return answer.body;
}

const post = (path: string, body: object = {}) =>
  partner.call<Record<string, string>>({ method: "POST", path: `/v1/webhook-${path}`, body });
const cancel = (paymentId: string) => partner.call({ path: `/v1/payments/${paymentId}/cancel`, body: {} });

const ofPayment = (paymentId: string, type: string) => (received: { event: ReceivedEvent }) =>
  received.event.paymentId === paymentId && received.event.type === type;

interface ShownDelivery {
  readonly id: string;
  readonly status: string;
  readonly attempts: number;
  readonly nextAttemptAt: string | null;
  readonly lastAttempt: { readonly status: number | null; readonly error: string | null; readonly response: string };
}

/** Resolves once the endpoint's newest delivery matches. */
const deliveryOf = (endpoint: Endpoint, matches: Partial<ShownDelivery>): Promise<ShownDelivery> =>
  vi.waitFor(async () => {
    const path = `/v1/webhook-endpoints/${endpoint.id}/deliveries?limit=1`;
    const { body } = await partner.call<{ data: ShownDelivery[] }>({ path });
    expect(body.data[0]).toMatchObject(matches);
    return body.data[0] as ShownDelivery;
  }, 5_000);

/** Makes every pending delivery of the endpoint due. */
const skipWaiting = async ({ id }: Endpoint): Promise<void> => {
  const due = "update webhook_deliveries set next_attempt_at = now() where endpoint_id = $1 and status = 'pending'";
  await server().sql(due, [id]);
  await server().sql("select pg_notify('turnpike_events', '')");
};

const timestampS = ({ headers }: Received): number => Number(headers["webhook-timestamp"]);
const verify = ({ body, headers }: Received, secret: string): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

test("every change of a payment arrives, verified by the unmodified standardwebhooks package", async () => {
  const { secret } = await givenEndpoint();
  const paymentId = await givenSucceededPayment(partner);
  const paid = await receiver.next(ofPayment(paymentId, "payment.succeeded"));
  const events = receiver.received.map(({ event }) => event).filter((event) => event.paymentId === paymentId);
  expect(events.map(({ type, sequence }) => [type, sequence])).toEqual([
    ["payment.created", 1],
    ["payment.processing", 2],
    ["payment.succeeded", 3],
  ]);
  for (const request of receiver.received) expect(verify(request, secret)).toEqual(JSON.parse(request.body));
  expect(paid.headers["webhook-id"]).toBe(paid.event.id);
  const { body: list } = await partner.call<{ data: object[] }>({ path: "/v1/payments" });
  expect(paid.event.data.payment).toEqual({ ...list.data[0], isFinal: true });
});

describe("a receiver that", () => {
  const hang = (): void => {};
  test.each([
    ["responds with 500", status(500), { status: 500, error: "responded with status 500", response: "the response" }],
    [
      "redirects",
      status(302, { location: "http://127.0.0.1:1/" }),
      { status: 302, error: "responded with status 302" },
    ],
    [
      "closes the connection",
      (response: { destroy(): void }) => void response.destroy(),
      { status: null, error: "closed the connection without a response" },
    ],
    ["switches protocols", switchProtocols, { status: null, error: "responded with status 101" }],
    [
      "never stops sending",
      (response: { writeHead(code: number): void; write(text: string): void }) => {
        response.writeHead(500);
        response.write("x".repeat(100_000));
      },
      { status: 500, response: "x".repeat(4_096) },
    ],
  ])("%s gets the event again", async (_, answer, lastAttempt) => {
    const endpoint = await givenEndpoint();
    receiver.answer(answer);
    await post(`endpoints/${endpoint.id}/test`);
    const failed = await deliveryOf(endpoint, { status: "pending", attempts: 1, lastAttempt } as object);
    const inMs = Date.parse(failed.nextAttemptAt ?? "") - Date.now();
    expect(inMs).toBeGreaterThan(3_000);
    expect(inMs).toBeLessThan(6_000);
    receiver.answer(status(200));
    await skipWaiting(endpoint);
    await deliveryOf(endpoint, { status: "succeeded", attempts: 2 });
    const [first, second] = receiver.received;
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    expect(second?.body).toBe(first?.body);
    const detail = await partner.call<{ history: object[] }>({ path: `/v1/webhook-deliveries/${failed.id}` });
    expect(detail.body.history).toMatchObject([lastAttempt, { status: 200, error: null }]);
  });

  test("asks for a pause with Retry-After gets it, up to an hour", async () => {
    const endpoint = await givenEndpoint();
    receiver.answer(status(503, { "retry-after": "86400" }));
    await post(`endpoints/${endpoint.id}/test`);
    const { nextAttemptAt } = await deliveryOf(endpoint, { attempts: 1 });
    expect(Date.parse(nextAttemptAt ?? "") - Date.now()).toBeGreaterThan(3_500_000);
    expect(Date.parse(nextAttemptAt ?? "") - Date.now()).toBeLessThan(3_600_000);
  });

  test("responds with 410 is disabled at once, and the partner's other endpoints hear of it", async () => {
    const endpoint = await givenEndpoint();
    const other = await startReceiver();
    await givenEndpoint({ url: other.url, events: ["webhook_endpoint.disabled"] });
    receiver.answer(status(410));
    await post(`endpoints/${endpoint.id}/test`);
    const told = await other.next(() => true);
    expect(told.event).toMatchObject({
      type: "webhook_endpoint.disabled",
      data: { webhookEndpoint: { id: endpoint.id, enabled: false, disabledReason: "gone" } },
    });
    const { status: code, body } = await partner.call({
      method: "POST",
      path: `/v1/webhook-endpoints/${endpoint.id}/test`,
      body: {},
    });
    expect([code, body.code]).toEqual([400, "invalid_state"]);
    await other.stop();
  });

  test("has failed for five days is disabled; one success starts the count anew", async () => {
    const endpoint = await givenEndpoint();
    receiver.answer(status(500));
    const age = () =>
      server().sql("update webhook_endpoints set failing_since = now() - interval '5 days 1 minute' where id = $1", [
        endpoint.id,
      ]);
    await post(`endpoints/${endpoint.id}/test`);
    await deliveryOf(endpoint, { attempts: 1 });
    await age();
    receiver.answer(status(200));
    await skipWaiting(endpoint);
    await deliveryOf(endpoint, { status: "succeeded" });
    receiver.answer(status(500));
    await post(`endpoints/${endpoint.id}/test`);
    await deliveryOf(endpoint, { attempts: 1, status: "pending" });
    const read = () => partner.call<Record<string, unknown>>({ path: `/v1/webhook-endpoints/${endpoint.id}` });
    expect((await read()).body).toMatchObject({ enabled: true, disabledReason: null });
    await age();
    await skipWaiting(endpoint);
    await vi.waitFor(async () =>
      expect((await read()).body).toMatchObject({ enabled: false, disabledReason: "failing" }),
    );
  });

  test("hangs gets at most four requests at a time, and delays no other endpoint", async () => {
    const other = await startReceiver();
    await givenEndpoint();
    await givenEndpoint({ url: other.url });
    receiver.answer(hang);
    const ids = await Promise.all(Array.from({ length: 6 }, () => givenPayment(partner)));
    await Promise.all(ids.map((id) => other.next(ofPayment(id, "payment.created"))));
    await vi.waitFor(() => expect(receiver.received).toHaveLength(4));
    expect(receiver.mostAtOnce).toBe(4);
    await other.stop();
  });
});

test("a later event of a payment waits for the first attempt of the earlier one, but not for its retries", async () => {
  await givenEndpoint();
  const held: (() => void)[] = [];
  receiver.answer((response) => void held.push(() => response.writeHead(500).end()));
  const paymentId = await givenPayment(partner);
  await receiver.next(ofPayment(paymentId, "payment.created"));
  // The session has found nothing else to do by now.
  await setTimeout(200);
  await cancel(paymentId);
  const other = await givenPayment(partner);
  await receiver.next(ofPayment(other, "payment.created"));
  expect(receiver.received.some(ofPayment(paymentId, "payment.cancelled"))).toBe(false);
  for (const end of held) end();
  await receiver.next(ofPayment(paymentId, "payment.cancelled"));
});

test("an event that another transaction holds back follows as soon as that ends, while a request is in flight", async () => {
  await givenEndpoint();
  receiver.answer(() => {});
  const first = await givenPayment(partner);
  await receiver.next(ofPayment(first, "payment.created"));
  const release = await holdEventsBack(server().databaseUrl);
  const second = await givenPayment(partner);
  await setTimeout(300);
  expect(receiver.received.some(ofPayment(second, "payment.created"))).toBe(false);
  await release();
  const endedMs = Date.now();
  const { atMs } = await receiver.next(ofPayment(second, "payment.created"));
  expect(atMs - endedMs).toBeLessThan(5_000);
});

test("the timestamp and the signature are new at each attempt, and both secrets sign after a rotation", async () => {
  const endpoint = await givenEndpoint();
  receiver.answer(status(500));
  await post(`endpoints/${endpoint.id}/test`);
  await deliveryOf(endpoint, { attempts: 1 });
  const first = receiver.newest();
  const { body: rotated } = await post(`endpoints/${endpoint.id}/rotate-secret`, { overlapS: 60 });
  await vi.waitFor(() => expect(Date.now() / 1_000).toBeGreaterThan(timestampS(first) + 1), 2_000);
  await skipWaiting(endpoint);
  await deliveryOf(endpoint, { attempts: 2 });
  expect(timestampS(receiver.newest())).toBeGreaterThan(timestampS(first));
  for (const secret of [endpoint.secret, rotated.secret ?? ""]) verify(receiver.newest(), secret);
  await post(`endpoints/${endpoint.id}/rotate-secret`, { overlapS: 0 });
  await skipWaiting(endpoint);
  await deliveryOf(endpoint, { attempts: 3 });
  expect(() => verify(receiver.newest(), rotated.secret ?? "")).toThrow();
});

test("an endpoint gets the types and merchants it asked for, from its creation on", async () => {
  const before = await givenPayment(partner);
  const other = await partner.call<{ merchant: { id: string } }>({
    path: "/v1/merchants",
    headers: { "idempotency-key": "other" },
    body: { merchantName: "Other", merchantEmail: "o@example.com" },
  });
  const otherMerchant = other.body.merchant.id;
  await givenEndpoint({ events: ["payment.cancelled"], merchantIds: [otherMerchant] });
  const theirs = await givenPayment(partner);
  await cancel(theirs);
  await cancel(before);
  const { body } = await partner.call<WireBody>({
    path: "/v1/payments",
    headers: { "merchant-id": otherMerchant },
    body: { amount: { unit: "iso4217/USD", value: "100" }, referenceId: "x" },
  });
  await partner.call({
    path: `/v1/payments/${body.paymentId}/cancel`,
    headers: { "merchant-id": otherMerchant },
    body: {},
  });
  await receiver.next(ofPayment(body.paymentId, "payment.cancelled"));
  expect(receiver.received).toHaveLength(1);
});

test("a replay and a retry send the same event again, whatever other transactions run", async () => {
  const release = await holdEventsBack(server().databaseUrl);
  const paymentId = await givenPayment(partner);
  const endpoint = await givenEndpoint({ events: ["payment.created"] });
  const { body: replayed } = await post(`endpoints/${endpoint.id}/replay`, { since: "2026-01-01T00:00:00Z" });
  await release();
  expect(replayed).toEqual({ queued: 1 });
  const first = await receiver.next(ofPayment(paymentId, "payment.created"));
  const { id } = await deliveryOf(endpoint, { status: "succeeded", attempts: 1 });
  const failed = { since: "2026-01-01T00:00:00Z", onlyFailed: true };
  expect((await post(`endpoints/${endpoint.id}/replay`, failed)).body).toEqual({ queued: 0 });
  expect((await post(`deliveries/${id}/retry`)).body).toEqual({ id });
  await deliveryOf(endpoint, { status: "succeeded", attempts: 2 });
  expect(receiver.received[1]?.event.id).toBe(first.event.id);
});

test("an endpoint that is disabled and enabled again gets the events from then on", async () => {
  const endpoint = await givenEndpoint({ enabled: false });
  const missed = await givenPayment(partner);
  const path = `/v1/webhook-endpoints/${endpoint.id}`;
  await partner.call({ method: "PATCH", path, body: { enabled: true } });
  const paymentId = await givenPayment(partner);
  await receiver.next(ofPayment(paymentId, "payment.created"));
  expect(receiver.received.some(ofPayment(missed, "payment.created"))).toBe(false);
});
