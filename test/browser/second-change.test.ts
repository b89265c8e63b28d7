// A change that sends a whole form starts from the change before it, however late the page reads that one.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestServer } from "../harness/server/server.ts";
import { sharedServer } from "../harness/server/shared-server.ts";
import { newUser, PASSWORD } from "../harness/server/users.ts";
import { openConsole } from "./harness/console.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

/** From now on, reads whose path ends so wait until they are released. */
async function holdReads(page: Page, end: RegExp): Promise<{ readonly asked: Promise<void>; release(): void }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let ask = () => {};
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  await page.route(end, async (route) => {
    if (route.request().method() === "GET") {
      ask();
      await released;
    }
    await route.continue();
  });
  return { asked, release };
}

/** Until the page has drawn what its program has decided. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));

/** Makes the change and expects its dialog to stay until the page has read it. */
async function expectToStay(page: Page, end: RegExp, change: () => Promise<void>): Promise<void> {
  const dialog = page.getByRole("dialog");
  const { asked, release } = await holdReads(page, end);
  await change();
  await asked;
  await drawn(page);
  expect(await dialog.count()).toBe(1);
  release();
  await dialog.waitFor({ state: "detached" });
}

test.each([
  ["a merchant", (merchantId: string) => `/merchants/${merchantId}`, /\/merchants\/\w+$/],
  ["all merchants", () => "/merchants", /\/branding$/],
])("the branding of %s", async (_whose, path, read) => {
  const { apiKey, merchantId } = await server.newOwner();
  const page = await openConsole({ server, apiKey, path: path(merchantId) });
  await page.getByRole("button", { name: "Branding" }).click();
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  await name.fill("Corner Group");
  await expectToStay(page, read, () => page.getByRole("button", { name: "Save" }).click());
  await page.getByRole("button", { name: "Branding", exact: true }).click();
  expect(await name.inputValue()).toBe("Corner Group");
});

test("a merchant's name and email", async () => {
  const { apiKey, merchantId } = await server.newOwner();
  const page = await openConsole({ server, apiKey, path: `/merchants/${merchantId}` });
  await page.getByRole("button", { name: "Edit" }).click();
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Renamed shop");
  await expectToStay(page, /\/merchants\/\w+$/, () => page.getByRole("button", { name: "Save" }).click());
  await page.getByRole("button", { name: "Edit" }).click();
  expect(await name.inputValue()).toBe("Renamed shop");
});

test("a user's rights", async () => {
  const { apiKey } = await server.newOwner();
  const ada = await newUser(server, apiKey, { role: "owner", name: "Ada Lovelace" });
  await newUser(server, apiKey, { role: "cashier", name: "Charles Babbage" });
  const page = await openConsole({ server, user: ada, path: "/team" });
  await page.getByRole("button", { name: "Change rights of Charles Babbage" }).click();
  await page.getByRole("radio", { name: "Reader" }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("dialog").getByLabel("Password").first().fill(PASSWORD);
  await expectToStay(page, /\/users$/, () => page.getByRole("button", { name: "Change rights", exact: true }).click());
  await page.getByRole("button", { name: "Change rights of Charles Babbage" }).click();
  expect(await page.getByRole("radio", { name: "Reader" }).isChecked()).toBe(true);
});

test("a webhook endpoint, from the answer to the change", async () => {
  const { apiKey } = await server.newOwner();
  const { body } = await server.call<{ id: string }>({
    path: "/v1/webhook-endpoints",
    headers: { "api-key": apiKey, "idempotency-key": "endpoint" },
    body: { url: "https://shop.example/hooks", description: "Shop" },
  });
  const page = await openConsole({ server, apiKey, path: `/webhooks/${body.id}` });
  const edit = async () => {
    await page.getByRole("button", { name: "Actions" }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
  };
  await edit();
  await page.getByLabel("Description").fill("Old shop");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("API key").fill(apiKey);
  const { asked, release } = await holdReads(page, /\/webhook\S+$/);
  await page.getByRole("button", { name: "Save" }).click();
  await asked;
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await edit();
  expect(await page.getByLabel("Description").inputValue()).toBe("Old shop");
  release();
});
