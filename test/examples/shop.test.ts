// The example shop, run as its README says. It ships each paid order exactly once, even after crashes.
import { createHmac } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { confirm, signPayment, untilFinal } from "../harness/chain/wallet.ts";
import type { TestServer } from "../harness/server/server.ts";
import { sharedServer } from "../harness/server/shared-server.ts";
import { installExample, type Running, run } from "./install.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

interface Shop extends Running {
  readonly url: string;
  readonly port: string;
}

/** @param port the previous one, if any: the shop's address is in its payments */
const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

async function openShop(folder: string, { port } = { port: "0" }): Promise<Shop> {
  const running = run(folder, ["server.js"], {
    TURNPIKE_URL: server.baseUrl,
    API_KEY: server.apiKey,
    MERCHANT_ID: server.merchantId,
    PORT: port,
    WEBHOOK_SECRET,
  });
  const [, url = ""] = await running.prints(/the shop is at (\S+)/);
  return { ...running, url, port: new URL(url).port };
}

interface Order {
  readonly id: string;
  readonly paymentId: string;
}

const ordersIn = (folder: string): readonly [string, Order][] =>
  (JSON.parse(readFileSync(join(folder, "orders.json"), "utf8")) as { orders: [string, Order][] }).orders;

/** Follows the shop's redirect to the payment's page, as a browser does. */
async function buy({ url }: Shop, folder: string): Promise<Order> {
  const answer = await fetch(`${url}/orders`, { method: "POST", redirect: "manual" });
  expect(answer.status).toBe(303);
  const order = ordersIn(folder).at(-1)?.[1];
  if (!order) throw new Error("no order was saved");
  expect(answer.headers.get("location")).toMatch(new RegExp(`/${order.paymentId}$`));
  return order;
}

async function payFor({ paymentId }: Order): Promise<void> {
  await confirm(server, await signPayment(server, paymentId, await server.newBuyer()));
  expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
}

const comeBack = async ({ url }: Shop, { id, paymentId }: Order): Promise<string> =>
  (await fetch(`${url}/orders/${id}?payment_id=${paymentId}&status=succeeded`)).text();

const shipped = ({ printed }: Shop): number => printed().match(/ship order/g)?.length ?? 0;

test("a buyer who returns unpaid sees that, whatever the URL says; once paid, the order ships once", async () => {
  const folder = await installExample("shop");
  const shop = await openShop(folder);
  expect(await (await fetch(shop.url)).text()).toContain("Buy");
  const order = await buy(shop, folder);
  expect(await comeBack(shop, order)).toContain("Not paid yet");
  await payFor(order);
  const pages = await Promise.all([comeBack(shop, order), comeBack(shop, order)]);
  for (const page of pages) expect(page).toContain("Your order is shipped");
  await shop.prints(new RegExp(`ship order ${order.id}`));
  expect(shipped(shop)).toBe(1);
});

test("an unpaid order is not shipped", async () => {
  const folder = await installExample("shop");
  const shop = await openShop(folder);
  const order = await buy(shop, folder);
  await server.call({ path: `/v1/payments/${order.paymentId}/cancel`, method: "POST" });
  expect(await comeBack(shop, order)).toContain("Your order is not paid");
  expect(shipped(shop)).toBe(0);
});

test("an order paid while the shop was down ships after the restart, even if the buyer never returns", async () => {
  const folder = await installExample("shop");
  const before = await openShop(folder);
  const order = await buy(before, folder);
  await before.kill();
  await payFor(order);
  const after = await openShop(folder, before);
  await after.prints(new RegExp(`ship order ${order.id}`));
  expect(await comeBack(after, order)).toContain("Your order is shipped");
  await after.kill();
  const again = await openShop(folder, before);
  expect(await comeBack(again, order)).toContain("Your order is shipped");
  expect(shipped(again)).toBe(0);
});

test("a crash between creating a payment and saving it creates no second payment", async () => {
  const folder = await installExample("shop");
  const before = await openShop(folder);
  const order = await buy(before, folder);
  await before.kill();
  writeFileSync(
    join(folder, "orders.json"),
    JSON.stringify({ orders: [[order.id, { id: order.id, cents: "1250", state: "open" }]] }),
  );
  const after = await openShop(folder, before);
  expect(await comeBack(after, order)).toContain(`/${order.paymentId}"`);
  expect(await server.sql("select id from payments where reference_id = $1", [order.id])).toEqual([
    { id: order.paymentId },
  ]);
});

test("without any webhook and without the buyers' return, the list of events ships each paid order once", async () => {
  const folder = await installExample("shop");
  const shop = await openShop(folder);
  const orders = [await buy(shop, folder), await buy(shop, folder), await buy(shop, folder)];
  await Promise.all(orders.slice(1).map(payFor));
  for (const { id } of orders.slice(1)) await shop.prints(new RegExp(`ship order ${id}`));
  expect(shipped(shop)).toBe(2);
  expect(await comeBack(shop, orders[0] as Order)).toContain("Not paid yet");
});

/** Signs a delivery (Standard Webhooks 1.0.0). */
async function deliver({ url }: Shop, event: object, secret = WEBHOOK_SECRET): Promise<number> {
  const body = JSON.stringify(event);
  const head = { "webhook-id": "evt_1", "webhook-timestamp": String(Math.floor(Date.now() / 1000)) };
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signed = `${head["webhook-id"]}.${head["webhook-timestamp"]}.${body}`;
  const signature = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
  const headers = { ...head, "webhook-signature": signature, "content-type": "application/json" };
  return (await fetch(`${url}/webhooks`, { method: "POST", headers, body })).status;
}

test("a webhook makes the shop look at the payment; a forged or premature one ships nothing", async () => {
  const folder = await installExample("shop");
  const shop = await openShop(folder);
  const order = await buy(shop, folder);
  const event = {
    id: "evt_1",
    type: "payment.succeeded",
    data: { payment: { paymentId: order.paymentId, referenceId: order.id, status: "succeeded" } },
  };
  expect(await deliver(shop, event)).toBe(204);
  expect(await deliver(shop, event, `whsec_${Buffer.alloc(32, 8).toString("base64")}`)).toBe(400);
  expect(await deliver(shop, { id: "evt_2", type: "something.new", data: {} })).toBe(204);
  expect(shipped(shop)).toBe(0);
  await payFor(order);
  expect(await deliver(shop, event)).toBe(204);
  expect(await deliver(shop, event)).toBe(204);
  await shop.prints(new RegExp(`ship order ${order.id}`));
  expect(shipped(shop)).toBe(1);
});
