// The console in another language: chosen by the browser or by its user, in its text direction, and remembered.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ar } from "../../../locales/console/ar.ts";
import { de } from "../../../locales/console/de.ts";
import { en, type Messages } from "../../../locales/console/en.ts";
import { directionOf, LANGUAGE_NAMES } from "../../../src/pages/messages/languages.ts";
import { createPayment } from "../../harness/chain/wallet.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { expectAccessibleInBoth, openConsole } from "../harness/console.ts";
import { openPage } from "../harness/page.ts";
import { takePictures } from "../harness/picture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const rootOf = (page: Page): Promise<readonly [string, string]> =>
  page.evaluate(() => [document.documentElement.lang, document.documentElement.dir] as const);

const isWiderThanScreen = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

test.each<["de" | "ar", Messages]>([
  ["de", de],
  ["ar", ar],
])("%s: the browser's language, from the sign-in to the keys", async (language, texts) => {
  const owner = await server.newOwner();
  const page = await openPage({ server, viewport: "desktop", locale: language });
  await page.goto("/console/keys");
  await page.getByText(texts.signIn.text).waitFor();
  expect(await rootOf(page)).toEqual([language, directionOf(language)]);
  await takePictures(page, `console-sign-in-${language}`);
  await expectAccessibleInBoth(page);

  await page.getByRole("button", { name: texts.signIn.byKey }).click();
  await page.getByLabel(texts.signIn.key).fill(owner.apiKey);
  await page.getByRole("button", { name: texts.signIn.title, exact: true }).click();
  await page.getByRole("heading", { level: 1, name: texts.keys.title }).waitFor();
  await page.getByText(texts.keys.list.thisSession).waitFor();
  await page.getByRole("link", { name: texts.app.places.payments, exact: true }).waitFor();
  await takePictures(page, `console-keys-${language}`);
  await expectAccessibleInBoth(page);
  await page.setViewportSize({ width: 320, height: 568 });
  expect(await isWiderThanScreen(page)).toBe(false);

  await page.getByRole("button", { name: texts.keys.add }).click();
  await page.getByRole("radio", { name: texts.keys.roles.read.label }).waitFor();
  await takePictures(page, `console-key-new-${language}`);
  await expectAccessibleInBoth(page);
});

test("an error is explained in the reader's language, with the API's own words beneath", async () => {
  const page = await openConsole({ server, path: "/payments/pay_nothing", locale: "ar" });
  await page.getByText(ar.app.failure.codes.not_found.title, { exact: true }).waitFor();
  await page.getByText(ar.app.failure.codes.not_found.text).waitFor();
  expect(await page.getByText("Payment not found").getAttribute("lang")).toBe("en");
});

test("a language chosen in the account menu takes effect at once and survives a reload", async () => {
  const page = await openConsole({ server, path: "/keys" });
  expect(await rootOf(page)).toEqual(["en", "ltr"]);
  await page.getByRole("button", { name: new RegExp(en.app.access.partner) }).click();
  await page.getByLabel(en.app.language).selectOption({ label: LANGUAGE_NAMES.ar });
  await page.getByRole("heading", { level: 1, name: ar.keys.title }).waitFor();
  expect(await rootOf(page)).toEqual(["ar", "rtl"]);
  // The sidebar is on the right.
  const menu = await page.getByRole("navigation", { name: ar.app.frame.console }).boundingBox();
  expect(menu?.x).toBeGreaterThan(640);
  await page.reload();
  await page.getByRole("heading", { level: 1, name: ar.keys.title }).waitFor();
  expect(await rootOf(page)).toEqual(["ar", "rtl"]);
  await page.getByRole("button", { name: new RegExp(ar.app.access.partner) }).click();
  await page.getByLabel(ar.app.language).waitFor();
  await takePictures(page, "console-account-ar");
  await expectAccessibleInBoth(page);
});

test("only the language in use is loaded, by the page itself", async () => {
  const page = await openPage({ server, viewport: "desktop", locale: "de" });
  const scripts: string[] = [];
  page.on("request", (request) =>
    scripts.push(/\/assets\/console\/((?:en|de|es|zh|ar)-.*)/.exec(request.url())?.[1] ?? ""),
  );
  const response = await page.goto("/console");
  await page.getByText(de.signIn.text).waitFor();
  const loaded = scripts.filter((name) => name !== "");
  expect(loaded).toEqual([expect.stringMatching(/^de-/)]);
  expect(await response?.text()).toContain(`<link rel="modulepreload" href="/assets/console/${loaded[0]}">`);
});

test("without storage, a chosen language lasts until the page is left", async () => {
  const page = await openPage({ server, viewport: "desktop" });
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("blocked", "SecurityError");
      },
    });
  });
  await page.goto("/console");
  await page.getByLabel(en.app.language).selectOption("de");
  await page.getByText(de.signIn.text).waitFor();
  await page.reload();
  await page.getByText(en.signIn.text).waitFor();
});

test("counts have the numerals of the reader's region, as amounts do", async () => {
  // Fewer are written without a digit.
  for (let count = 0; count < 3; count++) await createPayment(server);
  const page = await openConsole({ server, path: "/payments", locale: "ar-EG" });
  await page.locator("p[role=status]").first().waitFor();
  expect(await page.locator("p[role=status]").first().textContent()).toMatch(/^[^0-9]*[٠-٩][^0-9]*$/);
  await page.goto("/console");
  await page.getByText("٣٠ يومًا", { exact: true }).waitFor();
});
