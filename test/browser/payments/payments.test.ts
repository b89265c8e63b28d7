// The payment list in the console: its content, filters in the URL, pagination, and live updates.
import { text as textOf } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { confirm, createPayment, signPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { asPartner } from "../../harness/server/as-partner.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { expectAccessibleInBoth, openConsole } from "../harness/console.ts";
import { takePictures } from "../harness/picture.ts";

let server: TestServer;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

test("an empty list says what will appear", async () => {
  const page = await openConsole({ server, path: "/payments" });
  await page.getByText("No payments yet").waitFor();
  await takePictures(page, "console-payments-empty");
  await expectAccessibleInBoth(page);
});

test("payments are listed with reference, status and amount", async () => {
  const buyer = await server.newBuyer();
  const paymentId = await createPayment(server, { amount: { unit: "iso4217/USD", value: "123456" } });
  await createPayment(server);
  const paid = await createPayment(server);
  await confirm(server, await signPayment(server, paid, buyer));
  await untilFinal(server, paid);
  const page = await openConsole({ server, path: "/payments" });
  await page.getByText("US$1,234.56").waitFor();
  expect(await page.getByRole("row").count()).toBe(4);
  await takePictures(page, "console-payments");
  await expectAccessibleInBoth(page);
  expect(paymentId).toMatch(/^pay_/);
});

const made = async (owner: { apiKey: string; merchantId: string }, referenceId: string, currency = "USD") => {
  const { status } = await server.call({
    path: "/v1/payments",
    headers: { "api-key": owner.apiKey, "merchant-id": owner.merchantId },
    body: { amount: { unit: `iso4217/${currency}`, value: "1000" }, referenceId },
  });
  expect(status).toBe(201);
};

const search = (page: Page): string => decodeURIComponent(new URL(page.url()).search);

test("filters are in the URL, and the back button undoes them", async () => {
  const owner = await server.newOwner();
  for (const reference of ["tea 1", "tea 2", "coffee 1"]) await made(owner, reference);
  const page = await openConsole({ server, path: "/payments", apiKey: owner.apiKey });
  await page.getByText("coffee 1").waitFor();

  await page.getByLabel("Search payments").fill("te");
  await page.getByText("at least 3 characters of a reference").waitFor();
  expect(await page.getByRole("row").count()).toBe(0);
  await page.getByLabel("Search payments").fill("tea");
  await page.waitForURL(/referenceId=tea/);
  await page.getByText("coffee 1").waitFor({ state: "detached" });
  await page.getByText("tea 1").waitFor(); // the list reloads in between
  expect(await page.getByRole("row").count()).toBe(1 + 2);

  await page
    .getByRole("textbox", { name: "Status" })
    .or(page.getByRole("combobox", { name: "Status" }))
    .first()
    .click();
  await page.getByRole("option", { name: "Succeeded" }).click();
  await page.keyboard.press("Escape");
  await page.waitForURL(/status=succeeded/);
  await page.getByText("No payments match").waitFor();
  await takePictures(page, "console-payments-no-match");
  await expectAccessibleInBoth(page);
  await page.goBack();
  await page.getByText("tea 1").waitFor();
  expect(search(page)).toBe("?referenceId=tea");

  await page.getByRole("button", { name: "Clear all filters" }).click();
  await page.getByText("coffee 1").waitFor();
  await page.getByRole("button", { name: "Amount" }).click();
  await page.waitForURL(/sortBy=amount/);
  expect(await page.getByRole("columnheader", { name: "Amount" }).getAttribute("aria-sort")).toBe("descending");
});

test("a payment is found by what the buyer quotes, within the filters", async () => {
  const owner = await server.newOwner();
  for (const reference of ["tea_1", "coffee 1"]) await made(owner, reference);
  const page = await openConsole({ server, path: "/payments?status=succeeded", apiKey: owner.apiKey });
  await page.getByLabel("Search payments").fill("10.00 usd");
  await page.getByText("the beginning is enough").waitFor();
  await page.getByRole("button", { name: "Search all payments" }).click();
  await page.getByText("coffee 1").waitFor();
  expect(await page.getByRole("row").count()).toBe(1 + 2);
  await page.getByText("Search results have no totals").waitFor();
  await takePictures(page, "console-payments-found");
  await expectAccessibleInBoth(page);
  await page.getByLabel("Search payments").fill("TEA_");
  await page.getByText("coffee 1").waitFor({ state: "detached" });
  const href = (await page.getByRole("link", { name: "tea_1" }).getAttribute("href")) ?? "";
  await page.getByLabel("Search payments").fill(href.slice(href.indexOf("pay_")));
  await page.waitForURL(/q=pay_/);
  await page.getByText("tea_1").waitFor();
  expect(await page.getByRole("row").count()).toBe(1 + 1);
});

test("a long name does not push the amount out of view", async () => {
  const owner = await server.newOwner();
  await made(owner, "order ".repeat(40));
  await server.sql("update merchants set name = $2 where id = $1", [owner.merchantId, "Shop & Sons ".repeat(20)]);
  const page = await openConsole({ server, path: "/payments", apiKey: owner.apiKey });
  const amount = await page.getByRole("cell", { name: "US$10.00" }).boundingBox();
  const table = await page.getByRole("table").boundingBox();
  expect((amount?.x ?? 0) + (amount?.width ?? 0)).toBeLessThanOrEqual((table?.x ?? 0) + (table?.width ?? 0) + 1);
  expect((table?.x ?? 0) + (table?.width ?? 0)).toBeLessThan(1280);
  expect(amount?.height).toBeLessThan(80);
  await takePictures(page, "console-payments-long-names");
});

test("a link with filters applies them, also on a phone", async () => {
  const owner = await server.newOwner();
  for (const reference of ["tea 1", "coffee 1"]) await made(owner, reference);
  const page = await openConsole({
    server,
    path: "/payments?referenceId=tea&period=24h&status=requires_action&status=expired",
    apiKey: owner.apiKey,
    viewport: "narrow",
  });
  await page.getByText("tea 1").waitFor();
  expect(await page.getByText("coffee 1").count()).toBe(0);
  await page.getByRole("button", { name: "Filters, 2 active" }).click();
  await page
    .getByRole("dialog", { name: "Filters" })
    .getByText("Last 24 hours")
    .or(page.getByRole("dialog").getByRole("button", { name: "Show payments" }))
    .first()
    .waitFor();
  await expectAccessibleInBoth(page);
  await page.getByRole("button", { name: "Show payments" }).click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test("pages by cursor, forward and back", async () => {
  const owner = await server.newOwner();
  for (let n = 1; n <= 53; n++) await made(owner, `order ${String(n).padStart(3, "0")}`);
  const page = await openConsole({ server, path: "/payments", apiKey: owner.apiKey });
  await page.getByText("order 053").waitFor();
  expect(await page.getByRole("row").count()).toBe(1 + 50);
  await page.getByRole("link", { name: "Next page" }).click();
  await page.getByText("order 003").waitFor();
  await page.getByText("51–53 of 53").waitFor();
  expect(await page.getByRole("row").count()).toBe(1 + 3);
  await takePictures(page, "console-payments-last-page");
  await page.getByRole("button", { name: "Back" }).click();
  await page.getByText("order 053").waitFor();
  await page.goForward();
  await page.getByText("order 003").waitFor();
  await page.getByRole("link", { name: "First page" }).click();
  await page.getByText("order 053").waitFor();
  expect(search(page)).toBe("");
});

test("a payment created elsewhere appears automatically", async () => {
  const owner = await server.newOwner();
  const page = await openConsole({ server, path: "/payments", apiKey: owner.apiKey });
  await page.getByText("Live", { exact: true }).waitFor();
  await made(owner, "from the shop");
  await page.getByText("from the shop").waitFor();
});

test("updates continue after the server has refused the place of the last one", async () => {
  const owner = await server.newOwner();
  const refusal = { code: "invalid_request", message: "after is not valid", requestId: "req_of_the_test" };
  const page = await openConsole({
    server,
    apiKey: owner.apiKey,
    allows: [{ kind: "asset", what: /changes/, why: "the test itself sends this response" }],
  });
  let refused: string | null = null;
  await page.route("**/console/api/changes?*", async (route) => {
    const after = new URL(route.request().url()).searchParams.get("after");
    refused ??= after;
    if (after === null || after !== refused) return route.continue();
    await made(owner, "while nobody listened");
    await route.fulfill({ status: 400, json: refusal });
  });
  await page.goto("/console/payments");
  await page.getByText("while nobody listened").waitFor();
});

test("the export contains only matching payments", async () => {
  const owner = await server.newOwner();
  for (const reference of ["tea 1", "coffee 1"]) await made(owner, reference);
  const page = await openConsole({ server, path: "/payments?referenceId=tea", apiKey: owner.apiKey });
  await page.getByText("tea 1").waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  const text = await textOf(await file.createReadStream());
  expect(text).toContain("tea 1");
  expect(text).not.toContain("coffee 1");
});

test("a failed read is reported and can be retried", async () => {
  const page = await openConsole({
    server,
    path: "/payments",
    allows: [{ kind: "server", what: /payments/, why: "the test itself sends this response" }],
  });
  await page.getByRole("table").waitFor();
  const broken = { code: "internal_error", message: "Internal error", requestId: "req_of_the_test" };
  await page.route("**/console/api/v1/payments*", (route) => route.fulfill({ status: 500, json: broken }));
  await page.goto("/console/payments?status=failed");
  await page.getByText("Something went wrong on the server").waitFor();
  await page.getByText("req_of_the_test").waitFor();
  await takePictures(page, "console-payments-failed");
  await expectAccessibleInBoth(page);
  await page.unroute("**/console/api/v1/payments*");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("No payments match").waitFor();
});

/** "May 28, 2026, 10:58 AM": the widest that a time becomes in English. */
const LONG_TIME = "2026-05-28T08:58:48.000Z";

/** A paid payment that is marked as refunded, and listed as paid in a coin of 18 decimals. */
async function refundedInEther(page: Page): Promise<void> {
  await page.route("**/console/api/v1/payments*", async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { createdAt: string; tokenAmount: object | null }[] };
    const display = { assetSymbol: "ETH", decimals: 18, networkName: "Ethereum" };
    for (const payment of body.data) {
      payment.createdAt = LONG_TIME;
      payment.tokenAmount &&= { ...payment.tokenAmount, value: "4166666666666667", display };
    }
    await route.fulfill({ response, json: body });
  });
}

test.each(["en", "de", "ar"])(
  "long times, token amounts and two badges stay in their columns, in %s",
  async (locale) => {
    const owner = await server.newOwner();
    const place = asPartner(server, owner);
    const paid = await createPayment(place);
    await confirm(place, await signPayment(place, paid, await server.newBuyer()));
    await untilFinal(place, paid);
    expect((await place.call({ path: "/v1/refunds", body: { paymentId: paid } })).status).toBeLessThan(300);
    const page = await openConsole({ server, apiKey: owner.apiKey, locale });
    await refundedInEther(page);
    await page.goto("/console/payments");
    const amount = page.locator("td [title*='ETH']").first();
    await amount.waitFor();
    expect(await amount.textContent()).toMatch(locale === "de" ? /^0,00416667\sETH$/ : /00416667\sETH$/);
    const tooWide = await page
      .locator("td, th")
      .evaluateAll((cells) =>
        cells.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map((cell) => cell.textContent),
      );
    expect(tooWide).toEqual([]);
    await takePictures(page, `console-payments-ether-${locale}`);
  },
);

test("on a phone, a refunded payment's time is not pushed away, and what was received is before refunds", async () => {
  const owner = await server.newOwner();
  const place = asPartner(server, owner);
  const paid = await createPayment(place);
  await confirm(place, await signPayment(place, paid, await server.newBuyer()));
  await untilFinal(place, paid);
  await place.call({ path: "/v1/refunds", body: { paymentId: paid } });
  const page = await openConsole({ server, apiKey: owner.apiKey, path: "/payments", viewport: "narrow" });
  await page.getByText("Refunded", { exact: true }).waitFor();
  const time = page.getByRole("main").locator("li time");
  const isWhole = await time.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect();
    const clips = element.parentElement?.getBoundingClientRect();
    return right > left && clips !== undefined && right <= clips.right + 1;
  });
  expect(isWhole).toBe(true);
  await page.getByText("received, before refunds").waitFor();
  await takePictures(page, "console-payments-refunded");
  await page.goto("/console");
  await page.getByText("Before refunds").waitFor();
  await page.getByText("Refunded", { exact: true }).waitFor();
});
