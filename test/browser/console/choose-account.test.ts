// Signing in with an address and a password that users of several partners have.
import { randomBytes } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ar } from "../../../locales/console/ar.ts";
import { de } from "../../../locales/console/de.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { newUser, PASSWORD, type TestUser } from "../../harness/server/users.ts";
import { expectAccessibleInBoth, openConsole } from "../harness/console.ts";
import { openPage } from "../harness/page.ts";
import { takePictures } from "../harness/picture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

let email: string;
let owner: TestUser;
let reader: TestUser;
beforeEach(async () => {
  email = `${randomBytes(6).toString("hex")}@example.com`;
  const [one, two] = [await server.newOwner(), await server.newOwner()];
  await server.sql("update partners set name = 'Red Shop' where id = $1", [one.partnerId]);
  await server.sql("update partners set name = 'Blue Shop' where id = $1", [two.partnerId]);
  owner = await newUser(server, one.apiKey, { role: "owner", email });
  reader = await newUser(server, two.apiKey, { role: "reader", email });
});

async function submit(page: Page, texts: { readonly email: string; readonly password: string }): Promise<void> {
  await page.getByLabel(texts.email).fill(email);
  await page.getByLabel(texts.password).first().fill(PASSWORD);
  await page.keyboard.press("Enter");
}

test("the account is chosen by keyboard, and the page is the chosen partner's", async () => {
  const page = await openPage({ server, viewport: "narrow" });
  await page.goto("/console/account");
  await submit(page, { email: "Email address", password: "Password" });
  const heading = page.getByRole("heading", { name: "Choose an account" });
  await heading.waitFor();
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
  const accounts = page.getByRole("list", { name: "Choose an account" }).getByRole("button");
  expect(await accounts.allInnerTexts()).toEqual(["Blue Shop\nReader", "Red Shop\nOwner"]);
  await takePictures(page, "console-choose-account");
  await expectAccessibleInBoth(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Your account" }).waitFor();
  await page.getByRole("button", { name: /Red Shop/ }).waitFor();
});

test("back leads to the form, with the address; two partners of one name are told apart by their ids", async () => {
  await server.sql("update partners set name = 'Red Shop' where name = 'Blue Shop'");
  const page = await openPage({ server, locale: "de-DE" });
  const { signIn: texts } = de;
  await page.goto("/console");
  await submit(page, texts);
  const accounts = page.getByRole("list", { name: texts.choose.title }).getByRole("button");
  await accounts.first().waitFor();
  for (const text of await accounts.allInnerTexts()) expect(text).toMatch(/^Red Shop\n.+ · prtn_/);
  await page.getByRole("button", { name: texts.choose.back }).click();
  expect(await page.getByLabel(texts.email).inputValue()).toBe(email);
  expect(await page.getByLabel(texts.password).first().inputValue()).toBe("");
});

test("an account that was removed since is refused in the reader's language, and the other one still signs in", async () => {
  const page = await openPage({
    server,
    locale: "ar",
    allows: [{ kind: "console", what: /401/, why: "the account was removed" }],
  });
  const { signIn: texts } = ar;
  await page.goto("/console");
  await submit(page, texts);
  await page.getByRole("heading", { name: texts.choose.title }).waitFor();
  await server.sql("update users set name = null, email = null, password = null, removed_at = now() where id = $1", [
    reader.id,
  ]);
  await page.getByRole("button", { name: /Blue Shop/ }).click();
  await page.getByRole("alert").getByText(texts.wrong).waitFor();
  await expectAccessibleInBoth(page);
  await page.getByRole("button", { name: /Red Shop/ }).click();
  await page.getByRole("navigation").first().waitFor();
});

test("after a session has ended, its user signs in again without a choice", async () => {
  const page = await openConsole({
    server,
    user: owner,
    path: "/team",
    allows: [{ kind: "console", what: /401/, why: "the session has ended" }],
  });
  await page.getByRole("button", { name: "End sessions" }).first().waitFor();
  await page.context().clearCookies();
  await page.getByRole("button", { name: "End sessions" }).first().dispatchEvent("click");
  const ended = page.getByRole("dialog", { name: "Your session has ended" });
  await ended.waitFor();
  await submit(page, { email: "Email address", password: "Password" });
  await ended.waitFor({ state: "detached" });
  await page
    .getByRole("button", { name: /Red Shop/ })
    .first()
    .waitFor();
});
