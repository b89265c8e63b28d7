// Forms are checked when they are submitted: each wrong field says so, and the first one gets the focus.
import { afterAll, beforeAll, expect, test } from "vitest";
import { asPartner } from "../../harness/server/as-partner.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { linkBody } from "../../routes/payment-links/given-links.ts";
import { openConsole } from "../harness/console.ts";
import { openPage } from "../harness/page.ts";
import { takePictures } from "../harness/picture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

async function givenMerchant(owner: Pick<TestServer, "call">, merchantName: string): Promise<string> {
  const { body } = await owner.call<{ merchant: { id: string } }>({
    path: "/v1/merchants",
    headers: { "idempotency-key": crypto.randomUUID() },
    body: { merchantName, merchantEmail: "merchant@shop.example" },
  });
  return body.merchant.id;
}

test("the sign-in names each missing field", async () => {
  const page = await openPage({ server, viewport: "phone" });
  await page.goto("/console");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByText("Enter your email address.").waitFor();
  await page.getByText("Enter your password.").waitFor();
  await expect
    .poll(() => page.getByLabel("Email address").evaluate((field) => field === document.activeElement))
    .toBe(true);
  await page.getByRole("button", { name: "Sign in with an API key" }).click();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByText("Enter an API key.").waitFor();
  await takePictures(page, "console-sign-in-empty");
});

test("a new link names each wrong field, has an expiry, and shows its buttons on a small screen", async () => {
  const owner = asPartner(server, await server.newOwner());
  await givenMerchant(owner, "Second shop"); // the only merchant would be chosen already
  const page = await openConsole({ server: owner, path: "/payment-links", viewport: { width: 1280, height: 600 } });
  await page.getByRole("button", { name: "New link" }).click();
  const create = page.getByRole("button", { name: "Create link" });
  await create.waitFor();
  const box = await create.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(600);
  await create.click();
  await page.getByText("Choose a merchant.").waitFor();
  await page.getByText("Enter an amount, for example 12.50.").waitFor();
  await page.getByLabel("Amount", { exact: true }).fill("12.999");
  await page.getByLabel("Number of payments").fill("1.5");
  await page.getByLabel("Expires (optional)").fill("2020-01-01T10:00");
  await create.click();
  await page.getByText("Enter at most 2 decimals.").waitFor();
  await page.getByText("Enter a whole number from 1 to 10000").waitFor();
  await page.getByText("Choose a time in the future.").waitFor();
  await takePictures(page, "console-link-faults");
  await page.getByLabel("Amount", { exact: true }).fill("12.99");
  await page.getByLabel("Number of payments").fill("");
  await page.getByLabel("Expires (optional)").fill("2099-01-01T10:00");
  await page.getByRole("combobox", { name: "Merchant" }).click();
  await page.getByRole("option", { name: "Test shop" }).click();
  await create.click();
  await page.getByText("1 Jan 2099").waitFor();
  await page.getByRole("link", { name: "Test shop" }).waitFor();
});

test("a merchant without a destination is a warning in the form and on its link's page", async () => {
  const owner = asPartner(server, await server.newOwner());
  const merchantId = await givenMerchant(owner, "Unpayable shop");
  const page = await openConsole({ server: owner, path: "/payment-links" });
  await page.getByRole("button", { name: "New link" }).click();
  await page.getByRole("combobox", { name: "Merchant" }).click();
  await page.getByRole("option", { name: "Unpayable shop" }).click();
  await page.getByText("No destination yet").waitFor();
  const { body: link } = await owner.call<{ id: string }>({
    path: "/v1/payment-links",
    headers: { "merchant-id": merchantId },
    body: linkBody(),
  });
  await page.goto(`/console/payment-links/${link.id}`);
  await page.getByText("No destination yet").waitFor();
  await takePictures(page, "console-link-unpayable");
});

test("a link that was paid more often than its limit says how often", async () => {
  const owner = asPartner(server, await server.newOwner());
  const { body: link } = await owner.call<{ id: string }>({
    path: "/v1/payment-links",
    body: linkBody({ maxUses: 1 }),
  });
  await server.sql("update payment_links set created = 3, succeeded = 3, paid = 3000 where id = $1", [link.id]);
  const page = await openConsole({ server: owner, path: `/payment-links/${link.id}` });
  await page.getByText("Beyond the limit").waitFor();
  expect(await page.locator("main").textContent()).toMatch(/Beyond the limit\s*2/);
});
