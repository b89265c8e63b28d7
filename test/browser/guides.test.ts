// The program of the guides and the reference: the search, the samples, and fields that fold.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../harness/server/server.ts";
import { expectAccessible } from "./harness/axe.ts";
import { signInBehind } from "./harness/console.ts";
import { openPage, type PageOptions } from "./harness/page.ts";
import { takePictures } from "./harness/picture.ts";
import { noSidewaysScroll } from "./harness/width.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ role: "api" });
});
afterAll(() => server.stop());

async function opened(options: Partial<PageOptions> = {}) {
  const page = await openPage({ server, viewport: "desktop", ...options });
  await page.goto("/docs/webhooks");
  await page.getByRole("button", { name: "Search" }).waitFor();
  return page;
}

/** What a keyboard sends: Caps Lock writes a capital, a Russian keyboard another letter in the place of the K. */
const press = (key: string, code: string, ctrlKey: boolean) => ({ key, code, ctrlKey, bubbles: true });

test.each([
  ["/", press("/", "Slash", false)],
  ["Ctrl+K", press("k", "KeyK", true)],
  ["Ctrl+K with Caps Lock", press("K", "KeyK", true)],
  ["Ctrl+K of a Russian keyboard", press("л", "KeyK", true)],
])("%s opens the search, which finds a page", async (_name, keys) => {
  const page = await opened();
  await page.locator("body").dispatchEvent("keydown", keys);
  await page.getByRole("dialog").getByLabel("Search the guides and the reference").fill("standard webhooks");
  await page
    .getByRole("dialog")
    .getByRole("link", { name: /^Webhooks/ })
    .first()
    .waitFor();
});

test("a sample has a button that copies it", async () => {
  const page = await opened({ permissions: ["clipboard-read", "clipboard-write"] });
  await page.getByRole("button", { name: "Python" }).click();
  const sample = page.locator("figure").filter({ hasText: "hmac.compare_digest" });
  await sample.getByRole("button", { name: "Copy" }).click();
  await sample.getByRole("button", { name: "Copied" }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await sample.locator("code").textContent());
});

test("without a clipboard, as on a page without TLS, samples have no buttons", async () => {
  const page = await openPage({ server, viewport: "desktop" });
  await page.addInitScript("delete Navigator.prototype.clipboard");
  await page.goto("/docs/webhooks");
  await page.getByRole("button", { name: "Search" }).waitFor();
  expect(await page.getByRole("button", { name: "Copy" }).count()).toBe(0);
});

test("the search finds an operation by one of its fields, leads to it, and is accessible", async () => {
  const page = await opened();
  await page.getByRole("button", { name: "Search" }).click();
  const dialog = page.getByRole("dialog", { name: "Search" });
  await dialog.getByLabel("Search the guides and the reference").fill("create payment lineItems");
  const found = dialog.getByRole("link", { name: "Payments API: Create a payment" });
  await found.waitFor();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await noSidewaysScroll(page);
  await found.click();
  await page.waitForURL("**/docs/reference/payments#create-a-payment");
});

test("a search without a match says so, and Enter opens the first of several", async () => {
  const page = await opened();
  await page.keyboard.press("/");
  const dialog = page.getByRole("dialog");
  const input = dialog.getByLabel("Search the guides and the reference");
  await input.fill("qqqqqqqq");
  await dialog.getByText("Nothing was found. Try fewer or other words.").waitFor();
  await input.fill("idempotency_conflict");
  const first = dialog.getByRole("link").first();
  await first.filter({ hasText: "Errors: idempotency_conflict" }).waitFor();
  await input.press("Enter");
  await page.waitForURL("**/docs/reference/errors#idempotency_conflict");
});

test("the reference folds fields within fields, and is accessible with all of them open", async () => {
  const page = await openPage({ server, viewport: "desktop" });
  await page.goto("/docs/reference/payments#create-a-payment");
  const checkout = page.getByRole("group").filter({ hasText: "successUrl" }).first();
  await checkout.locator("summary").first().click();
  await checkout.getByText("successUrl").waitFor();
  await page.locator("main details").evaluateAll((all) => {
    for (const each of all) each.setAttribute("open", "");
  });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await takePictures(page, "reference-group");
  await noSidewaysScroll(page);
});

test("samples are shown in one language, which the reader chooses for all pages", async () => {
  const page = await openPage({ server, viewport: "desktop" });
  await page.goto("/docs/reference/payments");
  const samples = page.locator(".tabs").first();
  await samples.getByText("curl -sS").waitFor();
  expect(await samples.locator("figure").filter({ visible: true }).count()).toBe(1);
  await samples.getByRole("button", { name: "Python" }).click();
  await samples.getByText("urllib.request.Request").waitFor();
  await page.goto("/docs/reference/refunds");
  const elsewhere = page.locator(".tabs").first();
  await elsewhere.getByRole("button", { name: "Python", pressed: true }).waitFor();
  await elsewhere.getByText("urllib.request.Request").waitFor();
});

test("a partner who is signed in sees a merchant and a pasted test key in the samples, and never a live key", async () => {
  const owner = await server.newTestOwner(server.partnerId);
  const page = await openPage({ server, viewport: "desktop" });
  await signInBehind(page, server, owner.apiKey);
  await page.goto("/docs/get-started");
  await page.getByRole("button", { name: "Show my merchant and test key in the samples" }).click();
  const code = page.locator("main");
  await code.getByText(owner.merchantId).first().waitFor();
  const input = page.getByLabel("Test key");
  await input.fill(server.apiKey);
  await page.getByText("This is a live key. The samples take test keys only.").waitFor();
  expect([await input.inputValue(), await code.getByText(server.apiKey).count()]).toEqual(["", 0]);
  await input.fill(owner.apiKey);
  await code.getByText(`Api-Key: ${owner.apiKey}`).first().waitFor();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await takePictures(page, "guide-own-values");
  await noSidewaysScroll(page);
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).toContain(owner.merchantId);
  expect(stored).not.toContain(owner.apiKey);
  await page.goto("/docs/reference/payments");
  await code.getByText(owner.merchantId).first().waitFor();
  expect(await code.getByText(owner.apiKey).count()).toBe(0);
});

test("who is signed out, or signed in with a live key, is told what is missing", async () => {
  const why = "the session is asked for, and there is none";
  const page = await openPage({ server, viewport: "desktop", allows: [{ kind: "console", what: /401/, why }] });
  await page.goto("/docs/get-started");
  const button = page.getByRole("button", { name: "Show my merchant and test key in the samples" });
  await button.click();
  await page.getByText("Sign in to the console first").waitFor();
  await signInBehind(page, server, server.apiKey);
  await button.click();
  await page.getByText("This session shows live payments only.").waitFor();
});
