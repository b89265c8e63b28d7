// Merchants in the console: the list, creating, editing, and destinations, which require the key again.
import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { logoOf } from "../../../src/merchant/logo.ts";
import type { Owner } from "../../harness/server/owner.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { expectAccessibleInBoth, openConsole } from "../harness/console.ts";
import { takePictures } from "../harness/picture.ts";

let server: TestServer;

/** EIP-55's own example. */
const ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const OTHER = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";

beforeAll(async () => {
  const picture = await sharp({ create: { width: 600, height: 600, channels: 3, background: "#0a7d55" } })
    .webp()
    .toBuffer();
  server = await startServer({
    logoSource: {
      fetch: async (url) =>
        url.endsWith("square.png") ? { ok: true, logo: logoOf(picture) } : { ok: false, message: "must be square" },
    },
  });
});
afterAll(() => server.stop());

const as = (owner: Owner, path: string, more: Partial<Parameters<typeof openConsole>[0]> = {}): Promise<Page> =>
  openConsole({ server, apiKey: owner.apiKey, path, ...more });

interface Settlement {
  readonly asset: string;
  readonly destination: string;
}

const settlementsOf = async (owner: Owner): Promise<readonly Settlement[]> => {
  const { body } = await server.call<{ crypto: readonly Settlement[] }>({
    path: `/v1/merchants/${owner.merchantId}/settlements`,
    headers: { "api-key": owner.apiKey },
  });
  return body.crypto;
};

const giveKey = async (page: Page, apiKey: string, button: string): Promise<void> => {
  await page.getByLabel("API key").fill(apiKey);
  await page.getByRole("button", { name: button, exact: true }).click();
};

test("a merchant is added with a logo after its errors were fixed", async () => {
  const owner = await server.newOwner();
  const page = await as(owner, "/merchants");
  await page.getByText("1 merchant", { exact: true }).waitFor();
  await page.getByRole("button", { name: "New merchant" }).click();
  await page.getByRole("button", { name: "Add merchant" }).click();
  await page.getByText("Enter a name.").waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Bakery Sonnenschein");
  await page.getByLabel("Email").fill("hello@sonnenschein.example");
  await page.getByLabel("Logo").fill("https://sonnenschein.example/wide.png");
  await page.getByRole("button", { name: "Add merchant" }).click();
  await page.getByText("The logo must be square.").waitFor();
  await takePictures(page, "console-merchant-new");
  await expectAccessibleInBoth(page);

  await page.getByLabel("Logo").fill("https://sonnenschein.example/square.png");
  await page.getByRole("button", { name: "Add merchant" }).click();
  await page.getByRole("heading", { name: "Bakery Sonnenschein" }).waitFor();
  await page.getByText("No destination yet").waitFor();
  const shown = page.locator("main img");
  expect(await shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(600);
  await takePictures(page, "console-merchant-without-destination");
  await expectAccessibleInBoth(page);
});

test("a merchant that cannot be paid says so on every page of the list", async () => {
  const owner = await server.newOwner();
  for (let index = 1; index <= 21; index++) {
    await server.call({
      path: "/v1/merchants",
      headers: { "api-key": owner.apiKey, "idempotency-key": `shop ${index}` },
      body: { merchantName: `Shop ${index}`, merchantEmail: "shop@example.com" },
    });
  }
  const page = await as(owner, "/merchants");
  const unpayable = page.getByRole("listitem").filter({ hasText: "Can't be paid" });
  await expect.poll(() => unpayable.count()).toBe(20);
  await page.getByRole("button", { name: "Show more" }).click();
  // All of them, except for the one that the owner came with, which has a destination.
  await expect.poll(() => unpayable.count()).toBe(21);
  expect(await page.getByRole("listitem").filter({ hasText: "Active" }).count()).toBe(1);
});

test("search and filters are in the URL", async () => {
  const owner = await server.newOwner();
  for (const [index, name] of ["Café Morgenrot", "Bike Works Berlin", "The Quiet Bookshop"].entries()) {
    await server.call({
      path: "/v1/merchants",
      headers: { "api-key": owner.apiKey, "idempotency-key": `shop ${index}` },
      body: { merchantName: name, merchantEmail: "shop@example.com" },
    });
  }
  const page = await as(owner, "/merchants");
  await page.getByText("4 merchants").waitFor();
  await takePictures(page, "console-merchants");
  await expectAccessibleInBoth(page);
  await page.getByLabel("Search by name or ID").fill("book");
  await page.getByText("1 merchant", { exact: true }).waitFor();
  await page.waitForURL(/search=book/);
  await page.getByRole("link", { name: /The Quiet Bookshop/ }).click();
  await page.getByRole("heading", { name: "The Quiet Bookshop" }).waitFor();
  await page.goBack();
  expect(await page.getByLabel("Search by name or ID").inputValue()).toBe("book");
  await page.getByLabel("Search by name or ID").fill("nothing like it");
  await page.getByText("No merchants match").waitFor();
  await takePictures(page, "console-merchants-none-found");
  await page.getByRole("link", { name: "Merchants", exact: true }).click(); // without filters
  await page.getByText("4 merchants").waitFor();
  expect(await page.getByLabel("Search by name or ID").inputValue()).toBe("");
  await page.goto("/console/merchants?status=suspended");
  await page.getByText("No merchants match").waitFor();
});

test("name, email and logo are changed, and the logo is removed", async () => {
  const owner = await server.newOwner();
  const page = await as(owner, `/merchants/${owner.merchantId}`);
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Renamed shop");
  await page.getByLabel("New logo").or(page.getByLabel("Logo")).fill("https://shop.example/square.png");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Renamed shop" }).waitFor();
  await page.locator("main img").waitFor();
  await page.getByRole("button", { name: "Edit" }).click();
  await takePictures(page, "console-merchant-edit");
  await expectAccessibleInBoth(page);
  await page.getByRole("button", { name: "Remove logo" }).click();
  await page.locator("main img").waitFor({ state: "detached" });
});

test("changing a destination takes the key, and a wrong key changes nothing", async () => {
  const owner = await server.newOwner();
  const before = await settlementsOf(owner);
  const page = await as(owner, `/merchants/${owner.merchantId}`);
  await takePictures(page, "console-merchant");
  await expectAccessibleInBoth(page);
  await page
    .getByRole("button", { name: /Change destination for USDC/ })
    .first()
    .click();
  await page.getByLabel("New address").fill(ADDRESS.replace("5aA", "5AA"));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText(/doesn't match its checksum/).waitFor();
  await takePictures(page, "console-destination-checksum");
  await expectAccessibleInBoth(page);
  await page.getByLabel("New address").fill(ADDRESS);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("New", { exact: true }).waitFor();
  await takePictures(page, "console-destination-confirm");
  await expectAccessibleInBoth(page);

  for (const wrong of [server.apiKey, owner.readKey, "tp_partner_nothing"]) {
    await giveKey(page, wrong, "Change destination");
    await page.getByText("This isn't one of your active partner keys.").waitFor();
    expect(await settlementsOf(owner)).toEqual(before);
  }
  await giveKey(page, owner.apiKey, "Change destination");
  await page.getByText("Destination changed").waitFor();
  const after = await settlementsOf(owner);
  expect(after.filter(({ destination }) => destination.endsWith(ADDRESS)).length).toBe(1);
  expect(after.length).toBe(before.length);
});

test("destinations are removed, and added for several assets at once", async () => {
  const owner = await server.newOwner();
  const before = await settlementsOf(owner);
  const page = await as(owner, `/merchants/${owner.merchantId}`, { viewport: "phone" });
  for (const symbol of ["USDC", "EURC"]) {
    await page.getByRole("button", { name: new RegExp(`Remove destination for ${symbol}`) }).click();
    await giveKey(page, owner.apiKey, "Remove destination");
    await page.getByRole("button", { name: new RegExp(`Add destination for ${symbol}`) }).waitFor();
  }
  expect((await settlementsOf(owner)).length).toBe(before.length - 2);
  await page.getByRole("button", { name: /Add destination for USDC/ }).click();
  await page.getByLabel("Address").fill(OTHER.toLowerCase());
  await page.getByText(/has no checksum/).waitFor();
  await page.getByRole("checkbox", { name: "EURC" }).check();
  await takePictures(page, "console-destination-add");
  await expectAccessibleInBoth(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await giveKey(page, owner.apiKey, "Add");
  await page.getByText("Destination added").waitFor();
  const added = (await settlementsOf(owner)).filter(({ destination }) => destination.endsWith(OTHER));
  expect(added.length).toBe(2);
});

test("a merchant is deleted after typing its name", async () => {
  const owner = await server.newOwner();
  const page = await as(owner, `/merchants/${owner.merchantId}`);
  await page.getByRole("button", { name: "Delete…" }).click();
  const button = page.getByRole("button", { name: "Delete merchant" });
  expect(await button.isDisabled()).toBe(true);
  await page.getByLabel(/^To confirm/).fill("Test shop");
  await takePictures(page, "console-merchant-delete");
  await expectAccessibleInBoth(page);
  await button.click();
  await giveKey(page, owner.apiKey, "Delete merchant");
  await page.getByText("No merchants yet").waitFor();
  await takePictures(page, "console-merchants-empty");
  await expectAccessibleInBoth(page);
});

test("a read key sees everything without edit buttons", async () => {
  const owner = await server.newOwner();
  const page = await openConsole({ server, apiKey: owner.readKey, path: `/merchants/${owner.merchantId}` });
  await page.getByText("You can't make changes here", { exact: false }).waitFor();
  await page.getByText("USDC").first().waitFor();
  for (const name of [/^Edit/, /^Change/, /^Remove/, /^Add/, /^Delete/, /^New payment$/]) {
    expect(await page.locator("main").getByRole("button", { name }).count()).toBe(0);
  }
  await takePictures(page, "console-merchant-read-key");
  await expectAccessibleInBoth(page);
  await page.goto("/console/merchants");
  await page.getByText("1 merchant", { exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "New merchant" }).count()).toBe(0);
});

test("another partner's merchant is not found", async () => {
  const [owner, other] = [await server.newOwner(), await server.newOwner()];
  const page = await as(owner, `/merchants/${other.merchantId}`);
  await page.getByRole("alert").waitFor();
  await takePictures(page, "console-merchant-not-found");
  await expectAccessibleInBoth(page);
});
