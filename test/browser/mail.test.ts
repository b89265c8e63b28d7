// What people see of mail: the form on a receipt, the invitation of a user, the switches of an account, and the page
// behind a message's link.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { sharedServer } from "../harness/server/shared-server.ts";
import { newUser, PASSWORD, type TestUser } from "../harness/server/users.ts";
import { mailServerForFile } from "../mail/mail-server.ts";
import { givenPayment, givenSucceededPayment } from "../routes/given.ts";
import type { RouteServer } from "../routes/setup.ts";
import { expectAccessible } from "./harness/axe.ts";
import { expectAccessibleInBoth, openConsole } from "./harness/console.ts";
import type { Allowance } from "./harness/faults.ts";
import { openPage } from "./harness/page.ts";
import { takePictures } from "./harness/picture.ts";
import { noSidewaysScroll } from "./harness/width.ts";

/** Sessions at a server with HTTPS need HTTPS. */
const PUBLIC_URL = "http://pay.example";
const { server, mailbox } = mailServerForFile({ PUBLIC_URL });
const paid = (changes: object = {}) => givenSucceededPayment(server() as unknown as RouteServer, changes);
const mailTo = (address: string) => mailbox().next(({ to }) => to.includes(address));

/** The languages whose pictures are taken: the long one, and the one that runs from right to left. */
const LOCALES = ["en-GB", "de-DE", "ar-EG"];
const languageOf = (locale: string) => locale.slice(0, 2);
const WRONG: Allowance = { kind: "console", what: /400/, why: "the address is wrong" };

test.each([true, false])("a buyer gets the receipt by mail; with script: %s", async (javaScriptEnabled) => {
  const address = `buyer-${javaScriptEnabled}@example.com`;
  const page = await openPage({ server: server(), javaScriptEnabled, allows: [WRONG] });
  await page.goto(`/${await paid()}`);
  const field = page.getByLabel("Your email address");
  await page.getByText("Only for this receipt: the address is deleted once it is sent.").waitFor();
  await field.fill("ada@");
  const send = page.getByRole("button", { name: "Send receipt by email" });
  await send.click();
  const fault = page.getByText("This is not an email address.");
  await fault.waitFor();
  expect(await field.inputValue()).toBe("ada@");
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  expect(await field.evaluate((each) => each === document.activeElement)).toBe(true);
  expect((await field.getAttribute("aria-describedby"))?.split(" ")).toContain(await fault.getAttribute("id"));
  await field.fill(address);
  await send.click();
  const result = page.getByRole("status").getByText("The receipt is on its way.");
  await result.waitFor();
  const isInView = () => result.evaluate((each) => each.getBoundingClientRect().bottom <= innerHeight);
  await expect.poll(isInView).toBe(true);
  expect(await field.count()).toBe(0);
  expect((await mailTo(address)).headers.get("subject")).toBe("Receipt from Test shop");
});

test.each(LOCALES)("the receipt's form, its fault and its result can be read in %s", async (locale) => {
  const page = await openPage({ server: server(), locale, allows: [WRONG] });
  const language = languageOf(locale);
  await page.goto(`/${await paid()}`);
  const form = page.locator("form.mail");
  const button = form.getByRole("button");
  await button.waitFor();
  await takePictures(page, `mail-receipt-${language}`);
  await expectAccessible(page);
  await button.click();
  await page.locator("#mail-error").waitFor();
  await takePictures(page, `mail-receipt-fault-${language}`);
  await expectAccessible(page);
  await noSidewaysScroll(page);
  await form.getByRole("textbox").fill(`reader-${language}@example.com`);
  await button.click();
  const result = page.locator("#mail");
  await result.and(page.getByRole("status")).waitFor();
  if (language === "de") await result.getByText("Der Beleg ist unterwegs.").waitFor();
  await takePictures(page, `mail-receipt-asked-${language}`);
  await expectAccessible(page);
  await noSidewaysScroll(page);
});

test("a page on which an address is typed neither changes nor sends the buyer back to the shop", async () => {
  const page = await openPage({ server: server(), allows: [WRONG] });
  await page.clock.install();
  const shop = "https://shop.example/thanks";
  await page.goto(`/${await paid({ checkout: { successUrl: shop, errorUrl: shop } })}`);
  const field = page.getByLabel("Your email address");
  const countdown = page.locator(".leaving");
  await countdown.waitFor();
  await field.focus();
  await countdown.waitFor({ state: "detached" });
  await field.fill("ada@example.com");
  const again = page.waitForResponse((response) => response.url().includes("/pay_"));
  await page.clock.runFor(60_000); // a payment that has just succeeded is read again
  await again;
  expect(await field.inputValue()).toBe("ada@example.com");
  await field.fill("ada@");
  await page.getByRole("button", { name: "Send receipt by email" }).click();
  await page.getByText("This is not an email address.").waitFor();
  await page.clock.runFor(60_000);
  expect([await field.inputValue(), await countdown.count()]).toEqual(["ada@", 0]);
  await field.fill("ada.stays@example.com");
  await page.getByRole("button", { name: "Send receipt by email" }).click();
  await page.getByText("The receipt is on its way.").waitFor();
  await page.clock.runFor(60_000);
  expect(await countdown.count()).toBe(0);
  await page.emulateMedia({ media: "print" });
  expect(await page.getByText("The receipt is on its way.").isVisible()).toBe(false);
});

test("neither an open payment nor a server without mail has the form", async () => {
  const open = await openPage({ server: server() });
  await open.goto(`/${await givenPayment(server() as unknown as RouteServer)}`);
  await open.getByRole("heading", { level: 1 }).waitFor();
  expect(await open.locator("input[type=email]").count()).toBe(0);
  const without = await sharedServer();
  try {
    const page = await openPage({ server: without });
    await page.goto(`/${await givenSucceededPayment(without as unknown as RouteServer)}`);
    await page.getByText("Payment ID").waitFor();
    expect(await page.locator("input[type=email]").count()).toBe(0);
  } finally {
    await without.stop();
  }
});

const newOwner = async (): Promise<TestUser> => {
  const { apiKey } = await server().newOwner();
  return newUser(server(), apiKey, { role: "owner", name: "Grace Hopper" });
};

test("somebody is invited by mail: the link goes to the address and is not shown", async () => {
  const page = await openConsole({ server: server(), user: await newOwner(), path: "/team", allows: [WRONG] });
  await page.getByRole("button", { name: "Invite someone" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Invite someone" });
  await dialog.getByText("The invitation is sent there, and the link is not shown to you.").waitFor();
  await dialog.getByLabel("Name").fill("Ada Lovelace");
  await dialog.getByRole("radio", { name: "Reader" }).check();
  const invite = async (address: string) => {
    await dialog.getByLabel("Email (optional)").fill(address);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await page.getByLabel("Password").first().fill(PASSWORD);
    await page.getByRole("button", { name: "Create invitation" }).click();
  };
  await invite("ada..lovelace@example.com"); // browsers accept it as an address
  const field = dialog.getByLabel("Email (optional)");
  const fault = dialog.getByText("This address can't receive email. Check its spelling.");
  await fault.waitFor();
  await expect.poll(() => field.evaluate((each) => each === document.activeElement)).toBe(true);
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  expect(await dialog.getByLabel("Name").inputValue()).toBe("Ada Lovelace");
  await takePictures(page, "mail-invite-refused");
  await expectAccessible(page);
  await invite("ada.lovelace@example.com");
  await page.getByText("It is on its way to ada.lovelace@example.com.").waitFor();
  expect(await page.getByTestId("new-link").count()).toBe(0);
  await expectAccessible(page);
  const { text } = await mailTo("ada.lovelace@example.com");
  const link = /http:\S+join#\S+/.exec(text)?.[0] ?? "";
  const joining = await openPage({ server: server() });
  await joining.goto(link.slice(PUBLIC_URL.length));
  await joining.getByRole("heading", { name: "Join Test partner" }).waitFor();
});

test.each(LOCALES)(
  "the field for an invitation's address, and what becomes of it, can be read in %s",
  async (locale) => {
    const user = await newOwner();
    const page = await openConsole({ server: server(), user, path: "/team", locale });
    const language = languageOf(locale);
    await page.getByRole("main").getByRole("button").first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").first().fill("Ada Lovelace");
    await dialog.locator("input[type=email]").fill(`invited-${language}@example.com`);
    await dialog.getByRole("radio").last().check();
    await takePictures(page, `mail-invite-${language}`);
    await expectAccessibleInBoth(page);
    await dialog.locator("button[type=submit]").click();
    await page.locator("input[type=password]").fill(PASSWORD);
    await page.locator("input[type=password]").press("Enter");
    await page.getByText(`invited-${language}@example.com`).waitFor();
    await takePictures(page, `mail-invited-${language}`);
    await expectAccessibleInBoth(page);
  },
);

async function isOn(page: Page, name: string): Promise<boolean> {
  return page.getByRole("switch", { name }).isChecked();
}

test("a user switches a kind of mail off and chooses the language, and both are there after loading again", async () => {
  const user = await newOwner();
  const page = await openConsole({ server: server(), user, path: "/account" });
  const name = "Payments that need attention";
  expect(await isOn(page, name)).toBe(true);
  const saved = () =>
    page.waitForResponse((response) => response.request().method() === "PUT" && response.url().endsWith("/mail"));
  await Promise.all([saved(), page.getByRole("switch", { name }).click()]);
  await Promise.all([saved(), page.getByLabel("Language of emails").selectOption("Deutsch")]);
  await page.reload();
  await page.getByRole("switch", { name }).waitFor();
  expect([await isOn(page, name), await isOn(page, "Failing webhook endpoints")]).toEqual([false, true]);
  expect(await page.getByLabel("Language of emails").inputValue()).toBe("de");
  const { body } = await user.call({ path: "/account/mail" });
  expect(body).toMatchObject({ off: ["exceptions"], language: "de" });
});

test.each(LOCALES)("the account's card of mail can be read and used in %s", async (locale) => {
  const user = await newOwner();
  const page = await openConsole({ server: server(), user, path: "/account", locale });
  await page.getByRole("switch").first().waitFor();
  await takePictures(page, `mail-account-${languageOf(locale)}`);
  await expectAccessibleInBoth(page);
  await noSidewaysScroll(page);
});

/** The path of the link by which the user's notices end. */
async function linkOfNotice(language: string): Promise<{ readonly path: string; readonly user: TestUser }> {
  const partner = await server().asNewOwner();
  const user = await newUser(partner, partner.apiKey, { role: "owner" });
  await user.call({ method: "PUT", path: "/account/mail", body: { off: [], language } });
  await server().store.openMailQueue().announce();
  await server().sql(
    `insert into exceptions (id, partner_id, payment_id, kind, message) values ('exc_' || $2, $1, $2, 'late', 'late')`,
    [partner.partnerId, await givenPayment(partner)],
  );
  const { headers } = await mailTo(user.email);
  const link = /<(.+)>/.exec(headers.get("list-unsubscribe") ?? "")?.[1] ?? "";
  return { path: link.slice(PUBLIC_URL.length), user };
}

test.each(LOCALES)("a notice's link opens a page that asks, and its button ends the mail, in %s", async (locale) => {
  const language = languageOf(locale);
  const { path, user } = await linkOfNotice(language);
  const page = await openPage({ server: server(), locale });
  await page.goto(path);
  expect(await page.locator("html").getAttribute("lang")).toBe(language);
  const wishes = async () => (await user.call({ path: "/account/mail" })).body;
  if (language === "en") {
    await page.getByRole("heading", { name: "Stop these emails?" }).waitFor();
    await page.getByText("You then get no more emails about payments that need attention.").waitFor();
  }
  await takePictures(page, `mail-stop-${language}`);
  await noSidewaysScroll(page);
  expect(await wishes()).toMatchObject({ off: [] });
  await page.getByRole("main").getByRole("button").click();
  const account = page.getByRole("main").getByRole("link");
  await account.waitFor();
  expect(await account.getAttribute("href")).toBe("/console/account");
  await takePictures(page, `mail-stopped-${language}`);
  await noSidewaysScroll(page);
  expect(await wishes()).toMatchObject({ off: ["exceptions"] });
});

test("the page of a notice's link is accessible, and so is that of a link that does not work", async () => {
  const { path } = await linkOfNotice("en");
  const why = "the link does not work";
  const page = await openPage({ server: server(), allows: [{ kind: "console", what: /404/, why }] });
  await page.goto(path);
  await page.getByRole("button", { name: "Stop these emails" }).waitFor();
  await expectAccessible(page);
  await page.goto(path.replace(/[^.]+(?=\?)/, "x"));
  await page.getByRole("heading", { name: "This link does not work" }).waitFor();
  await expectAccessible(page);
  await takePictures(page, "mail-stop-unknown");
});
