// No documented handler delivers an order for a payment that somebody else created with the order's reference.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { confirm, signPayment } from "../harness/chain/wallet.ts";
import { newUser } from "../harness/server/users.ts";
import { createKeyFor, serverForFile } from "../routes/setup.ts";
import { type Received, type Receiver, startReceiver } from "../webhooks/receiver.ts";
import { findHandlers } from "./handlers.ts";
import { installExample, run } from "./install.ts";
import {
  commerce,
  type Deliver,
  type Delivery,
  medusa,
  medusaProvider,
  type Order,
  type Setup,
  serverLibrary,
  standardWebhooks,
} from "./run-handler.ts";

const server = serverForFile();
const REFERENCE = "payses_4711";
const AMOUNT = { unit: "iso4217/USD", value: "500" };

interface Hook {
  readonly receiver: Receiver;
  readonly secret: string;
}
let standard: Hook;
let charges: Hook;

async function hookFor(format: object): Promise<Hook> {
  const receiver = await startReceiver();
  const body = { url: receiver.url, ...format };
  const answer = await server().call<{ secret: string }>({ path: "/v1/webhook-endpoints", body });
  expect(answer.status).toBe(201);
  return { receiver, secret: answer.body.secret };
}

type Place = "payment" | "charge";
/** The genuine deliveries of payments that succeeded, of either format. */
interface Paid {
  readonly paymentId: string;
  readonly deliveries: Readonly<Record<Place, Delivery>>;
}
let own: Paid;
let foreign: Readonly<Record<string, Paid>>;
let session: { readonly provider: Awaited<ReturnType<typeof medusaProvider>>; readonly data: object };

const deliveryOf = ({ headers, body }: Received): Delivery => ({
  headers: Object.fromEntries(
    ["webhook-id", "webhook-timestamp", "webhook-signature", "x-cc-webhook-signature"].flatMap((name) =>
      headers[name] === undefined ? [] : [[name, String(headers[name])]],
    ),
  ),
  body,
});

async function paid(paymentId: string): Promise<Paid> {
  await confirm(server(), await signPayment(server(), paymentId, await server().newBuyer()), 30_000);
  const of = (type: string) => (received: Received) =>
    received.body.includes(paymentId) && received.body.includes(`"${type}"`);
  const payment = deliveryOf(await standard.receiver.next(of("payment.succeeded")));
  const charge = deliveryOf(await charges.receiver.next(of("charge:confirmed")));
  return { paymentId, deliveries: { payment, charge } };
}

async function created(headers: Record<string, string>, value = AMOUNT.value): Promise<string> {
  const body = { amount: { ...AMOUNT, value }, referenceId: REFERENCE };
  const answer = await server().call({ path: "/v1/payments", headers, body });
  expect(answer.status).toBe(201);
  return answer.body.paymentId;
}

beforeAll(async () => {
  standard = await hookFor({});
  charges = await hookFor({ format: "commerce" });
  const { baseUrl, apiKey, merchantId } = server();
  const options = { baseUrl, apiKey, merchantId, webhookSecret: standard.secret };
  const provider = await medusaProvider(options);
  const { id, data } = await provider.initiatePayment({
    amount: 5,
    currency_code: "usd",
    data: { session_id: REFERENCE },
  });
  session = { provider, data };
  const pos = { "api-key": await createKeyFor(server(), "pos"), "merchant-id": merchantId };
  const shop = { "api-key": apiKey, "merchant-id": merchantId };
  const cashier = await newUser(server(), apiKey, { role: "cashier" });
  const sale = await cashier.call<{ paymentId: string }>({
    path: "/v1/payments",
    headers: { "merchant-id": merchantId },
    body: { amount: { ...AMOUNT, value: "10" }, referenceId: REFERENCE },
  });
  expect(sale.status).toBe(201);
  foreign = {
    "a page's, cheap": await paid(await created(pos, "10")),
    "a page's, with the order's amount": await paid(await created(pos)),
    "the same server's, for another order": await paid(await created(shop)),
    "a cashier's": await paid(sale.body.paymentId),
  };
  // Not paid yet: the handlers that ask for a status must find it open.
  own = { paymentId: id, deliveries: { payment: { headers: {}, body: "" }, charge: { headers: {}, body: "" } } };
});
afterAll(() => Promise.all([standard.receiver.stop(), charges.receiver.stop()]));

const orderOf = (paymentId: string): Order => ({
  id: REFERENCE,
  orderId: REFERENCE,
  paymentId,
  merchantId: server().merchantId,
  amount: AMOUNT,
});

/** The handler finds the order by its payment, and asks for the payment, so it needs no other facts of the order. */
const BY_PAYMENT = "docs/webhooks.md ts";
const HANDLERS: Readonly<Record<string, readonly [Place, (setup: Setup) => Promise<Deliver>]>> = {
  "docs/coinbase-commerce.md js commerce-handler": ["charge", commerce],
  [BY_PAYMENT]: ["payment", standardWebhooks],
  "libraries/server/README.md ts": ["payment", serverLibrary],
};
/** Their tests are below, and in test/operator/guide-samples.test.ts. */
const OTHERS = [
  "docs/get-started.md python program",
  "examples/shop/checkout.js",
  "examples/shop/webhooks.js",
  "integrations/medusa/provider.js",
];

const found = findHandlers();

test("every handler in the documentation is run here", () => {
  expect(found.map(({ name }) => name).sort()).toEqual([...Object.keys(HANDLERS), ...OTHERS].sort());
});

test("Medusa's provider captures only the session's own payment", async () => {
  const deliver = medusa(session.provider, new Map([[REFERENCE, session.data]]));
  for (const [whose, { deliveries }] of Object.entries(foreign)) {
    expect([whose, await deliver(deliveries.payment)]).toEqual([whose, []]);
  }
  own = await paid(own.paymentId);
  expect(await deliver(own.deliveries.payment)).toEqual([REFERENCE]);
  const { baseUrl, apiKey } = server();
  const other = await medusaProvider({ baseUrl, apiKey, merchantId: "mrch_other", webhookSecret: standard.secret });
  const { body: rawData, headers } = own.deliveries.payment;
  expect(await other.getWebhookActionAndData({ rawData, headers })).toEqual({ action: "not_supported" });
});

const begin = (name: string, changes: Partial<Order> = {}): Promise<Deliver> => {
  const [place, start] = HANDLERS[name] ?? [];
  if (!start) throw new Error(`there is no ${name}`);
  return start({
    text: found.find((each) => each.name === name)?.text ?? "",
    order: { ...orderOf(own.paymentId), ...changes },
    secret: place === "charge" ? charges.secret : standard.secret,
    server: server(),
  });
};

test.each(Object.entries(HANDLERS))(
  "%s delivers nothing for others' payments with the same reference, and its own order once",
  async (name, [place]) => {
    const deliver = await begin(name);
    for (const [whose, { deliveries }] of Object.entries(foreign)) {
      expect([whose, await deliver(deliveries[place])]).toEqual([whose, []]);
    }
    expect(await deliver(own.deliveries[place])).toEqual([REFERENCE]);
    expect(await deliver(own.deliveries[place])).toEqual([]);
  },
);

describe.each(Object.entries(HANDLERS).filter(([name]) => name !== BY_PAYMENT))("%s", (name, [place]) => {
  test.each<[string, Partial<Order>]>([
    ["merchant", { merchantId: "mrch_other" }],
    ["unit", { amount: { unit: "iso4217/EUR", value: "500" } }],
    ["amount", { amount: { unit: "iso4217/USD", value: "99900" } }],
  ])("delivers nothing if the %s is not the stored one", async (_, changes) => {
    expect(await (await begin(name, changes))(own.deliveries[place])).toEqual([]);
  });
});

test("the example shop ships nothing for another's payment with the order's reference, and its order once", async () => {
  const folder = await installExample("shop");
  const { baseUrl, apiKey, merchantId } = server();
  const shop = run(folder, ["server.js"], {
    TURNPIKE_URL: baseUrl,
    API_KEY: apiKey,
    MERCHANT_ID: merchantId,
    PORT: "0",
    WEBHOOK_SECRET: standard.secret,
  });
  const [, url = ""] = await shop.prints(/the shop is at (\S+)/);
  await fetch(`${url}/orders`, { method: "POST", redirect: "manual" });
  const saved = JSON.parse(readFileSync(join(folder, "orders.json"), "utf8")) as { orders: [string, Order][] };
  const [orderId = "", order] = saved.orders.at(-1) ?? [];
  const headers = { "api-key": await createKeyFor(server(), "pos"), "merchant-id": merchantId };
  const body = { amount: { ...AMOUNT, value: "10" }, referenceId: orderId };
  const cheap = await paid((await server().call({ path: "/v1/payments", headers, body })).body.paymentId);
  const send = ({ deliveries: { payment } }: Paid) => fetch(`${url}/webhooks`, { method: "POST", ...payment });
  expect((await send(cheap)).status).toBe(204);
  expect(shop.printed()).not.toContain("ship order");
  const right = await paid(order?.paymentId ?? "");
  for (let times = 0; times < 2; times++) expect((await send(right)).status).toBe(204);
  await shop.prints(new RegExp(`ship order ${orderId}`));
  expect(shop.printed().match(/ship order/g)).toHaveLength(1);
});
