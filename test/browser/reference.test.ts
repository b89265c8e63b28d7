// The API reference at /docs/reference: Scalar's viewer on this server's specification. The harness fails each test in
// which it calls another host or breaks its policy.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ENDPOINTS } from "../../src/http/endpoints.ts";
import { openApiDocument } from "../../src/http/openapi/document.ts";
import { startServer, type TestServer } from "../harness/server/server.ts";
import { expectAccessible } from "./harness/axe.ts";
import { openPage, originOf, type PageOptions } from "./harness/page.ts";
import { takePictures } from "./harness/picture.ts";
import { noSidewaysScroll } from "./harness/width.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ role: "api" });
});
afterAll(() => server.stop());

async function opened(options: Partial<PageOptions> = {}) {
  const page = await openPage({ server, viewport: "desktop", ...options });
  await page.goto("/docs/reference#tag/payments/createPayment");
  const operation = page.locator("section").filter({ has: page.getByRole("heading", { name: "Create a payment" }) });
  const create = operation.last();
  await create.getByRole("button", { name: /^Test Request/ }).waitFor();
  return { page, create };
}

/** An editor of the request form: the value beside a header's name. */
const headerValue = (page: Page, header: string) =>
  page.getByRole("dialog").getByRole("row").filter({ hasText: header }).getByRole("combobox").last();

test("an operation is accessible in both colour schemes and on the narrowest screen", async () => {
  const { page } = await opened();
  await takePictures(page, "docs-operation");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await noSidewaysScroll(page);
  await expectAccessible(page);
});

test("the operations are listed before the viewer has loaded, and the viewer replaces the list", async () => {
  const page = await openPage({ server });
  let load = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route("**/viewer-*.js", async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto("/docs/reference", { waitUntil: "commit" });
  const groups = page.locator("#list").getByRole("heading", { level: 2 });
  await groups.last().waitFor();
  expect(await groups.allTextContents()).toEqual(openApiDocument(ENDPOINTS).tags.map(({ name }) => name));
  await page.getByRole("link", { name: "Create a payment", exact: true }).click();
  expect(new URL(page.url()).hash).toBe("#tag/payments/createPayment");
  await expectAccessible(page);
  const place = () => page.locator("#reference").evaluate((viewer) => viewer.getBoundingClientRect().top + scrollY);
  expect(await place()).toBe(0);
  load();
  await page
    .getByRole("button", { name: /^Test Request/ })
    .first()
    .waitFor();
  expect([await page.locator("#list").count(), await place()]).toEqual([0, 0]);
});

test("the fields for keys contain nothing that looks like a key", async () => {
  const { page } = await opened();
  const values = await page
    .locator("input")
    .evaluateAll((inputs) =>
      (inputs as unknown as { value: string; placeholder: string }[]).map(
        ({ value, placeholder }) => value + placeholder,
      ),
    );
  expect(values.join(" ")).not.toMatch(/\w{20}/);
});

test("on a phone, the header names the page beside a menu button that a finger hits", async () => {
  const page = await openPage({ server, touch: true });
  await page.goto("/docs/reference");
  const menu = page.getByRole("button", { name: "Open Menu" });
  await menu.waitFor();
  expect((await menu.boundingBox())?.width).toBeGreaterThanOrEqual(44);
  const title = () =>
    page.locator(".t-doc__header header > span").evaluate((span) => getComputedStyle(span, "::before").content);
  expect(await title()).toBe('"Turnpike API"'); // no separator: there is no section yet
});

test.each([
  ["Shell Curl", null, "curl ORIGIN/v1/payments", "--header 'Api-Key: YOUR_SECRET_TOKEN'"],
  ["JavaScript Fetch", "Fetch", "fetch('ORIGIN/v1/payments'", "'Api-Key': 'YOUR_SECRET_TOKEN'"],
  ["Python Requests", "Requests", 'requests.post("ORIGIN/v1/payments"', '"Api-Key": "YOUR_SECRET_TOKEN"'],
])("the sample in %s names this server, the key's header and an example body", async (_name, choice, call, key) => {
  const { page, create } = await opened({ permissions: ["clipboard-read", "clipboard-write"] });
  if (choice) {
    await create.getByRole("button", { name: /^Change code sample language/ }).click();
    await page.getByRole("option", { name: choice, exact: true }).first().click();
  }
  const sample = create.locator("pre").first();
  const called = call.replace("ORIGIN", originOf(server));
  await sample.filter({ hasText: called }).waitFor();
  await create
    .getByRole("button", { name: /^Copy .* code/ })
    .first()
    .click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain(called);
  for (const part of [key, "Merchant-Id", "iso4217/USD", "order 4711"]) expect(await copied()).toContain(part);
});

test("a request can be sent to this server, and shows its response", async () => {
  const { page, create } = await opened();
  await create.getByRole("button", { name: /^Test Request/ }).click();
  const client = page.getByRole("dialog", { name: "API Client" });
  await client
    .getByLabel(/^Value/)
    .first()
    .fill(server.apiKey);
  await headerValue(page, "Merchant-Id").fill(server.merchantId);
  const [response] = await Promise.all([
    page.waitForResponse((each) => each.url() === `${originOf(server)}/v1/payments`),
    client.getByRole("button", { name: /^Send/ }).first().click(),
  ]);
  expect(response.status()).toBe(201);
  await client.getByText("requires_action").first().waitFor();
});

test("the search finds an operation", async () => {
  const { page } = await opened();
  await page
    .getByRole("button", { name: /Search/ })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("combobox").fill("list refunds");
  await page.getByRole("option", { name: /List refunds/ }).click();
  await expect.poll(() => page.url()).toMatch(/#tag\/refunds\/listRefunds$/);
});
