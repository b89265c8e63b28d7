// embed.js on a shop's page of another origin: the checkout in a modal and inside an element.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type JsonServer, startJsonServer } from "../../harness/server/json-server.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { givenPayment } from "../../routes/given.ts";
import type { RouteServer } from "../../routes/setup.ts";
import { expectAccessible } from "../harness/axe.ts";
import type { Allowance } from "../harness/faults.ts";
import { openPage, originOf } from "../harness/page.ts";
import { takePictures } from "../harness/picture.ts";

let server: TestServer;
let shop: JsonServer;
beforeAll(async () => {
  server = await sharedServer();
  shop = await startJsonServer();
  await server.store.partners.setEmbedOrigins(server.partnerId, [shopOrigin()]);
});
afterAll(() => Promise.all([server.stop(), shop.close()]));

const shopOrigin = () => originOf({ baseUrl: shop.url });

/** The shop's page. Its program collects what embed.js reports in `heard`. */
async function openShop(paymentId: string, program: string, allows: readonly Allowance[] = []): Promise<Page> {
  const link = `${originOf(server)}/${paymentId}`;
  shop.answer((_request, response) =>
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(`<!doctype html><html lang="en">
<title>Shop</title><link rel="icon" href="data:,"><main><h1>Shop</h1><button id="pay">Pay</button><div id="here"></div></main>
<script src="${originOf(server)}/embed.js"></script>
<script>const link = ${JSON.stringify(link)}; const heard = []; const onStatus = (status) => heard.push(status);
${program}</script>`),
  );
  const page = await openPage({ server: { baseUrl: shop.url }, otherOrigins: [originOf(server)], allows });
  await page.goto("/");
  return page;
}

test("a shop's developer reads no warning in the browser's console", async () => {
  const page = await openShop(await givenPayment(server as unknown as RouteServer), IN_MODAL);
  const lines: string[] = [];
  page.on("console", (line) => lines.push(line.text()));
  await page.getByRole("button", { name: "Pay" }).click();
  await expect.poll(async () => (await heard(page)).length).toBe(1);
  await page.getByRole("button", { name: "Close" }).click();
  await expect.poll(() => heard(page)).toContain("closed");
  // Chromium on Linux cannot share, and says so.
  expect(lines.filter((line) => !line.includes("'web-share'"))).toEqual([]);
});

const IN_MODAL = `pay.onclick = () => Turnpike.open(link, { onStatus, onClose: () => heard.push("closed") })`;
const heard = (page: Page) => page.evaluate("heard") as Promise<unknown[]>;

test("a modal shows the checkout, keeps the focus, reports the outcome, and closes with Escape", async () => {
  const paymentId = await givenPayment(server as unknown as RouteServer);
  const page = await openShop(paymentId, IN_MODAL);
  await page.getByRole("button", { name: "Pay" }).click();
  const dialog = page.getByRole("dialog", { name: "Payment" });
  const frame = dialog.frameLocator("iframe");
  await frame.getByRole("link", { name: "Pay in a new tab" }).waitFor();
  await expect.poll(() => heard(page)).toEqual([{ paymentId, status: "requires_action", isFinal: false }]);
  await expectAccessible(page);
  await takePictures(page, "embed-modal");
  await page.locator("#pay").focus();
  expect(await page.evaluate("document.activeElement.id")).not.toBe("pay");
  await server.call({ path: `/v1/payments/${paymentId}/cancel`, body: {} });
  await expect.poll(() => heard(page)).toContainEqual({ paymentId, status: "cancelled", isFinal: true });
  await frame.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => heard(page)).toContain("closed");
  expect(await page.evaluate("document.activeElement.id")).toBe("pay");
});

test("the modal's bar is dark beside a dark checkout, and its button follows the page's language and direction", async () => {
  const paymentId = await givenPayment(server as unknown as RouteServer);
  const arabic = `Object.assign(document.documentElement, { lang: "ar", dir: "rtl" }); ${IN_MODAL}`;
  const page = await openShop(paymentId, arabic);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.getByRole("button", { name: "Pay" }).click();
  const dialog = page.getByRole("dialog", { name: "Payment" });
  const close = dialog.getByRole("button", { name: "أغلق" });
  const [bar, target] = [await dialog.boundingBox(), await close.boundingBox()];
  expect(target?.height).toBeGreaterThanOrEqual(40);
  expect((target?.x ?? 0) - (bar?.x ?? 0)).toBeLessThan(1);
  expect(await dialog.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe("rgb(23, 26, 32)");
  await dialog.frameLocator("iframe").getByRole("link", { name: "Pay in a new tab" }).waitFor();
  await expectAccessible(page);
  await close.click();
  await expect.poll(() => heard(page)).toContain("closed");
});

test("inside an element, the frame is as high as the checkout", async () => {
  const page = await openShop(await givenPayment(server as unknown as RouteServer), "Turnpike.mount(here, link)");
  const frame = page.frameLocator("iframe");
  await frame.locator(".qr").waitFor();
  const heights = () =>
    Promise.all([
      page.locator("iframe").evaluate((element) => element.clientHeight),
      frame.locator("body").evaluate((body) => body.scrollHeight),
    ]);
  await expect.poll(async () => new Set(await heights()).size).toBe(1);
  expect((await heights())[0]).not.toBe(640);
});

const REFUSED: readonly Allowance[] = [
  { kind: "policy", what: /frame-ancestors/, why: "the partner does not allow this site" },
  { kind: "asset", what: /ERR_BLOCKED_BY_(RESPONSE|CSP)|chrome-error/, why: "the frame stays empty" },
  { kind: "console", what: /frame/, why: "Chromium says so" },
];

test("a site that the partner does not allow gets no frame and no status, but an error and a link to a new tab", async () => {
  const other = await server.newOwner();
  const { body } = await server.call<{ paymentId: string }>({
    path: "/v1/payments",
    headers: { "api-key": other.apiKey, "merchant-id": other.merchantId },
    body: { amount: { unit: "iso4217/USD", value: "100" }, referenceId: "not embedded" },
  });
  const program = "Turnpike.mount(here, link, { onStatus, onError: (error) => heard.push(error) })";
  const page = await openShop(body.paymentId, program, REFUSED);
  await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/);
  const link = page.getByRole("link", { name: "Pay in a new tab" });
  await link.waitFor();
  expect(await link.getAttribute("href")).toBe(`${originOf(server)}/${body.paymentId}`);
  expect(await heard(page)).toEqual([{ code: "not_shown" }]);
});

test("a link of another server is refused, and messages of other windows are ignored", async () => {
  const page = await openShop(
    await givenPayment(server as unknown as RouteServer),
    `Turnpike.mount(here, link, { onStatus });
     try { Turnpike.open("https://evil.example/pay_1") } catch (error) { heard.push(error.name) }
     postMessage({ type: "turnpike:status", paymentId: "forged", status: "succeeded", isFinal: true });`,
  );
  await expect.poll(async () => (await heard(page)).length).toBe(2);
  expect(JSON.stringify(await heard(page))).not.toContain("forged");
  expect(await heard(page)).toContain("TypeError");
});
