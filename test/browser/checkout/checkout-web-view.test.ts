// The checkout page in an app's web view: how the payment ended, over each app's bridge.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { givenRefund, paidBy, signRefund } from "../../harness/chain/refunds.ts";
import { confirm, createPayment, signPayment } from "../../harness/chain/wallet.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { openPage } from "../harness/page.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const SUCCESS = '{"type":"PAY_SUCCESS","success":true}';
const CANCELLED = '{"type":"PAY_FAILURE","success":false,"error":"The payment was cancelled"}';

/** How apps inject their bridge. Run in the page. */
const BRIDGES: Readonly<Record<string, () => void>> = {
  "window.ReactNativeWebView": () => {
    const postMessage = (text: string) => (window as unknown as Told).told(text);
    Object.assign(window, { ReactNativeWebView: { postMessage } });
  },
  "webkit.messageHandlers": () => {
    const postMessage = (text: string) => (window as unknown as Told).told(text);
    Object.assign(window, { webkit: { messageHandlers: { ReactNativeWebView: { postMessage } } } });
  },
  "the one served by the other": () => {
    const postMessage = (text: string) => (window as unknown as Told).told(text);
    const handlers = { ReactNativeWebView: { postMessage } };
    const shim = { postMessage: (text: string) => handlers.ReactNativeWebView.postMessage(text) };
    Object.assign(window, { webkit: { messageHandlers: handlers }, ReactNativeWebView: shim });
  },
};

interface Told {
  told(text: string): void;
}

async function inApp(bridge: string): Promise<{ page: Page; told: string[] }> {
  const page = await openPage({ server });
  const told: string[] = [];
  await page.exposeFunction("told", (text: string) => void told.push(text));
  await page.addInitScript(BRIDGES[bridge] ?? (() => {}));
  return { page, told };
}

test.each(Object.keys(BRIDGES))("tells the app once, by whichever bridge it has: %s", async (bridge) => {
  const { page, told } = await inApp(bridge);
  const paymentId = await createPayment(server);
  await page.goto(`/${paymentId}`);
  await page.locator(".bar").waitFor({ state: "attached" });
  expect(told).toEqual([]);
  await confirm(server, await signPayment(server, paymentId, await server.newBuyer()));
  await page.getByText("Payment complete").first().waitFor();
  await expect.poll(() => told).toEqual([SUCCESS]);
});

test("tells the app nothing of a refund that is signed on its page", async () => {
  const { page, told } = await inApp("window.ReactNativeWebView");
  const refund = await givenRefund(server, await paidBy(server, await server.newBuyer()));
  await page.goto(`/${refund.gatewayPaymentId}`);
  await page.getByRole("heading", { level: 1, name: /^Refund by Test shop/ }).waitFor();
  expect(await signRefund(server, refund, await server.newBuyer())).toBe("succeeded");
  await page.getByRole("heading", { level: 1, name: "Refund sent" }).waitFor();
  expect(told).toEqual([]);
});

test("tells the app at once if the payment has already ended", async () => {
  const { page, told } = await inApp("window.ReactNativeWebView");
  const paymentId = await createPayment(server);
  await server.call({ path: `/v1/payments/${paymentId}/cancel`, body: {} });
  await page.goto(`/${paymentId}`);
  await expect.poll(() => told).toEqual([CANCELLED]);
});
