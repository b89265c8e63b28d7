// The checkout page in each of its states, in a real browser: complete and accessible in both colour schemes. Takes
// pictures.
import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { logoOf } from "../../../src/merchant/logo.ts";
import { confirm, createPayment, signPayment } from "../../harness/chain/wallet.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { givenPayment, givenSucceededPayment, paymentBody } from "../../routes/given.ts";
import type { RouteServer } from "../../routes/setup.ts";
import { expectAccessible } from "../harness/axe.ts";
import { openPage } from "../harness/page.ts";
import { takePictures } from "../harness/picture.ts";

const CHECKOUT = { successUrl: "https://shop.example/thanks?order=1", errorUrl: "https://shop.example/sorry" };
/** Wider than any line. */
const LONG = "W".repeat(256);

let server: TestServer;
/** Payments stay processing: they need more blocks than there will be. */
let deep: TestServer;
const routes = () => server as unknown as RouteServer;

beforeAll(async () => {
  server = await sharedServer();
  deep = await startServer({
    chain: {
      confirmations: [{ fromStandardUnits: 0n, blocks: 9_999 }],
      explorerUrl: "https://explorer.example",
      isTestNet: false,
    },
  });
});
afterAll(() => Promise.all([server.stop(), deep.stop()]));

async function lookAt(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await takePictures(page, `checkout-${name}`);
}

async function givenConfirmed(on: TestServer): Promise<string> {
  const paymentId = await createPayment(on);
  await confirm(on, await signPayment(on, paymentId, await on.newBuyer()));
  return paymentId;
}

/** Value of a merchant's logo column: the hash. */
async function givenLogo(): Promise<Buffer> {
  const square = sharp({ create: { width: 500, height: 500, channels: 3, background: "#00b368" } });
  const logo = logoOf(await square.webp().toBuffer());
  await server.store.logos.insert(logo);
  return Buffer.from(logo.hash, "hex");
}

const ENDS: readonly [name: string, heading: string, given: () => Promise<string>][] = [
  ["succeeded", "Payment complete", () => givenSucceededPayment(routes())],
  [
    "cancelled",
    "The payment was cancelled",
    async () => {
      const id = await givenPayment(routes(), { checkout: CHECKOUT });
      await server.call({ path: `/v1/payments/${id}/cancel`, body: {} });
      // Long enough ago that the page does not redirect.
      await server.sql("update payments set last_updated_at = now() - interval '1 day' where id = $1", [id]);
      return id;
    },
  ],
  [
    "expired",
    "The payment has expired",
    async () => {
      const id = await givenPayment(routes());
      await server.sql("update payments set expires_at = now() - interval '1 second' where id = $1", [id]);
      return id;
    },
  ],
  [
    "failed",
    "The payment failed",
    async () => {
      const id = await givenPayment(routes());
      await server.store.payments.apply(id, { type: "declined", failureCode: "declined_user" });
      return id;
    },
  ],
  ["unknown", "Payment not found", async () => "pay_unknown"],
  ["nothing", "There is nothing to pay here", async () => ""],
];

describe("a page is accessible, and its pictures are taken", () => {
  test("open", async () => {
    const page = await openPage({ server });
    await page.goto(`/${await createPayment(server)}`);
    await page.getByText("Time left: 4:").waitFor();
    await lookAt(page, "open");
  });

  test.each(["en", "de", "ar"])("open on a phone, in %s", async (locale) => {
    const page = await openPage({ server, locale, touch: true });
    await page.goto(`/${await createPayment(server)}`);
    await page.locator(".bar").waitFor();
    expect(await page.getByRole("link", { name: "MetaMask" }).isVisible()).toBe(true);
    expect(await page.locator(".qr").isVisible()).toBe(false);
    await lookAt(page, `open-touch-${locale}`);
    await page.getByRole("checkbox").check();
    expect(await page.locator(".qr").isVisible()).toBe(true);
  });

  test("processing", async () => {
    const page = await openPage({ server: deep });
    await page.goto(`/${await givenConfirmed(deep)}`);
    await page.getByText(/of 9,999 confirmations/).waitFor();
    await lookAt(page, "processing");
  });

  test.each(ENDS)("%s", async (name, heading, given) => {
    const id = await given();
    const page = await openPage({ server });
    await page.goto(`/${id}`);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(heading);
    await lookAt(page, name);
  });

  test("processing, on a chain with an explorer", async () => {
    const page = await openPage({ server: deep });
    await page.goto(`/${await givenConfirmed(deep)}`);
    const link = page.getByRole("link", { name: "View on explorer.example" });
    expect(await link.getAttribute("href")).toMatch(/^https:\/\/explorer\.example\/tx\/0x[0-9a-f]{64}$/);
    expect(await page.getByText("no real money").count()).toBe(0);
  });

  test("open, with a logo, about to be cancelled", async () => {
    await server.sql("update merchants set logo = $2 where id = $1", [server.merchantId, await givenLogo()]);
    const page = await openPage({ server });
    await page.goto(`/${await createPayment(server)}`);
    await page.locator(".bar").waitFor();
    await page.getByText("Cancel payment", { exact: true }).click();
    await server.sql("update merchants set logo = null where id = $1", [server.merchantId]);
    await lookAt(page, "cancelling");
  });

  test("with a brand whose colour is too pale, a description and line items, before and after its end", async () => {
    const branding = { color: "#ffe08a", name: "Corner Group" };
    await server.sql("update merchants set branding = $2 where id = $1", [server.merchantId, branding]);
    const amount = (value: string) => ({ unit: "iso4217/USD", value });
    const id = await givenPayment(routes(), {
      description: "Your order of 18 February",
      lineItems: [
        { name: "Green tea <b>100 g</b>", quantity: 2, amount: amount("90") },
        { name: "Gift wrapping", quantity: 1, amount: amount("0") },
      ],
    });
    const page = await openPage({ server });
    await page.goto(`/${id}`);
    await page.locator(".bar").waitFor();
    await page.getByText("Corner Group").waitFor();
    expect(await page.locator(".items").textContent()).toContain("2 × Green tea <b>100 g</b> US$0.90");
    await lookAt(page, "branded");
    await server.call({ path: `/v1/payments/${id}/cancel`, body: {} });
    await page.getByRole("heading", { name: "The payment was cancelled" }).waitFor();
    expect(await page.locator(".items li").count()).toBe(2);
    await lookAt(page, "branded-over");
    await server.sql("update merchants set branding = null where id = $1", [server.merchantId]);
  });

  test("about to redirect to the merchant", async () => {
    const page = await openPage({ server });
    await page.clock.install();
    const id = await givenPayment(routes(), { checkout: CHECKOUT });
    await server.call({ path: `/v1/payments/${id}/cancel`, body: {} });
    await page.goto(`/${id}`);
    await page.getByRole("button", { name: "Stay on this page" }).waitFor();
    await lookAt(page, "going-back");
  });

  test.each(["de", "es", "zh", "ar"])("open, in %s", async (lang) => {
    const page = await openPage({ server, locale: lang });
    await page.goto(`/${await createPayment(server)}`);
    await page.locator(".bar").waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe(lang);
    expect(await page.locator("html").getAttribute("dir")).toBe(lang === "ar" ? "rtl" : "ltr");
    await lookAt(page, `open-${lang}`);
  });

  test("with the longest names and amounts, at 320 pixels", async () => {
    const { merchantId, apiKey } = await server.newOwner();
    await server.sql("update merchants set name = $2 where id = $1", [merchantId, LONG]);
    const { body } = await server.call<{ paymentId: string }>({
      path: "/v1/payments",
      headers: { "api-key": apiKey, "merchant-id": merchantId },
      body: paymentBody({ amount: { unit: "iso4217/USD", value: "9".repeat(18) }, referenceId: LONG }),
    });
    const page = await openPage({ server, viewport: "narrow" });
    await page.goto(`/${body.paymentId}`);
    await page.locator(".bar").waitFor();
    const [width, content] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
    expect(content).toBe(width);
    await lookAt(page, "long");
  });
});

test("without script the page is complete and reloads itself", async () => {
  const page = await openPage({ server, javaScriptEnabled: false });
  const id = await createPayment(server);
  await page.goto(`/${id}`);
  expect(await page.locator("main").textContent()).toMatch(
    /Pay Test shop\s+US\$10\.00[\s\S]*Pay by .* UTC[\s\S]*15 seconds/,
  );
  expect(await page.getByRole("img", { name: "QR code for the payment link" }).isVisible()).toBe(true);
  expect(await page.getByRole("button", { name: "Copy link" }).isVisible()).toBe(false);
  expect(await page.locator("noscript meta, meta[http-equiv=refresh]").count()).toBe(1);
  // Without script the page can't be asked whether it has settled, so one picture is taken.
  await page.screenshot({ path: "test-pictures/checkout-no-script-phone-light.png", fullPage: true });
  await page.getByText("Cancel payment").first().click();
  await page.getByRole("button", { name: "Yes, cancel the payment" }).click();
  await page.getByRole("heading", { name: "The payment was cancelled" }).waitFor();
});
