// A shop that uses Coinbase's unmodified Node client (npm coinbase-commerce-node) and changes only its base URL and key.
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { confirm, signPayment } from "../harness/wallet.ts";
import { givenPayment } from "../routes/given.ts";
import { createKeyFor, type RouteServer, serverForFile } from "../routes/setup.ts";
import { type Received, type Receiver, startReceiver, status } from "../webhooks/receiver.ts";
import { type Client as CommerceClient, coinbase, type ShownCharge, type ShownPage } from "./coinbase.ts";

const { Client, Webhook, errors, resources } = coinbase;
const { Charge, Checkout, Event } = resources;

const server = serverForFile();
let client: CommerceClient;
let shop: RouteServer;
beforeAll(() => {
  client = Client.init("none", `${server().baseUrl}/commerce/`);
  client.setRequestTimeout(30_000);
});
beforeEach(async () => {
  shop = await server().asNewOwner();
  client.setApiKey(await createKeyFor(shop, "pos"));
});

const ORDER = {
  name: "The Sovereign Individual",
  description: "Mastering the Transition to the Information Age",
  local_price: { amount: "12.50", currency: "USD" },
  pricing_type: "fixed_price",
  metadata: { order_id: "4711", lines: [{ sku: "b-1", count: 2 }], é: null },
} as const;
const create = (changes: object = {}): Promise<ShownCharge> => Charge.create({ ...ORDER, ...changes });

/** The client has no function to cancel: shops use its transport. */
const cancel = (id: string): Promise<ShownCharge> =>
  new Promise((resolve, reject) => {
    client.postHttp(`charges/${id}/cancel`, {}, (error, answer) => {
      if (error) reject(error);
      else resolve(answer.data.data);
    });
  });

const stepsOf = ({ timeline }: ShownCharge): string[] => timeline.map(({ status: step }) => step);

async function pay(id: string): Promise<void> {
  const { body } = await confirm(shop, await signPayment(shop, id, await shop.newBuyer()), 30_000);
  expect(body.status).toBe("succeeded");
}

describe("a charge", () => {
  test("is created with what the shop sent, and retrieved by its id and its code", async () => {
    const charge = await create();
    expect(charge).toBeInstanceOf(Charge);
    expect({ ...charge }).toEqual({
      id: expect.stringMatching(/^pay_[0-9a-z]{32}$/),
      code: charge.id,
      resource: "charge",
      name: ORDER.name,
      description: ORDER.description,
      hosted_url: `${server().baseUrl.replace("127.0.0.1", "localhost")}/${charge.id}`,
      created_at: expect.stringMatching(/Z$/),
      expires_at: expect.stringMatching(/Z$/),
      pricing_type: "fixed_price",
      pricing: { local: ORDER.local_price },
      local_price: ORDER.local_price,
      timeline: [{ status: "NEW", time: charge.created_at }],
      metadata: ORDER.metadata,
      payments: [],
      addresses: {},
    });
    const lifetimeMs = Date.parse(charge.expires_at) - Date.parse(charge.created_at);
    expect(Math.abs(lifetimeMs - 3_600_000)).toBeLessThan(5_000);
    expect({ ...(await Charge.retrieve(charge.id)) }).toEqual({ ...charge });
    expect({ ...(await Charge.retrieve(charge.code)) }).toEqual({ ...charge });
  });

  test("is saved as an object, and sends the buyer back where the shop said", async () => {
    const charge = new Charge();
    const urls = { redirect_url: "https://shop.example/thanks", cancel_url: "https://shop.example/basket?id=1" };
    Object.assign(charge, ORDER, urls);
    await charge.save();
    expect(charge).toMatchObject({ ...urls, name: ORDER.name });
    const rows = await server().sql("select success_url, error_url from payments where id = $1", [charge.id]);
    expect(rows).toEqual([{ success_url: urls.redirect_url, error_url: urls.cancel_url }]);
  });

  test("with one usable redirect returns both addresses with a warning, and redirects nowhere", async () => {
    const answer = await shop.call<{ data: object; warnings: string[] }>({
      path: "/commerce/charges",
      body: { ...ORDER, redirect_url: "https://shop.example/thanks", cancel_url: "http://shop.example/" },
    });
    expect([answer.status, answer.body.warnings]).toEqual([201, [expect.stringContaining("will not be redirected")]]);
    expect(answer.body.data).toMatchObject({ redirect_url: "https://shop.example/thanks" });
    const rows = await server().sql("select distinct success_url from payments where merchant_id = $1", [
      shop.merchantId,
    ]);
    expect(rows).toEqual([{ success_url: null }]);
  });

  test.each([
    ["12.5", "USD", "12.50"],
    [12.5, "usd", "12.50"],
    ["100.00", "JPY", "100"],
    [7, "KWD", "7.000"],
  ])("of %s %s costs %s", async (amount, currency, shown) => {
    const { local_price } = await create({ local_price: { amount, currency } });
    expect(local_price).toEqual({ amount: shown, currency: currency.toUpperCase() });
  });

  test("is cancelled, again with the same response, and then can no longer be paid", async () => {
    const { id } = await create();
    const cancelled = await cancel(id);
    expect(stepsOf(cancelled)).toEqual(["NEW", "CANCELED"]);
    expect(await cancel(id)).toEqual(cancelled);
    expect({ ...(await Charge.retrieve(id)) }).toEqual({ ...cancelled });
  });

  test("that is paid is COMPLETED with its transaction, marked as refunded, and not cancelled", async () => {
    const { id } = await create();
    await pay(id);
    const charge = await Charge.retrieve(id);
    expect(stepsOf(charge)).toEqual(["NEW", "SIGNED", "PENDING", "COMPLETED"]);
    expect(charge.payments).toEqual([
      {
        network: expect.any(String),
        transaction_id: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        status: "CONFIRMED",
        detected_at: charge.confirmed_at,
        value: { local: ORDER.local_price, crypto: { amount: "12.5", currency: expect.any(String) } },
        payer_addresses: [expect.stringMatching(/^0x/)],
      },
    ]);
    await expect(cancel(id)).rejects.toThrow(errors.InvalidRequestError);
    await shop.call({ path: "/v1/refunds", body: { paymentId: id } });
    expect(stepsOf(await Charge.retrieve(id)).at(-1)).toBe("REFUNDED");
  });

  test("is any payment of the merchant, with the reference as its name", async () => {
    const id = await givenPayment(shop, { referenceId: "table 7" });
    expect(await Charge.retrieve(id)).toMatchObject({ name: "table 7", description: "", metadata: {} });
  });
});

describe("the list", () => {
  let ids: string[];
  beforeEach(async () => {
    ids = [];
    for (const name of ["one", "two", "three", "four", "five"]) ids.unshift((await create({ name })).id);
  });
  const page = async (params: ShownPage) => {
    const [charges, pagination] = await Charge.list(params);
    return [charges.map(({ id }) => id), pagination] as const;
  };

  test("is newest first, with the whole of a page's place", async () => {
    const [found, pagination] = await page({});
    expect(found).toEqual(ids);
    expect(pagination).toEqual({
      order: "desc",
      starting_after: null,
      ending_before: null,
      total: 5,
      limit: 25,
      yielded: 5,
      cursor_range: [ids[0], ids[4]],
      previous_uri: null,
      next_uri: null,
    });
  });

  test("is read in pages, forwards and backwards, in either order", async () => {
    const [first, { next_uri }] = await page({ limit: 2 });
    expect(first).toEqual(ids.slice(0, 2));
    expect(next_uri).toContain(`/commerce/charges?limit=2&order=desc&starting_after=${ids[1]}`);
    const [second, { previous_uri }] = await page({ limit: 2, starting_after: ids[1] });
    expect(second).toEqual(ids.slice(2, 4));
    expect(previous_uri).toContain(`ending_before=${ids[2]}`);
    expect((await page({ limit: 2, ending_before: ids[4] }))[0]).toEqual(ids.slice(2, 4));
    expect((await page({ limit: 2, ending_before: ids[1] }))[0]).toEqual(ids.slice(0, 1));
    const oldest = ids.toReversed();
    expect((await page({ limit: 3, order: "asc" }))[0]).toEqual(oldest.slice(0, 3));
    expect((await page({ limit: 3, order: "asc", starting_after: oldest[2] }))[0]).toEqual(oldest.slice(3));
  });

  test.each([1, 2, 5, 100])("is read whole by `all` in pages of %i", async (limit) => {
    const charges = await Charge.all({ limit });
    expect(charges.map(({ id }) => id)).toEqual(ids);
  });
});

describe("errors are those of the client", () => {
  test.each([
    ["no amount", { local_price: { currency: "USD" } }, "ParamRequiredError", "local_price.amount is required"],
    ["no price", { pricing_type: "no_price" }, "ValidationError", "charges without a price are not supported"],
    ["an amount of zero", { local_price: { amount: "0.00", currency: "USD" } }, "ValidationError", "positive decimal"],
    ["too many decimals", { local_price: { amount: "1.234", currency: "USD" } }, "ValidationError", "2 decimals"],
    ["an amount in words", { local_price: { amount: "1e3", currency: "USD" } }, "ValidationError", "positive decimal"],
    ["a coin as currency", { local_price: { amount: "1", currency: "BTC" } }, "ValidationError", "ISO 4217"],
    ["too much metadata", { metadata: { text: "x".repeat(4_096) } }, "ValidationError", "4096 bytes"],
    ["a name with a control character", { name: "a\u0007" }, "ValidationError", "control characters"],
  ] as const)("%s", async (_, changes, kind, message) => {
    const error: Error = await create(changes).then(
      () => new Error("it was created"),
      (reason) => reason,
    );
    expect(error).toBeInstanceOf(errors[kind]);
    expect(error.message).toContain(message);
  });

  test("an unknown key, a wallet's key, and a key of no merchant", async () => {
    for (const key of ["tp_partner_unknown", shop.walletKey, shop.apiKey]) {
      client.setApiKey(key);
      await expect(Charge.list({})).rejects.toThrow(errors.AuthenticationError);
    }
    await expect(Charge.list({})).rejects.toThrow("Use a key of the role pos");
  });

  test("an unknown charge, another merchant's, and one as the start of a page", async () => {
    const foreign = (await create()).id;
    shop = await server().asNewOwner();
    client.setApiKey(await createKeyFor(shop, "pos"));
    for (const id of ["pay_unknown", foreign]) {
      await expect(Charge.retrieve(id)).rejects.toThrow(errors.ResourceNotFoundError);
      await expect(cancel(id)).rejects.toThrow(errors.ResourceNotFoundError);
      await expect(Charge.list({ starting_after: id })).rejects.toThrow(errors.ValidationError);
    }
  });

  test("checkouts and events do not exist here", async () => {
    await expect(Checkout.list({})).rejects.toThrow(errors.ResourceNotFoundError);
    await expect(Event.retrieve("x")).rejects.toThrow(errors.ResourceNotFoundError);
    await expect(Checkout.create(ORDER)).rejects.toThrow(errors.ResourceNotFoundError);
  });

  test("a merchant that is not active", async () => {
    await server().sql("update merchants set status = 'suspended' where id = $1", [shop.merchantId]);
    await expect(create()).rejects.toThrow(errors.AuthenticationError);
  });
});

describe("webhooks", () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(async () => {
    await server().sql("delete from webhook_endpoints where partner_id = $1", [shop.partnerId]);
    await receiver.stop();
  });

  const givenEndpoint = async (fields: object = {}): Promise<{ id: string; secret: string }> => {
    const body = { url: receiver.url, format: "commerce", ...fields };
    const answer = await shop.call<{ id: string; secret: string }>({ path: "/v1/webhook-endpoints", body });
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
        [`exc_${kind}_${id}`, shop.partnerId, id, kind],
      );
      await server().sql(
        `insert into payment_events (payment_id, partner_id, type, status, data)
         values ($1, $2, 'exception', 'cancelled', $3)`,
        [id, shop.partnerId, JSON.stringify({ kind, exceptionId: `exc_${kind}_${id}` })],
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
    const rotated = await shop.call<{ secret: string }>({
      path: `/v1/webhook-endpoints/${id}/rotate-secret`,
      body: {},
    });
    await shop.call({ path: `/v1/webhook-endpoints/${id}/test`, body: {} });
    const event = verified(await receiver.next(() => true), rotated.body.secret);
    expect({ ...event }).toMatchObject({ type: "webhook_endpoint.test", data: {} });
  });
});
