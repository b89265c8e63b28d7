// Live updates of the checkout page, without a reload: how a payment ends, and what follows.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asWallet, confirm, createPayment, signPayment } from "../../harness/chain/wallet.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { givenPayment } from "../../routes/given.ts";
import type { RouteServer } from "../../routes/setup.ts";
import { openPage, originOf } from "../harness/page.ts";
import { takePictures } from "../harness/picture.ts";

let server: TestServer;
/** A chain that requires more confirmations than arrive during a test. */
let deep: TestServer;
beforeAll(async () => {
  server = await sharedServer();
  deep = await startServer({ chain: { confirmations: [{ fromStandardUnits: 0n, blocks: 9_999 }] } });
});
afterAll(() => Promise.all([server.stop(), deep.stop()]));

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const announced = (page: Page) => page.locator("#announce");

/** An open page with a marker that a reload would remove. */
async function openMarked(on: TestServer, paymentId: string, query = ""): Promise<Page> {
  const page = await openPage({ server: on });
  await page.goto(`/${paymentId}${query}`);
  await page.locator(".bar").waitFor({ state: "attached" });
  await page.evaluate(() => document.body.setAttribute("data-mark", ""));
  return page;
}

const isSameLoad = (page: Page) => page.locator("body[data-mark]").count();

async function payElsewhere(on: TestServer, paymentId: string): Promise<void> {
  const { status } = await confirm(on, await signPayment(on, paymentId, await on.newBuyer()));
  expect(status).toBe(200);
}

describe("live updates", () => {
  test("another wallet pays", async () => {
    const paymentId = await createPayment(server);
    const page = await openMarked(server, paymentId);
    await payElsewhere(server, paymentId);
    await heading(page).getByText("Payment complete").waitFor();
    expect(await page.title()).toBe("Payment complete – Test shop");
    expect(await announced(page).textContent()).toBe("Payment complete");
    await page.getByRole("button", { name: "Print receipt" }).waitFor();
    expect(await page.locator("#hash").textContent()).toMatch(/^0x[0-9a-f]{64}$/);
    expect(await page.locator("[data-copies=hash]").isVisible()).toBe(true);
    expect(await page.getByRole("img", { name: "QR code" }).count()).toBe(0);
    expect(await isSameLoad(page)).toBe(1);
  });

  test("a payment progresses on a slow chain", async () => {
    const paymentId = await createPayment(deep);
    const page = await openMarked(deep, paymentId);
    await payElsewhere(deep, paymentId);
    await heading(page).getByText("Your payment is on its way").waitFor();
    expect(await announced(page).textContent()).toBe("Your payment is on its way");
    const depth = page.getByText(/of 9,999 confirmations/);
    await depth.waitFor();
    const before = await depth.textContent();
    // Steps don't change the status: the page polls for them.
    await expect.poll(() => depth.textContent()).not.toBe(before);
    expect(await isSameLoad(page)).toBe(1);
  });

  test("the merchant cancels", async () => {
    const paymentId = await createPayment(server);
    const page = await openMarked(server, paymentId, "?lang=de");
    await server.call({ path: `/v1/payments/${paymentId}/cancel`, body: {} });
    await heading(page).getByText("Die Zahlung wurde abgebrochen").waitFor();
    await page.getByText("Test shop hat sie abgebrochen").waitFor();
    expect(await isSameLoad(page)).toBe(1);
  });

  test("a wallet cancels on the buyer's behalf", async () => {
    const paymentId = await createPayment(server);
    const page = await openMarked(server, paymentId);
    await server.call({ method: "POST", path: `/v1/gateway/payment/${paymentId}/cancel`, headers: asWallet(server) });
    await page.getByText("You cancelled it, and nothing was paid.").waitFor();
    expect(await isSameLoad(page)).toBe(1);
  });

  test("the buyer cancels on the page, in two steps", async () => {
    const page = await openMarked(server, await createPayment(server), "?lang=es");
    await page.getByText("Cancelar el pago", { exact: true }).click();
    await page.getByRole("button", { name: "Sí, cancelar el pago" }).click();
    await heading(page).getByText("El pago se ha cancelado").waitFor();
  });

  test("the time runs out after a countdown", async () => {
    const expiresAt = Math.floor(Date.now() / 1000) + 15; // a slow machine takes some seconds to open the page
    const page = await openMarked(server, await createPayment(server, { expiresAt }));
    await page.getByText(/Time left: 0:[01]\d/).waitFor();
    await heading(page).getByText("The payment has expired").waitFor();
    expect(await isSameLoad(page)).toBe(1);
  });

  test("the focus stays, or moves to the outcome", async () => {
    const paymentId = await createPayment(server);
    const page = await openMarked(server, paymentId);
    await page.getByRole("button", { name: "Copy link" }).focus();
    await server.call({ path: `/v1/payments/${paymentId}/cancel`, body: {} });
    await heading(page).getByText("The payment was cancelled").waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("The payment was cancelled");
  });
});

test("the countdown follows the server's clock and is announced only at a few minutes", async () => {
  const page = await openPage({ server });
  const said: string[] = [];
  await page.exposeFunction("said", (text: string) => said.push(text));
  await page.clock.install({ time: Date.now() + 3_600_000 }); // this browser's clock is an hour ahead
  await page.goto(`/${await createPayment(server)}`);
  await page.getByText(/Time left: (5:00|4:5\d)/).waitFor();
  await page.evaluate(() => {
    const place = document.getElementById("announce");
    const tell = (window as unknown as { said(text: string): void }).said;
    if (place) new MutationObserver(() => tell(place.textContent ?? "")).observe(place, { childList: true });
  });
  await page.clock.runFor(270_000);
  await page.getByText(/Time left: 0:(30|2\d)/).waitFor();
  // The fake clock jumps ahead, so held requests seem to time out.
  expect(said.filter((text) => text.includes("left to pay"))).toEqual([
    "2 minutes left to pay",
    "1 minute left to pay",
  ]);
});

test("a lost connection is shown, and the page resumes once it returns", async () => {
  const paymentId = await createPayment(server);
  const page = await openPage({
    server,
    allows: [
      { kind: "console", what: /ERR_INTERNET_DISCONNECTED/, why: "the test takes the connection away" },
      { kind: "asset", what: /ERR_INTERNET_DISCONNECTED/, why: "the test takes the connection away" },
    ],
  });
  await page.goto(`/${paymentId}`);
  await page.context().setOffline(true);
  // Aborts requests held since before.
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.getByText("No connection. Trying again…").first().waitFor();
  await server.call({ path: `/v1/payments/${paymentId}/cancel`, body: {} });
  await page.context().setOffline(false);
  await heading(page).getByText("The payment was cancelled").waitFor();
  expect(await page.locator("#offline").count()).toBe(0);
});

test("the link is copied", async () => {
  const page = await openPage({ server, permissions: ["clipboard-read", "clipboard-write"] });
  const paymentId = await createPayment(server);
  await page.goto(`/${paymentId}`);
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${originOf(server)}/${paymentId}`);
});

describe("the redirect to the merchant", () => {
  /** Stands in for the merchant's site. */
  const back = () => ({
    successUrl: `${originOf(server)}/healthz?order=1`,
    errorUrl: `${originOf(server)}/openapi.json`,
  });
  const given = () => givenPayment(server as unknown as RouteServer, { checkout: back() });

  test("after success, announced, with the payment and its status", async () => {
    const paymentId = await given();
    const page = await openMarked(server, paymentId);
    await payElsewhere(server, paymentId);
    await page
      .getByText(/Returning to Test shop in \d+ seconds/)
      .first()
      .waitFor();
    expect(await page.getByRole("link", { name: "Return to Test shop" }).getAttribute("href")).toContain(
      "/healthz?order=1",
    );
    await page.waitForURL(`**/healthz?order=1&payment_id=${paymentId}&status=succeeded`);
  });

  test("immediately by the link, after a cancellation", async () => {
    const paymentId = await given();
    const page = await openMarked(server, paymentId);
    await server.call({ path: `/v1/payments/${paymentId}/cancel`, body: {} });
    await page.getByRole("link", { name: "Return to Test shop" }).click();
    await page.waitForURL(`**/openapi.json?payment_id=${paymentId}&status=cancelled`);
  });

  test("stops if the buyer wants to stay", async () => {
    const paymentId = await given();
    const page = await openMarked(server, paymentId);
    await page.clock.install();
    await server.call({ path: `/v1/payments/${paymentId}/cancel`, body: {} });
    await page.getByRole("button", { name: "Stay on this page" }).click();
    await page.clock.runFor(60_000);
    expect(new URL(page.url()).pathname).toBe(`/${paymentId}`);
    expect(await page.getByText(/Returning to/).count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Return to Test shop");
  });

  test("can be stopped without scrolling on a phone, even below a test network's notice and a reference", async () => {
    const paymentId = await given();
    const page = await openPage({ server, viewport: { width: 375, height: 667 }, touch: true });
    await page.clock.install();
    await page.goto(`/${paymentId}`);
    await payElsewhere(server, paymentId);
    const stay = page.getByRole("button", { name: "Stay on this page" });
    await stay.waitFor();
    await takePictures(page, "checkout-going-back-paid");
    expect(await page.evaluate(() => scrollY)).toBe(0);
    const { y = 0, height = 0 } = (await stay.boundingBox()) ?? {};
    expect(y).toBeGreaterThan(0);
    expect(y + height).toBeLessThanOrEqual(667);
  });

  test("stops if the buyer copies something from the receipt", async () => {
    const paymentId = await given();
    const page = await openPage({ server, permissions: ["clipboard-read", "clipboard-write"] });
    await page.clock.install();
    await page.goto(`/${paymentId}`);
    await payElsewhere(server, paymentId);
    await page.getByRole("button", { name: "Stay on this page" }).waitFor();
    await page.locator("[data-copies=payer]").click();
    await page.clock.runFor(60_000);
    expect(new URL(page.url()).pathname).toBe(`/${paymentId}`);
    expect(await page.getByText(/Returning to/).count()).toBe(0);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^0x[0-9a-fA-F]{40}$/);
  });

  test("does not repeat when the buyer returns", async () => {
    const paymentId = await given();
    const page = await openMarked(server, paymentId);
    await server.call({ path: `/v1/payments/${paymentId}/cancel`, body: {} });
    await page.getByRole("link", { name: "Return to Test shop" }).click();
    await page.waitForURL("**/openapi.json?**");
    await page.goBack();
    await heading(page).getByText("The payment was cancelled").waitFor();
    expect(await page.getByRole("button", { name: "Stay on this page" }).count()).toBe(0);
  });
});
