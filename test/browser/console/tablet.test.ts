// The console's lists and tables on tablets and on paper: no text is cut, and no number breaks, nor a table's word.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { confirm, createPayment, signPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { asPartner } from "../../harness/server/as-partner.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { monthAgo } from "../../routes/books/months.ts";
import { openConsole } from "../harness/console.ts";
import { CONSOLE_PAGES } from "../harness/console-pages.ts";
import { takePictures } from "../harness/picture.ts";

let shared: TestServer;
let server: TestServer;
/** Of a partner who received a million. */
let rich: TestServer;

beforeAll(async () => {
  shared = await sharedServer();
  server = asPartner(shared, await shared.newOwner());
  const buyer = await server.newBuyer();
  const paid = await createPayment(server, { referenceId: "Table 14, terrace" });
  await confirm(server, await signPayment(server, paid, buyer));
  await untilFinal(server, paid);
  const million = { amount: { unit: "iso4217/USD", value: "123456789" }, referenceId: "INV-2026-000417" };
  await createPayment(server, million);
  await createPayment(server, { amount: { unit: "iso4217/JPY", value: "57191" }, referenceId: "order 1000" });
  const link = { amount: { unit: "iso4217/EUR", value: "123456" } };
  expect((await server.call({ path: "/v1/payment-links", body: link })).status).toBe(201);
  rich = asPartner(shared, await shared.newOwner());
  const large = await createPayment(rich, million);
  await confirm(rich, await signPayment(rich, large, await rich.newBuyer(2_000_000_000_000n)));
  await untilFinal(rich, large);
});
afterAll(() => shared.stop());

const WIDTHS = [768, 820, 1_024, 1_180];
/** The width of A4 without the margins of one centimetre that browsers leave. */
const A4_PX = 718;

test.each(["en", "de", "ar"].flatMap((locale) => CONSOLE_PAGES.map((path) => [locale, path] as const)))(
  "%s %s",
  async (locale, path) => {
    const page = await openConsole({ server, path, locale, viewport: { width: 768, height: 1_024 } });
    for (const width of WIDTHS) await expectWhole(page, width, `${locale}${path.replace(/\W+/g, "-")}`);
  },
);

test.each(["en", "de", "ar"])("%s statement of a merchant, on screens and on paper", async (locale) => {
  const path = `/books/${monthAgo(0)}/${rich.merchantId}`;
  const page = await openConsole({ server: rich, path, locale, viewport: { width: 768, height: 1_024 } });
  await page.locator("article table").first().waitFor();
  for (const width of [320, 375, ...WIDTHS, 1_280]) {
    await expectWhole(page, width, `${locale}-statement`);
    expect(await page.evaluate(faultsOfStatement), `${width} pixels`).toEqual([]);
  }
  expect(await page.locator("article thead").first().isVisible()).toBe(true);
  await page.emulateMedia({ media: "print" });
  await expectWhole(page, A4_PX, `${locale}-statement-print`);
  expect(await page.evaluate(faultsOfStatement)).toEqual([]);
  expect(await page.locator("article thead").first().isVisible()).toBe(true);
});

/** Leaves the page at that width. */
async function expectWhole(page: Page, width: number, name: string): Promise<void> {
  await page.setViewportSize({ width, height: 1_024 });
  await expect.poll(() => page.locator(".mantine-Skeleton-root").count()).toBe(0);
  expect(await page.evaluate(faultsOfText), `${width} pixels`).toEqual([]);
  await page.screenshot({ path: `test-pictures/tablet-${width}-${name}.png` });
}

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

/** Runs in the page: a table that is too wide, and the amounts and counts that are not at the end of their cells. */
function faultsOfStatement(): string[] {
  const PADDING_PX = 8;
  const paper = document.querySelector("article");
  const isWide = paper !== null && paper.scrollWidth > paper.clientWidth;
  const astray = [...document.querySelectorAll("article td:not(:first-child) > bdi:not(:empty)")].filter((value) => {
    const [own, cell] = [value, value.parentElement ?? value].map((box) => box.getBoundingClientRect());
    if (!own || !cell) return true;
    return (document.dir === "rtl" ? own.left - cell.left : cell.right - own.right) > PADDING_PX;
  });
  return [...(isWide ? ["the statement scrolls sideways"] : []), ...astray.map(({ textContent }) => textContent ?? "")];
}

/** Runs in the page: the texts that an ancestor or the screen cuts, and the numbers and words in several lines. */
function faultsOfText(): string[] {
  const NUMBER = /(?<![\p{L}\p{Nd}])\p{Nd}[\p{Nd}.,٬٫]*(?![\p{L}\p{Nd}])/gu;
  // Not what is longer, such as an account, or is part of it.
  const CELL_WORD = /(?<![\p{L}\p{M}\p{Nd}:])[\p{L}\p{M}\p{Nd}.,٬٫]{2,24}(?![\p{L}\p{M}\p{Nd}:])/gu;
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
    for (const { index, 0: word } of text.matchAll(parent.closest("th, td") ? CELL_WORD : NUMBER)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map((line) => Math.round(line.top)));
      if (lines.size > 1) faults.push(`in ${lines.size} lines: ${word} of ${text}`);
    }
  }
  return faults;
}
