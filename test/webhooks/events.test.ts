// The list of events: what each shows, and that a reader skips none.
import { beforeEach, describe, expect, test } from "vitest";
import { givenCancelledPayment, givenPayment, givenSucceededPayment } from "../routes/given.ts";
import { fieldsOf, type RouteServer, serverForFile } from "../routes/setup.ts";
import type { ReceivedEvent } from "./receiver.ts";
import { holdEventsBack, untilEventsAreComplete } from "./transaction.ts";

const server = serverForFile();
let partner: RouteServer;
beforeEach(async () => {
  partner = await server().asNewOwner();
});

interface Page {
  readonly data: ReceivedEvent[];
  readonly nextCursor: string | null;
}

const readNow = async (query: string): Promise<Page> =>
  (await partner.call<Page>({ path: `/v1/events?${query}` })).body;
async function read(query: string): Promise<Page> {
  await untilEventsAreComplete(partner);
  return readNow(query);
}
const typesOf = ({ data }: Page): string[] => data.map(({ type }) => type);

describe("an event shows its subject as it was then", () => {
  test("a webhook endpoint from before it had a format", async () => {
    const hook = { url: "https://shop.example/events", events: ["merchant.created"] };
    const { body } = await partner.call<{ id: string }>({ path: "/v1/webhook-endpoints", body: hook });
    await partner.call({ path: `/v1/webhook-endpoints/${body.id}/test`, body: {} });
    await server().sql("update partner_events set facts = facts - 'format' where partner_id = $1", [partner.partnerId]);
    const { data } = await read("type=webhook_endpoint.test");
    expect(data).toMatchObject([{ data: { webhookEndpoint: { id: body.id, format: "standard" } } }]);
  });

  test("a payment, from its creation to its refund, while its merchant is renamed and deleted", async () => {
    const listed = async () => (await partner.call<{ data: object[] }>({ path: "/v1/payments" })).body.data[0];
    const paymentId = await givenPayment(partner);
    const created = await listed();
    const merchant = `/v1/merchants/${partner.merchantId}`;
    await partner.call({ method: "PATCH", path: merchant, body: { merchantName: "Renamed" } });
    const cancelledId = paymentId;
    await partner.call({ path: `/v1/payments/${cancelledId}/cancel`, body: {} });
    const cancelled = await listed();
    const paidId = await givenSucceededPayment(partner);
    const paid = await listed();
    await partner.call({ path: "/v1/refunds", body: { paymentId: paidId } });
    const refunded = await listed();
    await partner.call({ method: "DELETE", path: merchant });
    const { data } = await read(
      "since=2026-01-01T00:00:00Z&type=payment.created&type=payment.cancelled&type=payment.succeeded&type=payment.refunded",
    );
    expect(data.map((event) => [event.type, event.sequence, event.data.payment])).toEqual([
      ["payment.created", 1, { ...created, isFinal: false }],
      ["payment.cancelled", 2, { ...cancelled, isFinal: true }],
      ["payment.created", 1, expect.anything()],
      ["payment.succeeded", 3, { ...paid, isFinal: true }],
      ["payment.refunded", 4, { ...refunded, isFinal: true }],
    ]);
    expect(created).toMatchObject({ merchant: { name: expect.not.stringContaining("Renamed") } });
  });

  test("merchants and settlements", async () => {
    const { body: made } = await partner.call<{ merchant: { id: string } }>({
      path: "/v1/merchants",
      headers: { "idempotency-key": "m" },
      body: { merchantName: "One", merchantEmail: "one@example.com" },
    });
    const path = `/v1/merchants/${made.merchant.id}`;
    const asset = `eip155:1/erc20:${partner.deployment.usdc}`;
    const destinations = ["0x1111111111111111111111111111111111111111", "0x2222222222222222222222222222222222222222"];
    const [first, second] = destinations.map((address) => `eip155:1:${address}`);
    const { body } = await partner.call<{ settlements: { id: string }[] }>({
      path: `${path}/settlements/crypto`,
      headers: { "idempotency-key": "s" },
      body: { settlements: [{ asset, destination: first }] },
    });
    const settlement = `${path}/settlements/crypto/${body.settlements[0]?.id}`;
    await partner.call({ method: "PUT", path: settlement, body: { destination: second } });
    await partner.call({ method: "PUT", path: settlement, body: { destination: second } });
    await partner.call({ method: "DELETE", path: settlement });
    const { body: renamed } = await partner.call<{ merchant: object }>({
      method: "PATCH",
      path,
      body: { merchantName: "Two" },
    });
    await partner.call({ method: "DELETE", path });
    const { data } = await read(`since=2026-01-01T00:00:00Z&merchantId=${made.merchant.id}`);
    expect(data.map(({ type, data }) => [type, data.settlement?.destination ?? data.merchant])).toEqual([
      ["merchant.created", { ...made.merchant, iconUrl: null }],
      ["settlement.created", first],
      ["settlement.changed", second],
      ["settlement.deleted", second],
      ["merchant.updated", renamed.merchant],
      ["merchant.deleted", renamed.merchant],
    ]);
  });

  test("an erased merchant's events disappear", async () => {
    await partner.call({ method: "PATCH", path: `/v1/merchants/${partner.merchantId}`, body: { merchantName: "Ada" } });
    await partner.call({ method: "DELETE", path: `/v1/merchants/${partner.merchantId}` });
    expect(typesOf(await read("limit=1"))).toEqual(["merchant.deleted"]);
    await server().store.merchants.erase(partner.merchantId);
    expect(JSON.stringify(await read("limit=200"))).not.toContain("Ada");
  });

  test("the version is the one the partner was pinned to", async () => {
    const paymentId = await givenPayment(partner);
    await server().store.partners.pin(partner.partnerId, "2026-02-19.preview");
    await partner.call({ path: `/v1/payments/${paymentId}/cancel`, body: {} });
    const { data } = await read(`paymentId=${paymentId}`);
    expect(data.map(({ apiVersion }) => apiVersion)).toEqual(["2026-02-19.preview", "2026-02-18"]);
  });
});

test("pages go forward with since and after, and backward otherwise", async () => {
  for (let count = 0; count < 3; count++) await givenCancelledPayment(partner);
  const all = await read("since=2026-01-01T00:00:00Z&limit=200");
  const walked: ReceivedEvent[] = [];
  for (let cursor = ""; ; ) {
    const page = await read(`since=2026-01-01T00:00:00Z&limit=2${cursor}`);
    walked.push(...page.data);
    if (page.nextCursor === null) break;
    cursor = `&cursor=${page.nextCursor}`;
  }
  expect(walked).toEqual(all.data);
  expect((await read("limit=200")).data).toEqual(all.data.toReversed());
  const [first, ...others] = all.data;
  expect((await read(`after=${first?.id}&limit=200`)).data).toEqual(others);
  const { body } = await partner.call<ReceivedEvent>({ path: `/v1/events/${first?.id}` });
  expect(body).toEqual(first);
});

test("a request with maxPollMs is held until there is an event", async () => {
  const paymentId = await givenPayment(partner);
  const { data } = await read(`paymentId=${paymentId}`);
  const held = read(`after=${data[0]?.id}&maxPollMs=20000`);
  await partner.call({ path: `/v1/payments/${paymentId}/cancel`, body: {} });
  expect(typesOf(await held)).toEqual(["payment.cancelled"]);
});

test.each([
  ["an unknown event as after", "after=evt_unknown", ["after"]],
  ["after with since", "after=evt_unknown&since=2026-01-01T00:00:00Z", ["since"]],
  ["a time zone in brackets as since", "since=2026-01-01T00:00:00Z%5BUTC%5D", ["since"]],
  ["maxPollMs without after", "maxPollMs=10", ["maxPollMs"]],
  ["an unknown type", "type=payment.lost", ["type"]],
])("400 for %s", async (_, query, fields) => {
  const { status, body } = await partner.call({ path: `/v1/events?${query}` });
  expect([status, body.code, fieldsOf(body)]).toEqual([400, "params_validation", fields]);
});

test("a reader of after skips no event, while transactions commit in any order", async () => {
  const paymentId = await givenPayment(partner);
  let place = (await read(`paymentId=${paymentId}`)).data[0]?.id;
  const seen: string[] = [];
  const readOn = async () => {
    for (;;) {
      const { data } = await readNow(`after=${place}&limit=7`);
      if (data.length === 0) return;
      seen.push(...data.map(({ id }) => id));
      place = data.at(-1)?.id;
    }
  };
  // A transaction that writes its event first and commits last.
  const slow = server().sql(
    `do $$ begin
       insert into partner_events (partner_id, event_id, type, facts)
       values ('${partner.partnerId}', 'evt_slow_${partner.partnerId}', 'settlement.deleted', '{"id":"x","asset":"a","destination":"d"}');
       perform pg_sleep(1);
     end $$`,
  );
  let isDone = false;
  const reader = (async () => {
    while (!isDone) await readOn();
  })();
  const written = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const ids: string[] = [];
      for (let count = 0; count < 5; count++) ids.push(await givenCancelledPayment(partner));
      return ids;
    }),
  );
  await slow;
  isDone = true;
  await reader;
  await untilEventsAreComplete(partner);
  await readOn();
  const suffixes = written.flat().flatMap((id) => [`${id.slice(4)}_1`, `${id.slice(4)}_2`]);
  expect(seen.toSorted()).toEqual(
    [...suffixes.map((suffix) => `evt_${suffix}`), `evt_slow_${partner.partnerId}`].toSorted(),
  );
});

test("a long transaction in another database of the cluster holds nothing back", async () => {
  const paymentId = await givenPayment(partner);
  const release = await holdEventsBack(server().databaseUrl.replace(/\/[^/?]+(\?|$)/, "/postgres$1"));
  await partner.call({ path: `/v1/payments/${paymentId}/cancel`, body: {} });
  expect(typesOf(await read(`paymentId=${paymentId}`))).toEqual(["payment.cancelled", "payment.created"]);
  await release();
});

test("events older than 30 days are gone", async () => {
  const { body } = await partner.call<{ merchant: { id: string } }>({
    path: "/v1/merchants",
    headers: { "idempotency-key": "old" },
    body: { merchantName: "Old", merchantEmail: "old@example.com" },
  });
  const query = `merchantId=${body.merchant.id}`;
  const [event] = (await read(query)).data;
  await server().sql("update partner_events set created_at = now() - interval '31 days' where event_id = $1", [
    event?.id,
  ]);
  expect((await read(query)).data).toEqual([]);
  expect((await partner.call({ path: `/v1/events/${event?.id}` })).status).toBe(404);
  await server().store.events.forgetOld();
  expect(await server().sql("select from partner_events where event_id = $1", [event?.id])).toEqual([]);
});

test("a database restored in another cluster orders its new events after the old ones", async () => {
  const paymentId = await givenPayment(partner);
  await server().sql(
    "insert into partner_events (partner_id, tx, event_id, type, facts) values ($1, 1000000000, $2, 'settlement.deleted', '{}')",
    [partner.partnerId, `evt_ahead_${partner.partnerId}`],
  );
  expect(await server().sql("select advance_event_clock() as moved")).toEqual([{ moved: true }]);
  await partner.call({ path: `/v1/payments/${paymentId}/cancel`, body: {} });
  expect(typesOf(await read(`after=evt_ahead_${partner.partnerId}`))).toEqual(["payment.cancelled"]);
  expect(await server().sql("select advance_event_clock() as moved")).toEqual([{ moved: false }]);
});
