// Payment links and error pages: they look like the checkout and need no script.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPayment } from "../../harness/chain/wallet.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { confirmElsewhere, givenLink, OPEN } from "../../routes/payment-links/given-links.ts";
import { expectAccessible } from "../harness/axe.ts";
import type { Allowance } from "../harness/faults.ts";
import { openPage } from "../harness/page.ts";
import { takePictures } from "../harness/picture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ role: "api" });
});
afterAll(() => server.stop());

const GONE: Allowance = { kind: "console", what: /410/, why: "the link is taken" };
const NOT_FOUND: Allowance = { kind: "console", what: /404/, why: "the address has no page" };

/** How the parts look that both pages have. */
const looks = (page: Page) =>
  page.locator(".test, .initial, .to, .amount").evaluateAll((parts) =>
    parts.map((part) => {
      const { color, backgroundColor, fontSize, fontWeight, borderRadius } = getComputedStyle(part);
      return [part.className, color, backgroundColor, fontSize, fontWeight, borderRadius];
    }),
  );

test.each(["phone", "desktop"] as const)(
  "on a %s, a payment link shows the bill as the checkout does",
  async (viewport) => {
    const page = await openPage({ server, viewport, colorScheme: "dark" });
    const { id } = await givenLink(server, { description: "A long story. ".repeat(10) });
    await page.goto(`/pay-links/${id}`);
    await takePictures(page, "payment-link-bill");
    const onLink = await looks(page);
    expect(onLink.length).toBeGreaterThanOrEqual(3);
    await page.goto(`/${await createPayment(server)}`);
    expect(await looks(page)).toEqual(onLink);
  },
);

test("the code for a phone is shown on a desktop, and not on a phone", async () => {
  const { id } = await givenLink(server);
  for (const touch of [false, true]) {
    const page = await openPage({ server, touch, viewport: touch ? "phone" : "desktop" });
    await page.goto(`/pay-links/${id}`);
    expect(await page.locator(".qr").isVisible()).toBe(!touch);
    expect(await page.getByText("Open this page on your phone").isVisible()).toBe(!touch);
  }
});

test("a link whose last use another buyer holds says so, and leads on once that payment is no longer under way", async () => {
  const { id } = await givenLink(server, { maxUses: 1 });
  const first = await openPage({ server });
  await first.goto(`/pay-links/${id}`);
  await first.getByRole("button", { name: "Continue to payment" }).click();
  await first.waitForURL("**/pay_*");
  const paymentId = new URL(first.url()).pathname.slice(1);
  await first.goto("about:blank"); // its page would ask for the status of a payment whose confirmation is made up
  await confirmElsewhere(server, paymentId, { method: "eip3009", relayState: "queued" });
  const page = await openPage({ server, allows: [GONE] });
  await page.goto(`/pay-links/${id}`);
  await page.getByRole("heading", { name: "Others are paying right now" }).waitFor();
  expect(await page.locator(".outcome.bad").count()).toBe(0);
  await expectAccessible(page);
  await takePictures(page, "payment-link-taken");
  await page.getByRole("link", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Others are paying right now" }).waitFor();
  // Takes no use.
  await server.sql(
    `with ended as (delete from confirmations where payment_id = $1)
     update payments set status = 'requires_action' where id = $1`,
    [paymentId],
  );
  await page.getByRole("link", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Continue to payment" }).waitFor();
});

test("an open amount shows its currency in the field, and an optional field says so in German", async () => {
  const page = await openPage({ server, locale: "de-DE" });
  const { id } = await givenLink(server, { amount: OPEN, fields: [{ label: "Message" }] });
  await page.goto(`/pay-links/${id}`);
  await page.getByLabel("Message (optional)").waitFor();
  const field = page.locator(".money").filter({ has: page.getByLabel(/^Betrag in/) });
  expect((await field.textContent())?.trim()).toBe("USD");
  await expectAccessible(page);
});

test("an address without a page has the other languages, a next step and the request's id in one line", async () => {
  const page = await openPage({ server, allows: [NOT_FOUND, { ...NOT_FOUND, kind: "asset" }] });
  await page.goto("/nothing//here");
  const id = page.locator(".id bdi");
  expect((await id.textContent())?.split("-")).toHaveLength(5);
  const lines = await id.evaluate((text) => text.getClientRects().length);
  expect(lines).toBe(1);
  expect(await page.getByRole("link", { name: "Open the console, as a merchant" }).getAttribute("href")).toBe(
    "/console",
  );
  await page.getByRole("link", { name: "Deutsch" }).click();
  await page.getByRole("heading", { name: "Seite nicht gefunden" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/nothing//here");
  const parts = () =>
    page.locator("main").evaluate((main) => [main.className, main.firstElementChild?.className.trim()]);
  const here = await parts();
  await page.goto("/pay_doesnotexist");
  expect(await parts()).toEqual(here);
});
