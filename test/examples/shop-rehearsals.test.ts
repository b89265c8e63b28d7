// The example shop goes through all faults on demand: each order's page says what its buyer must know.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Rehearsing, startRehearsing } from "../flows/rehearsals/rehearsing.ts";
import { installExample, type Running, run } from "./install.ts";

/** A payment that cannot be made fails a minute and the chain's grace after its confirm. */
const WAIT_MS = 200_000;
vi.setConfig({ testTimeout: 2 * WAIT_MS });

let scene: Rehearsing;
beforeAll(async () => {
  scene = await startRehearsing();
});
afterAll(() => scene.stop());

interface Shop extends Running {
  readonly url: string;
  readonly folder: string;
}

async function openShop(): Promise<Shop> {
  const folder = await installExample("shop");
  const { baseUrl, apiKey, merchantId } = scene.shop;
  const environment = { TURNPIKE_URL: baseUrl, API_KEY: apiKey, MERCHANT_ID: merchantId, PORT: "0" };
  const running = run(folder, ["server.js"], environment);
  const [, url = ""] = await running.prints(/the shop is at (\S+)/);
  return { ...running, url, folder };
}

/** @returns the id of the new order */
async function order({ url, folder }: Shop, query: string): Promise<string> {
  const answer = await fetch(`${url}/orders?${query}`, { method: "POST", redirect: "manual" });
  expect(answer.status).toBe(303);
  const paymentId = answer.headers.get("location")?.split("/").at(-1);
  const { orders } = JSON.parse(readFileSync(join(folder, "orders.json"), "utf8")) as {
    orders: [string, { id: string; paymentId: string }][];
  };
  return orders.find(([, each]) => each.paymentId === paymentId)?.[0] ?? "";
}

/** The order's page says all of it, in this order. */
const says = async ({ url }: Shop, id: string, ...texts: string[]): Promise<void> => {
  const read = async () => {
    const page = await (await fetch(`${url}/orders/${id}`)).text();
    return [...page.matchAll(/<p>(.*?)<\/p>/g)].map(([, text]) => text).slice(0, -1);
  };
  await expect.poll(read, { timeout: WAIT_MS, interval: 500 }).toEqual(texts);
};

const shipped = ({ printed }: Shop, id: string): number => printed().split(`ship order ${id}`).length - 1;

test("each fault shows on its order's page, and only paid orders ship", async () => {
  const shop = await openShop();
  const insufficient = await order(shop, "fault=insufficient");
  const declined = await order(shop, "fault=declined");
  const underpaid = await order(shop, "fault=underpaid&within=30");
  const late = await order(shop, "fault=late&within=10");
  const twice = await order(shop, "fault=twice");
  const slow = await order(shop, "fault=slow");
  const paid = await order(shop, "fault=paid");
  await says(shop, declined, "Your order is not paid.");
  await says(shop, slow, "Your payment is on its way.");
  await says(shop, paid, "Your order is shipped.");
  await says(shop, twice, "Your order is shipped.", "You paid twice. We send the second payment back.");
  await says(shop, late, "Your order is not paid.", "Your money came too late for this order. We send it back.");
  await says(shop, underpaid, "Your order is not paid.", "You sent less than the price. We send it back.");
  await says(shop, slow, "Your order is shipped.");
  await says(shop, insufficient, "Your order is not paid.");

  await scene.chain.mine(2);
  const reorganised = await order(shop, "fault=reorganised");
  await expect
    .poll(() => scene.live.sql("select resolution from exceptions where kind = 'reorged'"), { timeout: WAIT_MS })
    .toEqual([{ resolution: "chain" }]);
  await says(shop, reorganised, "Your order is shipped.");
  expect([insufficient, declined, underpaid, late].map((id) => shipped(shop, id))).toEqual([0, 0, 0, 0]);
  expect([paid, twice, slow, reorganised].map((id) => shipped(shop, id))).toEqual([1, 1, 1, 1]);
});
