// The console's lists on tablets: no text is cut, and no number breaks.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { confirm, createPayment, signPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { asPartner } from "../../harness/server/as-partner.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { openConsole } from "../harness/console.ts";
import { CONSOLE_PAGES } from "../harness/console-pages.ts";
import { takePictures } from "../harness/picture.ts";

let shared: TestServer;
let server: TestServer;

beforeAll(async () => {
  shared = await sharedServer();
  server = asPartner(shared, await shared.newOwner());
  const buyer = await server.newBuyer();
  const paid = await createPayment(server, { referenceId: "Table 14, terrace" });
  await confirm(server, await signPayment(server, paid, buyer));
  await untilFinal(server, paid);
  await createPayment(server, { amount: { unit: "iso4217/USD", value: "123456789" }, referenceId: "INV-2026-000417" });
  await createPayment(server, { amount: { unit: "iso4217/JPY", value: "57191" }, referenceId: "order 1000" });
  const link = { amount: { unit: "iso4217/EUR", value: "123456" } };
  expect((await server.call({ path: "/v1/payment-links", body: link })).status).toBe(201);
});
afterAll(() => shared.stop());

const WIDTHS = [768, 820, 1_024, 1_180];

test.each(["en", "de", "ar"].flatMap((locale) => CONSOLE_PAGES.map((path) => [locale, path] as const)))(
  "%s %s",
  async (locale, path) => {
    const page = await openConsole({ server, path, locale, viewport: { width: 768, height: 1_024 } });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 1_024 });
      await expect.poll(() => page.locator(".mantine-Skeleton-root").count()).toBe(0);
      expect(await page.evaluate(faultsOfText), `${width} pixels`).toEqual([]);
      await page.screenshot({ path: `test-pictures/tablet-${width}-${locale}${path.replace(/\W+/g, "-")}.png` });
    }
  },
);

test("the payments' columns are wider than their headings and contents", async () => {
  const page = await openConsole({ server, path: "/payments", viewport: { width: 1_180, height: 820 } });
  await page.getByRole("cell", { name: "Table 14, terrace" }).waitFor();
  expect(await columnsOf(page)).toEqual(["Created", "Reference", "Merchant", "Status", "Amount"]);
  await page.setViewportSize({ width: 1_080, height: 820 });
  await page.getByRole("table").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByRole("dialog", { name: "Filters" }).waitFor();
  await takePictures(page, "console-payments-tablet-filters");
});

const columnsOf = async (page: Page): Promise<readonly string[]> =>
  (await page.getByRole("columnheader").allTextContents()).filter((name) => name !== "Paid with");

/** Runs in the page: the texts that an ancestor or the screen cuts, and the numbers in several lines. */
function faultsOfText(): string[] {
  const NUMBER = /(?<![\p{L}\p{Nd}])\p{Nd}[\p{Nd}.,٬٫]*(?![\p{L}\p{Nd}])/gu;
  const ROUNDING_PX = 1.5;
  const faults: string[] = document.documentElement.scrollWidth > innerWidth ? ["the page scrolls sideways"] : [];
  const texts = document.createTreeWalker(document.querySelector("#content") ?? document, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.textContent ?? "";
    const parent = node.parentElement;
    if (text.trim() === "" || !parent?.checkVisibility() || parent.closest("svg, .mantine-VisuallyHidden-root"))
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, right, top, bottom, width } = range.getBoundingClientRect();
    if (width <= 1) continue;
    if (left < -ROUNDING_PX || right > innerWidth + ROUNDING_PX) faults.push(`outside of the screen: ${text}`);
    for (let box: Element | null = parent; box && box.id !== "content"; box = box.parentElement) {
      const { overflowX, overflowY, display } = getComputedStyle(box);
      const edge = box.getBoundingClientRect();
      const cutsX = overflowX === "hidden" || overflowX === "clip" || display === "table-cell";
      const cutsY = overflowY === "hidden" || overflowY === "clip";
      const isCutX = cutsX && (left < edge.left - ROUNDING_PX || right > edge.right + ROUNDING_PX);
      const isCutY = cutsY && (top < edge.top - 4 || bottom > edge.bottom + 4);
      if (isCutX || isCutY) faults.push(`cut by ${box.tagName} ${box.className}: ${text}`);
    }
    for (const { index, 0: number } of text.matchAll(NUMBER)) {
      range.setStart(node, index);
      range.setEnd(node, index + number.length);
      const lines = new Set([...range.getClientRects()].map((line) => Math.round(line.top)));
      if (lines.size > 1) faults.push(`in ${lines.size} lines: ${number} of ${text}`);
    }
  }
  return faults;
}
