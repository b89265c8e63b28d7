// The program of the guides: the keys of the search, and copy buttons.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../harness/server/server.ts";
import { openPage, type PageOptions } from "./harness/page.ts";

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
