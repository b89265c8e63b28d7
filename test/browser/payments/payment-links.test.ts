// Payment links: made in the console, paid on their page in any language without script, and counted in the console.
import { getAddress, parseUnits } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendTo } from "../../harness/chain/deposits.ts";
import { untilFinal } from "../../harness/chain/wallet.ts";
import { asPartner } from "../../harness/server/as-partner.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { givenLink, OPEN } from "../../routes/payment-links/given-links.ts";
import { expectAccessible } from "../harness/axe.ts";
import { expectAccessibleInBoth, openConsole } from "../harness/console.ts";
import { openPage } from "../harness/page.ts";
import { takePictures } from "../harness/picture.ts";
import { noSidewaysScroll } from "../harness/width.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

test("a link is created, used by a buyer, disabled and deleted", async () => {
  const page = await openConsole({ server, path: "/payment-links" });
  await page.getByText("No payment links yet").waitFor();
  await page.getByRole("button", { name: "New link" }).click();
  // The only merchant is chosen already.
  await expect.poll(() => page.getByRole("combobox", { name: "Merchant" }).inputValue()).not.toBe("");
  await page.getByLabel("Description").fill("Concert ticket");
  await page.getByRole("button", { name: "Create link" }).click();
  await page.getByText("Enter an amount, for example 12.50.").waitFor();
  await page.getByLabel("Amount", { exact: true }).fill("12,50");
  await page.getByLabel("Number of payments").fill("2");
  await page.getByText("{date} is the day in UTC").waitFor();
  await page.getByRole("combobox", { name: "Ask buyers for" }).fill("Name");
  await page.keyboard.press("Enter");
  await takePictures(page, "console-payment-link-new");
  await expectAccessibleInBoth(page);
  await page.getByRole("button", { name: "Create link" }).click();
  await page.getByRole("heading", { name: "Concert ticket" }).waitFor();
  const url = (await page.getByRole("link", { name: "/pay-links/" }).getAttribute("href")) ?? "";

  const buyer = await openPage({ server, javaScriptEnabled: false });
  await buyer.goto(new URL(url).pathname);
  await buyer.getByLabel("Name").fill("Ada Lovelace");
  await buyer.getByRole("button", { name: "Continue to payment" }).click();
  await buyer.waitForURL(/\/pay_/);
  await buyer.getByText("12.50").first().waitFor();
  const paymentId = new URL(buyer.url()).pathname.slice(1);
  // The buyer goes back and sends the same form again.
  await buyer.goBack();
  await buyer.getByLabel("Name").fill("Ada Lovelace");
  await buyer.getByRole("button", { name: "Continue to payment" }).click();
  await buyer.waitForURL((shown) => shown.pathname === `/${paymentId}`);

  await page.reload();
  await page.getByText("1", { exact: true }).first().waitFor();
  await takePictures(page, "console-payment-link");
  await expectAccessibleInBoth(page);
  await noSidewaysScroll(page);
  await page.goto(`/console/payments/${paymentId}`);
  await page.getByText("Ada Lovelace").waitFor();
  await page.getByRole("link", { name: "Open the link" }).click();
  await page.getByRole("button", { name: "Disable" }).click();
  await page.getByRole("button", { name: "Enable" }).waitFor();
  await buyer.goto(new URL(url).pathname);
  await buyer.getByRole("heading", { name: "This link is switched off" }).waitFor();

  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete link" }).click();
  await page.getByText("No payment links yet").waitFor();
});

test("a new link without a merchant: the field has the focus, its error is in view, and a long name ends in …", async () => {
  const place = asPartner(server, await server.newOwner());
  const name = `Bakery ${"of the long street ".repeat(12)}`.trim();
  const other = { merchantName: name, merchantEmail: "long@example.com" };
  await place.call({ path: "/v1/merchants", headers: { "idempotency-key": "long" }, body: other });
  const page = await openConsole({ server: place, path: "/payment-links", viewport: "phone" });
  await page.getByRole("button", { name: "New link" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create link" }).click();
  const field = dialog.getByRole("combobox", { name: "Merchant" });
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  const error = dialog.locator(`[id="${(await field.getAttribute("aria-describedby"))?.split(" ").at(-1)}"]`);
  await error.waitFor();
  expect(await page.getByRole("listbox").count()).toBe(0);
  await takePictures(page, "console-new-link-errors");
  await expectAccessibleInBoth(page);
  await field.click();
  await page.getByRole("option", { name }).click();
  expect(await field.evaluate((input) => getComputedStyle(input).textOverflow)).toBe("ellipsis");
});

test("a read key sees links and cannot change them", async () => {
  const { id } = await givenLink(server, { description: "A reader's link" });
  const page = await openConsole({ server, apiKey: server.readKey, path: "/payment-links" });
  await page.getByRole("link", { name: "A reader's link" }).click();
  await page.getByRole("heading", { name: "A reader's link" }).waitFor();
  expect(await page.getByRole("button", { name: /New link|Disable|Delete/ }).count()).toBe(0);
  await server.call({ method: "DELETE", path: `/v1/payment-links/${id}` });
});

test("errors on the page lead to their fields, in Arabic and on the narrowest screen", async () => {
  const fields = [{ label: "Name", required: true, maxLength: 5 }];
  const link = await givenLink(server, { amount: OPEN, fields, description: "x".repeat(200) });
  const page = await openPage({ server, javaScriptEnabled: true });
  await page.goto(`/pay-links/${link.id}?lang=ar`);
  await page.locator("form").evaluate((form: HTMLFormElement) => {
    form.noValidate = true;
  });
  await page.locator("#amount").fill("٠٫٥");
  await page.getByRole("button").click();
  await page.getByRole("alert").waitFor();
  expect(await page.locator("html").getAttribute("dir")).toBe("rtl");
  expect(await page.getByRole("alert").getByRole("link").count()).toBe(2);
  await takePictures(page, "payment-link-wrong");
  await expectAccessible(page);
  await noSidewaysScroll(page);
  await page.getByRole("alert").getByRole("link").first().click();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("amount");
  await page.locator("#amount").fill("٧٫٥");
  await page.locator("#field-0").fill("Ada");
  await page.getByRole("button").click();
  await page.waitForURL(/\/pay_.*lang=ar/);
  await page.getByText("7.50").first().waitFor();
});

test("a buyer on a link pays by a transfer, without script, and the link counts it", async () => {
  const link = await givenLink(server, { maxUses: 1 });
  const buyer = await openPage({ server, javaScriptEnabled: false });
  await buyer.goto(`/pay-links/${link.id}`);
  await buyer.getByRole("button", { name: "Continue to payment" }).click();
  await buyer.waitForURL(/\/pay_/);
  await buyer.locator("#send > summary").click();
  await buyer.locator(".send-token summary", { hasText: "USDC" }).click();
  await buyer.getByRole("button", { name: "Local chain" }).click();
  const address = getAddress((await buyer.locator("#send-address").textContent()) ?? "");
  const amount = parseUnits((await buyer.locator("#send-amount").textContent()) ?? "", 6);
  await sendTo(server, address, amount);
  await untilFinal(server, /pay_\w+/.exec(buyer.url())?.[0] ?? "");
  await buyer.reload();
  await buyer.getByRole("heading", { name: "Payment complete" }).waitFor();
  const other = await openPage({ server });
  await other.goto(`/pay-links/${link.id}`);
  await other.getByText("This link has been paid").waitFor();
});
