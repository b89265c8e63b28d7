// The checkout page while it is used: once the buyer has signed it never asks for payment again, it tells the truth
// about the connection, and the next step is on the screen.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServerWithCoin } from "../../harness/chain/methods.ts";
import { createPayment } from "../../harness/chain/wallet.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { type PageOptions, VIEWPORTS } from "../harness/page.ts";
import { connectWallet, endOf, openCheckout } from "./paying.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServerWithCoin();
});
afterAll(() => server.stop());

const allows = [
  { kind: "console", what: /ERR_INTERNET_DISCONNECTED/, why: "the test takes the connection away" },
  { kind: "asset", what: /ERR_INTERNET_DISCONNECTED/, why: "the test takes the connection away" },
] as const;

async function given(page: Omit<PageOptions, "server"> = {}) {
  const paymentId = await createPayment(server);
  return { paymentId, ...(await openCheckout(server, { buyers: [await server.newBuyer()], paymentId, page })) };
}

/** The server's next page does not arrive before the returned function is called. */
async function holdPage(page: Page, paymentId: string): Promise<() => void> {
  let answer = () => {};
  const released = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(`**/${paymentId}`, async (route) => {
    await released;
    await route.continue();
  });
  return () => answer();
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
const painted = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

test.each([true, false])("once signed, the page never asks for payment again (touch: %s)", async (touch) => {
  const { page, payButton, paymentId } = await given({ touch });
  const answer = await holdPage(page, paymentId);
  const asked = page.waitForRequest(`**/${paymentId}`);
  await connectWallet(page);
  await payButton.focus();
  await page.keyboard.press("Enter");
  await asked; // the page knows that the payment is no longer open, but not yet what to show
  await painted(page);
  expect(await page.getByRole("heading", { name: "Submitting your payment…" }).isVisible()).toBe(true);
  for (const way of [".app", ".apps", ".wallet-choice", ".wallet-pay", ".cancel"]) {
    expect(await page.locator(way).locator("visible=true").count(), way).toBe(0);
  }
  expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
  answer();
  await page.getByRole("heading", { name: "Payment complete" }).waitFor();
  expect(await focused(page)).toBe("Payment complete");
});

test("once the merchant has cancelled, paying is no longer offered", async () => {
  const { page, payButton, paymentId } = await given();
  const answer = await holdPage(page, paymentId);
  const asked = page.waitForRequest(`**/${paymentId}`);
  await connectWallet(page);
  await payButton.waitFor();
  await server.call({ path: `/v1/payments/${paymentId}/cancel`, body: {} });
  await asked;
  await page.getByRole("heading", { name: "One moment…" }).waitFor();
  expect(await payButton.count()).toBe(0);
  expect(await page.locator(".cancel").isVisible()).toBe(false);
  answer();
  await page.getByRole("heading", { name: "The payment was cancelled" }).waitFor();
});

describe("without a connection", () => {
  test("the note goes soon after it is back, although nothing changed", async () => {
    const { page } = await given({ allows });
    const note = page.locator("#offline");
    await page.getByRole("heading", { name: "Pay with a wallet in this browser" }).waitFor();
    await page.context().setOffline(true);
    await note.getByText("No connection. Trying again…").waitFor();
    await page.context().setOffline(false);
    // Far less than a status request is held.
    await note.waitFor({ state: "detached", timeout: 5_000 });
  });

  test("one message says it, and the options load once it is back", async () => {
    const { page, payButton, problem } = await given({ allows });
    await page.getByRole("heading", { name: "Pay with a wallet in this browser" }).waitFor();
    await page.context().setOffline(true);
    await connectWallet(page);
    await page.getByRole("heading", { name: "Your payment options could not be loaded" }).waitFor();
    expect(await page.locator("#offline").textContent()).toBe("No connection. Trying again…");
    expect(await problem.isVisible()).toBe(false);
    await page.context().setOffline(false);
    await payButton.waitFor();
  });
});

test.each(["phone", { width: 1280, height: 800 }] as const)("paying stays on the screen (%s)", async (viewport) => {
  const { page, payButton } = await given({ viewport });
  expect(await page.locator(".accepted").isVisible()).toBe(true);
  await connectWallet(page);
  await payButton.waitFor();
  await page
    .locator(".wallet-option")
    .first()
    .evaluate((row) => {
      for (let more = 0; more < 12; more += 1) row.after(row.cloneNode(true)); // a long list
    });
  const { height } = typeof viewport === "string" ? VIEWPORTS[viewport] : viewport;
  const box = await payButton.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
  expect(await page.locator(".accepted").isVisible()).toBe(false);
});

test("the second step of cancelling is on a phone's screen", async () => {
  const { page } = await given();
  await page.getByText("Cancel payment", { exact: true }).click();
  const box = await page.getByRole("button", { name: "Yes, cancel the payment" }).boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(VIEWPORTS.phone.height);
});

test("a long amount stays on one line on the narrowest screen", async () => {
  const paymentId = await createPayment(server, { amount: { unit: "iso4217/USD", value: "123456789012" } });
  const { page } = await openCheckout(server, { buyers: [], paymentId, page: { viewport: "narrow" } });
  const amount = page.locator("h1 .amount");
  expect(await amount.textContent()).toBe("US$1,234,567,890.12");
  const lines = await amount.evaluate(
    (element) => element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight),
  );
  expect(lines).toBeLessThan(1.5);
});

test("a receipt is printed in light colours, also from a dark page", async () => {
  const { page, payButton, paymentId } = await given({ colorScheme: "dark" });
  await connectWallet(page);
  await payButton.click();
  await endOf(server, paymentId);
  await page.getByRole("heading", { name: "Payment complete" }).waitFor();
  const colours = () =>
    page.evaluate(() => {
      const [text, quiet] = [".amount", ".facts dt"].map((selector) => document.querySelector(selector));
      return [text, quiet].map((element) => element && getComputedStyle(element).color);
    });
  expect(await colours()).toEqual(["rgb(236, 238, 242)", "rgb(168, 175, 188)"]);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  expect(await colours()).toEqual(["rgb(22, 24, 29)", "rgb(86, 93, 107)"]);
});
