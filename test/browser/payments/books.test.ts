// The books in the console: downloads, closing a month, and a merchant's statement on screen and on paper.
import { text as textOf } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ar } from "../../../locales/console/ar.ts";
import { de } from "../../../locales/console/de.ts";
import { en } from "../../../locales/console/en.ts";
import { confirm, createPayment, signPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { newUser } from "../../harness/server/users.ts";
import { monthAgo, moveEvents } from "../../routes/books/months.ts";
import { expectAccessibleInBoth, openConsole } from "../harness/console.ts";
import { takePictures } from "../harness/picture.ts";
import { noSidewaysScroll } from "../harness/width.ts";

const { books: texts } = en;
const [LAST, PRESENT] = [monthAgo(1), monthAgo(0)];
const nameIn = (month: string, locale: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString(locale, { month: "long", year: "numeric", timeZone: "UTC" });

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ bendsBooks: "events are moved to an earlier month" });
  const paid = await createPayment(server, { referenceId: "A 1", amount: { unit: "iso4217/USD", value: "1234" } });
  await confirm(server, await signPayment(server, paid, await server.newBuyer()));
  await untilFinal(server, paid);
  await moveEvents(server, LAST);
  await server.sql("update partners set created_at = $1", [`${monthAgo(3)}-10Z`]);
});
afterAll(() => server.stop());

test("a month is downloaded in each format, closed by a manager, and keeps its checksum", async () => {
  const user = await newUser(server, server.apiKey, { role: "manager", name: "Ada" });
  const page = await openConsole({ server, user, path: "/books" });
  const last = page.locator("section").filter({ hasText: nameIn(LAST, "en-GB") });
  await page
    .locator("section")
    .filter({ hasText: nameIn(PRESENT, "en-GB") })
    .waitFor();
  await takePictures(page, "console-books");

  const download = async (): Promise<[name: string, text: string]> => {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      last.getByRole("button", { name: texts.download }).click(),
    ]);
    return [file.suggestedFilename(), await textOf(await file.createReadStream())];
  };
  const [csv, lines] = await download();
  expect([csv, lines]).toEqual([`books-${LAST}-open.csv`, expect.stringContaining(",12.34,0.04,12.30,")]);
  await page.getByLabel(texts.format).selectOption("hledger");
  const [journal, postings] = await download();
  expect([journal, postings]).toEqual([`books-${LAST}-open.journal`, expect.stringContaining("Income:Sales:")]);

  await last.getByRole("button", { name: texts.close.action }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(texts.close.text).waitFor();
  await dialog.getByRole("button", { name: texts.close.action }).click();
  await last.getByText(texts.closed, { exact: true }).waitFor();
  const [{ checksum = "none" } = {}] = await server.sql<{ checksum: string }>(
    "select encode(checksum, 'hex') as checksum from closed_months",
  );
  expect(await last.textContent()).toContain(checksum);
  expect(await last.textContent()).toMatch(/Closed on .+ by Ada · 1 entry/);
  expect((await download())[0]).toBe(`books-${LAST}.journal`);
  expect(await last.getByRole("button", { name: texts.close.action }).count()).toBe(0);
  await expectAccessibleInBoth(page);
});

test("a reader sees the months and closes none", async () => {
  const user = await newUser(server, server.apiKey, { role: "reader" });
  const page = await openConsole({ server, user, path: "/books", viewport: "phone" });
  await page
    .locator("section")
    .filter({ hasText: nameIn(PRESENT, "en-GB") })
    .waitFor();
  expect(await page.getByRole("button", { name: texts.close.action }).count()).toBe(0);
  await noSidewaysScroll(page);
});

test.each([
  ["en", "en-GB", en],
  ["de", "de-DE", de],
  ["ar", "ar", ar],
] as const)("the statement of a merchant in %s, from the list, to print", async (language, locale, words) => {
  const page = await openConsole({ server, path: "/books", locale });
  const last = page.locator("section").filter({ hasText: nameIn(LAST, locale) });
  await last.getByRole("link", { name: words.books.statement.open }).click();
  await page.getByRole("heading", { level: 2, name: words.books.statement.sales }).waitFor();
  const paper = page.locator("article");
  expect(await paper.textContent()).toContain("Test shop");
  if (language === "en") {
    const line = page.getByRole("row").filter({ hasText: "12.34" }).first();
    expect(await line.getByRole("cell").allTextContents()).toEqual([
      "USD",
      "1",
      "US$12.34",
      "US$0.04",
      "US$12.30",
      "0",
      "US$0.00",
    ]);
    const tokens = page.getByRole("row").filter({ hasText: "USDC · Local chain" });
    expect(await tokens.textContent()).toContain("12.29064\u00a0USDC");
    expect(await paper.textContent()).toContain(server.destination);
  }
  await takePictures(page, `console-statement-${language}`);
  await expectAccessibleInBoth(page);
  await page.emulateMedia({ media: "print" });
  expect(await page.getByRole("navigation").first().isVisible()).toBe(false);
  expect(await page.getByRole("button", { name: words.books.statement.print }).isVisible()).toBe(false);
  expect(await paper.isVisible()).toBe(true);
  await takePictures(page, `console-statement-print-${language}`);
});
