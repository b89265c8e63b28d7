// The API reference at /docs: accessible on any screen, without broken links.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../harness/server.ts";
import { expectAccessible } from "./harness/axe.ts";
import { openPage, type PageOptions } from "./harness/page.ts";
import { takePictures } from "./harness/picture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ role: "api" });
});
afterAll(() => server.stop());

async function opened(options: Partial<PageOptions> = {}) {
  const page = await openPage({ server, ...options });
  await page.goto("/docs");
  return page;
}

test("is accessible on a desktop (on a phone: pages.test.ts)", async () => {
  await expectAccessible(await opened({ viewport: "desktop" }));
});

test("pictures of an operation are taken", async () => {
  const page = await opened();
  await page.goto("/docs#createPayment");
  await takePictures(page, "docs-operation");
});

test("every link has a target, and IDs are unique", async () => {
  const page = await opened({ javaScriptEnabled: false });
  const { hrefs, ids } = await page.evaluate(() => ({
    hrefs: [...document.querySelectorAll("a")].map((link) => link.getAttribute("href") ?? ""),
    ids: [...document.querySelectorAll("[id]")].map(({ id }) => id),
  }));
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  const anchors = hrefs.filter((href) => href.startsWith("#"));
  expect(anchors.length).toBeGreaterThan(100);
  expect(anchors.filter((href) => !ids.includes(href.slice(1)))).toEqual([]);
  for (const href of new Set(hrefs.filter((each) => !each.startsWith("#")))) {
    expect((await page.request.get(href)).status(), href).toBe(200);
  }
});

test("the contents lead to an operation with its request and responses", async () => {
  const page = await opened({ viewport: "desktop" });
  await page.getByRole("navigation").getByRole("link", { name: "Create a payment", exact: true }).click();
  const heading = page.getByRole("heading", { name: "Create a payment", exact: true });
  await expect.poll(() => heading.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(200);
  const operation = page.locator("section", { has: heading });
  await operation.getByText("/v1/payments").first().waitFor();
  expect(await operation.getByText("idempotency-key").count()).toBeGreaterThan(0);
});
