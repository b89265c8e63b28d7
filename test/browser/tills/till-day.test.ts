// A day at a till: the sound of a paid sale, its receipt number, a tip, a note, the close of the day, and large keys.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { confirm, signPayment } from "../../harness/chain/wallet.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { expectAccessibleInBoth } from "../harness/console.ts";
import { takePictures } from "../harness/picture.ts";
import { charge, pairTill } from "../harness/till.ts";

let server: TestServer;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

/** Notes and vibrations are counted in the page, and papers are not printed. */
const listen = (page: Page) =>
  page.evaluate(() => {
    const { body } = document;
    const add = (name: string) => body.setAttribute(name, String(Number(body.getAttribute(name) ?? "0") + 1));
    window.print = () => add("data-prints");
    navigator.vibrate = () => {
      add("data-buzzes");
      return true;
    };
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (when) {
      add("data-notes");
      start.call(this, when);
    };
  });

const heard = (page: Page) =>
  page.evaluate(() => [document.body.getAttribute("data-notes"), document.body.getAttribute("data-buzzes")]);

async function pay(page: Page, paymentId: string): Promise<void> {
  await confirm(server, await signPayment(server, paymentId, await server.newBuyer()));
  await page.locator("[data-status=succeeded]").waitFor();
}

const next = (page: Page) => page.getByRole("button", { name: "Next sale" }).click();

test("paid sales sound and have numbers; a tip and a note are on the receipt; the day is closed on paper", async () => {
  const { page } = await pairTill(server, "Bar");
  await listen(page);
  await page.getByText("Today", { exact: true }).click();
  await page.getByLabel("Offer tips").click();
  await page.getByLabel("Tax included in prices, in percent").fill("19");
  await expectAccessibleInBoth(page);
  await page.getByText("Charge", { exact: true }).click();
  await page.locator("input[name=amount]").pressSequentially("1250");
  await page.getByText("10%", { exact: true }).click();
  await page.getByLabel("Note (optional)").fill("Table 4");
  await takePictures(page, "till-tip");
  await expectAccessibleInBoth(page);
  await page.getByText("Tip · €1.25").waitFor();
  await page.getByRole("button", { name: "Charge €13.75" }).click();
  const code = page.getByRole("img", { name: /pay_/ });
  await pay(page, /pay_\w+/.exec((await code.getAttribute("aria-label")) ?? "")?.[0] ?? "");
  expect(await heard(page)).toEqual(["2", "1"]);
  await page.getByText(/^Receipt 00\d\d$/).waitFor();
  const number = await page.getByText(/^Receipt 00\d\d$/).textContent();
  await takePictures(page, "till-paid-number");
  await expectAccessibleInBoth(page);
  await page.getByRole("button", { name: "Print receipt" }).click();
  await page.locator("body[data-prints='1']").waitFor();
  await page.emulateMedia({ media: "print" });
  const receipt = page.getByTestId("receipt");
  const parts = [number ?? "", "€13.75", "Sale: €12.50", "Tip: €1.25", "Includes 19% tax: €2.00", "Table 4"];
  for (const part of parts) expect(await receipt.textContent()).toContain(part);
  expect(await receipt.getByRole("img", { name: "The receipt online" }).isVisible()).toBe(true);
  await takePictures(page, "till-receipt-paper");
  await page.emulateMedia({ media: "screen" });
  await next(page);

  await page.getByText("Today", { exact: true }).click();
  await page.getByLabel(/Sound and vibration/).click();
  await page.getByText("Charge", { exact: true }).click();
  await pay(page, await charge(page));
  expect(await heard(page)).toEqual(["2", "1"]);
  await next(page);
  await page.getByText("Today", { exact: true }).click();
  // Sooner than the next regular read, after 15 seconds: the list was open before the sales.
  await page.getByTestId("count").filter({ hasText: "2 sales" }).waitFor({ timeout: 14_000 });
  expect(await page.getByTestId("total").textContent()).toBe("€26.25");
  await page.getByText(/ · 00\d\d · Table 4/).waitFor();
  await takePictures(page, "till-today-sums");
  await page.getByRole("button", { name: "Close the day" }).click();
  await page.locator("body[data-prints='2']").waitFor();
  await page.emulateMedia({ media: "print" });
  const report = page.getByTestId("receipt").filter({ hasText: "Close of day" });
  for (const part of [/2 sales/, /€26\.25/, /Tips included€1\.25/, /Receipts 00\d\d–00\d\d/])
    expect(await report.textContent()).toMatch(part);
  await takePictures(page, "till-day-paper");
});

test.each([
  { locale: "en-GB", width: 1024, height: 768 },
  { locale: "ar-EG", width: 1180, height: 820 },
  { locale: "de-DE", width: 820, height: 1180 },
])("on a tablet of $width × $height the keys fill the screen without scrolling, in $locale", async (tablet) => {
  const { page } = await pairTill(server, "Tablet", { viewport: tablet, locale: tablet.locale });
  const keys = page.getByRole("group").getByRole("button");
  const boxes = await Promise.all((await keys.all()).map((key) => key.boundingBox()));
  expect(boxes).toHaveLength(12);
  const area = boxes.reduce((sum, box) => sum + (box?.width ?? 0) * (box?.height ?? 0), 0);
  expect(area / (tablet.width * tablet.height)).toBeGreaterThan(0.33);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(tablet.height);
  await takePictures(page, `till-tablet-${tablet.width}`);
});

test.each(["en", "de", "es", "zh", "ar"])(
  "without a connection the button's text fits on a small phone: %s",
  async (locale) => {
    const { page } = await pairTill(server, "Offline", { viewport: "narrow", locale });
    await page.context().setOffline(true);
    const label = page.locator("form button[type=submit] .mantine-Button-label");
    await page.getByRole("status").getByRole("alert").waitFor();
    expect(await label.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  },
);
