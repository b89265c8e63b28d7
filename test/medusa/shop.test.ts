// A real Medusa shop takes payments through Turnpike: cart, session, checkout page, webhook, paid order.
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTurnpike } from "../../src/server-client/index.ts";
import { confirm, signPayment } from "../harness/chain/wallet.ts";
import { serverForFile } from "../routes/setup.ts";
import { type Medusa, medusaPort, startMedusa } from "./medusa.ts";

const server = serverForFile();
let shop: Medusa;
beforeAll(async () => {
  const { baseUrl, apiKey, merchantId } = server();
  const port = await medusaPort();
  const { body } = await server().call<{ secret: string }>({
    path: "/v1/webhook-endpoints",
    body: { url: `http://localhost:${port}/hooks/payment/turnpike_turnpike` },
  });
  const environment = {
    TURNPIKE_URL: baseUrl,
    TURNPIKE_API_KEY: apiKey,
    TURNPIKE_MERCHANT_ID: merchantId,
    TURNPIKE_WEBHOOK_SECRET: body.secret,
  };
  shop = await startMedusa({ environment, port });
});
afterAll(() => shop?.stop());

interface Session {
  readonly id: string;
  readonly status: string;
  readonly data: { readonly id: string; readonly gatewayUrl: string; readonly value: string };
}
interface Collection {
  readonly payment_collection: { readonly id: string; readonly payment_sessions: readonly Session[] };
}

async function newCart(): Promise<string> {
  const { cart } = await shop.call<{ cart: { id: string } }>("/store/carts", {
    region_id: shop.regionId,
    email: "buyer@example.com",
    items: [{ variant_id: shop.variantId, quantity: 1 }],
  });
  return cart.id;
}

/** @param data what the storefront sends with it */
async function newSession(cartId: string, data: object = {}): Promise<{ session: Session }> {
  const { payment_collection } = await shop.call<Collection>("/store/payment-collections", { cart_id: cartId });
  const path = `/store/payment-collections/${payment_collection.id}/payment-sessions`;
  const answer = await shop.call<Collection>(path, { provider_id: shop.provider, data });
  const [session] = answer.payment_collection.payment_sessions;
  if (!session) throw new Error("Medusa made no session");
  return { session };
}

const statusOf = async (paymentId: string): Promise<string> =>
  (await server().call({ path: `/v1/payments/${paymentId}/status` })).body.status;

async function pay(paymentId: string): Promise<void> {
  const { body } = await confirm(server(), await signPayment(server(), paymentId, await server().newBuyer()), 30_000);
  expect(body.status).toBe("succeeded");
}

interface Order {
  readonly id: string;
  readonly payment_status: string;
  readonly payment_collections: readonly { readonly payments: readonly { readonly id: string }[] }[];
}

/** The cart's order, which the webhook makes; the buyer's browser does nothing. */
const orderOf = (cartId: string): Promise<Order> =>
  expect
    .poll(async () => (await shop.call<{ cart: { completed_at: string | null } }>(`/store/carts/${cartId}`)).cart, {
      timeout: 60_000,
    })
    .toMatchObject({ completed_at: expect.any(String) })
    .then(async () => {
      const { order } = await shop.call<{ order: { id: string } }>(`/store/carts/${cartId}/complete`, {});
      const fields = "id,payment_status,*payment_collections.payments";
      return (await shop.call<{ order: Order }>(`/admin/orders/${order.id}?fields=${fields}`)).order;
    });

/** Signs the payment's refund, as the merchant would. */
async function signRefunds(paymentId: string): Promise<readonly string[]> {
  const { baseUrl, apiKey } = server();
  const { refunds } = createTurnpike({ baseUrl, apiKey });
  const amounts: string[] = [];
  for await (const refund of refunds.list({ paymentId })) {
    const { privateKey } = await server().newBuyer();
    await refunds.sign(refund, privateKeyToAccount(privateKey));
    amounts.push(refund.fiatAmount.value);
  }
  return amounts;
}

test("a paid session makes a captured order, and its refunds are requested in parts", async () => {
  const cartId = await newCart();
  const { session } = await newSession(cartId);
  expect([session.status, session.data.value]).toEqual(["pending", "1250"]);
  const page = await fetch(session.data.gatewayUrl, { headers: { accept: "text/html" } });
  expect([page.status, (await page.text()).includes("12.50")]).toEqual([200, true]);
  await expect(shop.call(`/store/carts/${cartId}/complete`, {})).rejects.toThrow("was not authorized");
  await pay(session.data.id);
  const order = await orderOf(cartId);
  expect(order.payment_status).toBe("captured");
  const [payment] = order.payment_collections[0]?.payments ?? [];
  for (const amount of [5, 7.5]) await shop.call(`/admin/payments/${payment?.id}/refund`, { amount });
  expect(await signRefunds(session.data.id)).toEqual(["750", "500"]);
  const { body } = await server().call<{ isRefunded: boolean }>({ path: `/v1/payments/${session.data.id}` });
  expect(body.isRefunded).toBe(true);
});

test("an admin's cancel of a paid order requests the refund of its payment, once", async () => {
  const cartId = await newCart();
  const { session } = await newSession(cartId);
  await pay(session.data.id);
  const order = await orderOf(cartId);
  await shop.call(`/admin/orders/${order.id}/cancel`, {});
  const fields = "id,status,payment_status,*payment_collections.payments";
  const { order: cancelled } = await shop.call<{ order: Order & { status: string } }>(
    `/admin/orders/${order.id}?fields=${fields}`,
  );
  expect([cancelled.status, cancelled.payment_status]).toEqual(["canceled", "refunded"]);
  expect(await signRefunds(session.data.id)).toEqual(["1250"]);
  const path = `/v1/payments/${session.data.id}`;
  const { body } = await server().call<{ isRefunded: boolean; status: string }>({ path });
  expect([body.isRefunded, body.status]).toEqual([true, "succeeded"]);
  const { body: events } = await server().call<{ data: { type: string }[] }>({
    path: `/v1/events?paymentId=${session.data.id}&type=payment.refunded`,
  });
  expect(events.data).toHaveLength(1);
  await expect(shop.call(`/admin/orders/${order.id}/cancel`, {})).rejects.toThrow("canceled");
});

test("a changed cart cancels the open payment and asks for the new amount", async () => {
  const cartId = await newCart();
  const { session } = await newSession(cartId);
  await shop.call(`/store/carts/${cartId}/line-items`, { variant_id: shop.variantId, quantity: 1 });
  const next = await newSession(cartId);
  expect(next.session.data.value).toBe("2500");
  expect([await statusOf(session.data.id), await statusOf(next.session.data.id)]).toEqual([
    "cancelled",
    "requires_action",
  ]);
});

test("a storefront cannot name another session's payment", async () => {
  const { session: victim } = await newSession(await newCart());
  const cartId = await newCart();
  const forged = { id: victim.data.id, session_id: victim.id, value: "1" };
  const { session } = await newSession(cartId, forged);
  expect([session.data.id === victim.data.id, session.data.value]).toEqual([false, "1250"]);
  await shop.call(`/store/carts/${cartId}/line-items`, { variant_id: shop.variantId, quantity: 1 });
  await newSession(cartId, forged);
  expect([await statusOf(victim.data.id), await statusOf(session.data.id)]).toEqual(["requires_action", "cancelled"]);
});

test("a forged webhook makes no order", async () => {
  const cartId = await newCart();
  const { session } = await newSession(cartId);
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const response = await fetch(`${shop.url}/hooks/payment/turnpike_turnpike`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "webhook-id": "evt_1",
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${Buffer.alloc(32).toString("base64")}`,
    },
    body: JSON.stringify({ type: "payment.succeeded", data: { payment: { referenceId: session.id } } }),
  });
  expect(response.status).toBe(200);
  await expect.poll(() => shop.printed()).toContain("no signature matches");
  const { cart } = await shop.call<{ cart: { completed_at: string | null } }>(`/store/carts/${cartId}`);
  expect(cart.completed_at).toBeFalsy();
});
