// Webhooks in the form of Coinbase Commerce, verified by its unmodified Node client.
import { afterEach, beforeEach, expect, test } from "vitest";
import { serverForFile } from "../routes/setup.ts";
import { type Received, type Receiver, startReceiver, status } from "../webhooks/receiver.ts";
import { coinbase, type ShownCharge } from "./coinbase.ts";
import { cancel, create, ORDER, shopForEach, stepsOf } from "./commerce-shop.ts";

const { Webhook, errors, resources } = coinbase;
const { Charge, Event } = resources;

const server = serverForFile();
const { shop, pay } = shopForEach(server);

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await server().sql("delete from webhook_endpoints where partner_id = $1", [shop().partnerId]);
  await receiver.stop();
});

const givenEndpoint = async (fields: object = {}): Promise<{ id: string; secret: string }> => {
  const body = { url: receiver.url, format: "commerce", ...fields };
  const answer = await shop().call<{ id: string; secret: string }>({ path: "/v1/webhook-endpoints", body });
  expect(answer.status).toBe(201);
  return answer.body;
};
const verified = ({ body, headers }: Received, secret: string): { type: string; data: ShownCharge } =>
  Webhook.verifyEventBody(body, String(headers["x-cc-webhook-signature"]), secret);
const typeOf = ({ body }: Received): string => (JSON.parse(body) as { event: { type: string } }).event.type;
const of = (type: string) => (received: Received) => typeOf(received) === type;

test("tell a charge's life, verified by the client; a signed payment is no news", async () => {
  const { secret } = await givenEndpoint();
  const { id } = await create();
  await pay(id);
  const confirmed = verified(await receiver.next(of("charge:confirmed")), secret);
  expect(confirmed).toBeInstanceOf(Event);
  const hosted_url = expect.stringContaining(`/${id}`); // the worker of a test does not know its port
  expect({ ...confirmed.data }).toEqual({ ...(await Charge.retrieve(id)), hosted_url });
  const created = verified(await receiver.next(of("charge:created")), secret);
  expect(created.data).toMatchObject({ id, metadata: ORDER.metadata, timeline: [{ status: "NEW" }] });
  const other = await create();
  await cancel(other.id);
  const failed = verified(await receiver.next(of("charge:failed")), secret);
  expect([failed.data.id, stepsOf(failed.data)]).toEqual([other.id, ["NEW", "CANCELED"]]);
  expect(receiver.received.map(typeOf)).toEqual([
    "charge:created",
    "charge:confirmed",
    "charge:created",
    "charge:failed",
  ]);
  expect(() => Webhook.verifySigHeader(receiver.received[0]?.body ?? "", "0".repeat(64), secret)).toThrow(
    errors.SignatureVerificationError,
  );
});

test("report money that came too late, with the step that Commerce adds; other exceptions are no news", async () => {
  const { secret } = await givenEndpoint();
  const { id } = await create();
  await cancel(id);
  for (const kind of ["reorged", "late"]) {
    await server().sql(
      `insert into exceptions (id, partner_id, payment_id, kind, message) values ($1, $2, $3, $4, 'x')`,
      [`exc_${kind}_${id}`, shop().partnerId, id, kind],
    );
    await server().sql(
      `insert into payment_events (payment_id, partner_id, type, status, data)
       values ($1, $2, 'exception', 'cancelled', $3)`,
      [id, shop().partnerId, JSON.stringify({ kind, exceptionId: `exc_${kind}_${id}` })],
    );
  }
  const late = verified(await receiver.next(of("charge:delayed")), secret);
  expect(late.data).toMatchObject({ id, metadata: ORDER.metadata });
  expect(late.data.timeline.at(-1)).toMatchObject({ status: "UNRESOLVED", context: "DELAYED" });
  expect(receiver.received.filter(of("charge:delayed"))).toHaveLength(1);
});

test("are sent again with the attempt's number, the same event, and a signature of the new body", async () => {
  const { id, secret } = await givenEndpoint({ events: ["payment.created"] });
  receiver.answer(status(500));
  await create();
  const first = await receiver.next(() => true);
  receiver.answer(status(200));
  const attempts = "select attempts from webhook_deliveries where endpoint_id = $1";
  await expect.poll(() => server().sql(attempts, [id])).toEqual([{ attempts: 1 }]);
  await server().sql("update webhook_deliveries set next_attempt_at = now() where endpoint_id = $1", [id]);
  await server().sql("select pg_notify('turnpike_events', '')");
  const second = await receiver.next(({ body }) => (JSON.parse(body) as Envelope).attempt_number === 2);
  const [before, after] = [JSON.parse(first.body) as Envelope, JSON.parse(second.body) as Envelope];
  expect(before.attempt_number).toBe(1);
  expect([after.id, after.event]).toEqual([before.id, before.event]);
  for (const received of [first, second]) verified(received, secret);
});
interface Envelope {
  readonly id: string;
  readonly attempt_number: number;
  readonly event: object;
}

test("are tested with an event of no charge, and signed with the new secret as soon as it is rotated", async () => {
  const { id } = await givenEndpoint();
  const rotated = await shop().call<{ secret: string }>({
    path: `/v1/webhook-endpoints/${id}/rotate-secret`,
    body: {},
  });
  await shop().call({ path: `/v1/webhook-endpoints/${id}/test`, body: {} });
  const event = verified(await receiver.next(() => true), rotated.body.secret);
  expect({ ...event }).toMatchObject({ type: "webhook_endpoint.test", data: {} });
});
