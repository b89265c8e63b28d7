// The hosted form in each language: filled in, with errors, and done, without a word of another language.
import { afterAll, beforeAll, expect, test } from "vitest";
import { CATALOGUES } from "../../../src/pages/catalogues.ts";
import { LANGUAGES } from "../../../src/pages/messages/languages.ts";
import { ADA } from "../../buyer-data/given.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { expectAccessible } from "../harness/axe.ts";
import { openPage } from "../harness/page.ts";
import { takePictures } from "../harness/picture.ts";
import { noSidewaysScroll } from "../harness/width.ts";
import { givenForm } from "./buyer-data-form-given.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ role: "api" });
});
afterAll(() => server.stop());

test.each(LANGUAGES.filter((language) => language !== "en"))("%s", async (language) => {
  const texts = CATALOGUES[language].buyerData;
  const page = await openPage({ server });
  await page.goto(`${(await givenForm(server)).path}?lang=${language}`);
  expect(await page.locator("html").getAttribute("dir")).toBe(language === "ar" ? "rtl" : "ltr");
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(texts.title);
  await page.getByRole("button", { name: texts.go }).click();
  await page.getByText(texts.wrong.fullName).waitFor();
  await expectAccessible(page);
  await takePictures(page, `collect-wrong-${language}`);
  await noSidewaysScroll(page);
  await page.getByLabel(texts.fullName).fill(ADA.fullName);
  await page.getByLabel(texts.dob).fill(ADA.dob);
  await page.locator("#porCountry").selectOption(ADA.porCountry);
  await page.locator("#porAddress").fill(ADA.porAddress);
  await page.locator("#tosConfirmed").check();
  await page.getByRole("button", { name: texts.go }).click();
  await page.getByRole("heading", { name: texts.done.heading }).waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe(language);
  // Text for programs is always in English.
  expect(await page.locator("main").getAttribute("data-message")).toBe('{"type":"IC_COMPLETE","success":true}');
});
