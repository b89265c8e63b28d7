// People in the console: inviting, joining, signing in with a password, rights on screen, sessions and removal.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { de } from "../../../locales/console/de.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { invite, newUser, PASSWORD } from "../../harness/server/users.ts";
import { expectAccessibleInBoth, openConsole } from "../harness/console.ts";
import { openPage, originOf } from "../harness/page.ts";
import { takePictures } from "../harness/picture.ts";

let server: TestServer;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const fitsIn = async (page: Page, width: number): Promise<void> =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);

test("an owner is invited with the key, joins by the link, and signs in with the password", async () => {
  const owner = await server.newOwner();
  const page = await openConsole({ server, apiKey: owner.apiKey, path: "/team" });
  await page.getByText("Nobody has been invited yet").waitFor();
  await expectAccessibleInBoth(page);
  await page.getByRole("button", { name: "Invite someone" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite someone" });
  await dialog.getByLabel("Name").fill("Ada Lovelace");
  expect(await dialog.getByRole("radio", { name: "Owner" }).isChecked()).toBe(true);
  await takePictures(page, "console-team-invite");
  await expectAccessibleInBoth(page);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("dialog", { name: "Invite Ada Lovelace?" }).getByText("Owner", { exact: true }).waitFor();
  await page.getByLabel("API key").fill(owner.apiKey);
  await page.getByRole("button", { name: "Create invitation" }).click();
  const link = (await page.getByTestId("new-link").textContent()) ?? "";
  await page.getByRole("button", { name: "I've saved it" }).click();
  await page.getByText("Invitation valid until").waitFor();
  await page.getByRole("button", { name: "Invite someone" }).click();
  await dialog.getByLabel("Name").fill("Charles Babbage");
  expect(await dialog.getByRole("radio", { checked: true }).count()).toBe(0);
  expect(await dialog.getByRole("button", { name: "Continue" }).isDisabled()).toBe(true);
  await dialog.getByRole("radio", { name: "Cashier" }).check();
  expect(await dialog.getByRole("button", { name: "Continue" }).isEnabled()).toBe(true);

  const joining = await openPage({ server, viewport: "narrow" });
  await joining.goto(link.replace(/^https?:\/\/[^/]+/, ""));
  await joining.getByRole("heading", { name: "Join Test partner" }).waitFor();
  await takePictures(joining, "console-join");
  await expectAccessibleInBoth(joining);
  await fitsIn(joining, 320);
  const email = `ada.${Date.now()}@example.com`;
  await joining.getByLabel("Email address").fill(email);
  await joining.getByLabel("Password").first().fill(PASSWORD);
  await joining.getByRole("button", { name: "Join" }).click();
  await joining.getByRole("heading", { name: "Overview" }).waitFor();
  expect(joining.url()).not.toContain("#");

  const back = await openPage({
    server,
    allows: [{ kind: "console", what: /401/, why: "the first password is wrong" }],
  });
  await back.goto("/console/account");
  await back.getByLabel("Email address").fill(email);
  await back.getByLabel("Password").first().fill("wrong");
  await back.keyboard.press("Enter");
  await back.getByText("Wrong email address or password.").waitFor();
  await expectAccessibleInBoth(back);
  await back.getByLabel("Password").first().fill(PASSWORD);
  await back.keyboard.press("Enter");
  await back.getByRole("heading", { name: "Your account" }).waitFor();
});

test("a password that is typed and sent before the page is drawn again is the one that is sent", async () => {
  const owner = await server.newOwner();
  const { email } = await newUser(server, owner.apiKey, { role: "owner" });
  const page = await openPage({
    server,
    allows: [{ kind: "console", what: /401/, why: "the first password is wrong" }],
  });
  await page.goto("/console/account");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password").first().fill("wrong");
  await page.keyboard.press("Enter");
  await page.getByText("Wrong email address or password.").waitFor();
  await page
    .getByLabel("Password")
    .first()
    .evaluate(async (field, password) => {
      const input = field as HTMLInputElement;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, password);
      input.dispatchEvent(new Event("input", { bubbles: true }));
      // The page computes itself anew in microtasks, and acts on that only after it is drawn.
      for (let turn = 0; turn < 10; turn += 1) await null;
      input.form?.requestSubmit();
    }, PASSWORD);
  await page.getByRole("heading", { name: "Your account" }).waitFor();
});

test("an address and a password that the server refuses are explained at their fields, in the reader's language", async () => {
  const place = await server.newOwner();
  const ada = await newUser(server, place.apiKey, { role: "owner", name: "Ada Lovelace" });
  const { url } = await invite(server, place.apiKey, { role: "cashier", name: "Charles" });
  const allows = [{ kind: "console", what: /400/, why: "the password is too easy, and the address is taken" }] as const;
  const page = await openPage({ server, locale: "de-DE", allows });
  await page.goto(url.replace(/^https?:\/\/[^/]+/, ""));
  const { join: texts } = de;
  await page.getByLabel(texts.email).fill(ada.email);
  const password = page.getByLabel(texts.password).first();
  await password.fill("a".repeat(20));
  await page.getByRole("button", { name: texts.submit }).click();
  await page.getByText(texts.faults.password).waitFor();
  expect(await page.getByText("must have").count()).toBe(0);
  await expectAccessibleInBoth(page);
  await password.fill(PASSWORD);
  await page.getByRole("button", { name: texts.submit }).click();
  await page.getByText(texts.faults.email).waitFor();
});

test("an owner changes rights and removes a user with the password; a wrong one changes nothing", async () => {
  const place = await server.newOwner();
  const ada = await newUser(server, place.apiKey, { role: "owner", name: "Ada Lovelace" });
  const charles = await newUser(server, place.apiKey, { role: "cashier", name: "Charles Babbage" });
  const page = await openConsole({
    server,
    user: ada,
    path: "/team",
    viewport: "narrow",
    allows: [{ kind: "console", what: /403/, why: "the first password is wrong" }],
  });
  await page.getByText("Charles Babbage").waitFor();
  await takePictures(page, "console-team");
  await expectAccessibleInBoth(page);
  await fitsIn(page, 320);
  await page.getByRole("button", { name: "Change rights of Charles Babbage" }).click();
  await page.getByRole("radio", { name: "Reader" }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  const confirm = page.getByRole("dialog", { name: "Change Charles Babbage's rights?" });
  await confirm.getByLabel("Password").first().fill("wrong");
  await confirm.getByRole("button", { name: "Change rights" }).click();
  await page.getByText("Wrong password or passkey. Nothing was changed.").waitFor();
  expect(await confirm.getByRole("button", { name: /passkey/ }).count()).toBe(0); // the owner has none
  await expectAccessibleInBoth(page);
  await confirm.getByLabel("Password").first().fill(PASSWORD);
  await confirm.getByRole("button", { name: "Change rights" }).click();
  await page.getByText("Reader", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Remove Charles Babbage" }).click();
  await page.getByRole("dialog").getByLabel("Password").first().fill(PASSWORD);
  await page.getByRole("button", { name: "Remove user" }).click();
  await page.getByText("User removed").waitFor();
  expect((await charles.call({ path: "/session" })).status).toBe(401);
});

test("a cashier starts at the till and sees only what the role allows", async () => {
  const place = await server.newOwner();
  const cashier = await newUser(server, place.apiKey, { role: "cashier", merchantIds: [place.merchantId] });
  const page = await openConsole({ server, user: cashier });
  await page.getByRole("heading", { name: "New payment" }).waitFor();
  const menu = page.getByRole("navigation", { name: "Console" });
  expect(await menu.getByRole("link").allTextContents()).toEqual(["Payments", "New payment", "Merchants"]);
  await page.goto(`/console/merchants/${place.merchantId}`);
  await page.getByText("You can't make changes here.").waitFor();
  await expectAccessibleInBoth(page);
  const team = await openConsole({
    server,
    user: cashier,
    path: "/team",
    allows: [{ kind: "console", what: /403/, why: "a cashier may not see it" }],
  });
  await team.getByRole("alert").waitFor();
  expect(await team.getByRole("button", { name: "Invite someone" }).count()).toBe(0);
});

/** A device with a fingerprint reader, as Chromium's virtual authenticator (WebAuthn Level 2 §11). */
async function withAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test("a passkey is registered, confirms changes, signs in, and is refused once removed", async () => {
  const place = await server.newOwner();
  const user = await newUser(server, place.apiKey, { role: "owner" });
  const page = await openConsole({
    server,
    user,
    path: "/account",
    viewport: "narrow",
    allows: [{ kind: "console", what: /401/, why: "the removed passkey is refused" }],
  });
  await withAuthenticator(page);
  await page.getByRole("button", { name: "Add passkey" }).click();
  await page.getByLabel("Name").fill("Ada's phone");
  await expectAccessibleInBoth(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("dialog").getByLabel("Password").first().fill(PASSWORD);
  await page.getByRole("dialog").getByRole("button", { name: "Add passkey" }).click();
  await page.getByText("Passkey added").waitFor();
  await page.getByText("Ada's phone").waitFor();
  await takePictures(page, "console-passkey");
  await expectAccessibleInBoth(page);
  await fitsIn(page, 320);

  await page.context().clearCookies();
  await page.goto("/console/account");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByRole("heading", { name: "Your account" }).waitFor();
  await page.getByText("last used").first().waitFor();
  await page.getByRole("button", { name: "Remove Ada's phone" }).click();
  await page.getByRole("button", { name: "Confirm with a passkey" }).click();
  await page.getByText("None yet.").waitFor();

  await page.context().clearCookies();
  await page.goto("/console");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByText("The passkey was not accepted").waitFor();
  await expectAccessibleInBoth(page);
});

test("at an IP address, where browsers refuse passkeys, none is offered", async () => {
  const atAddress = `http://127.0.0.1:${new URL(originOf(server)).port}`;
  const page = await openPage({ server, otherOrigins: [atAddress] });
  await page.goto("/console");
  const passkey = page.getByRole("button", { name: "Sign in with a passkey" });
  await passkey.waitFor();
  await page.goto(`${atAddress}/console`);
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  expect(await passkey.count()).toBe(0);
});

test("a key's account page says what the key is, and how its holder gets an account", async () => {
  const place = await server.newOwner();
  await server.sql("update api_keys set label = 'Web shop' where partner_id = $1 and role = 'partner'", [
    place.partnerId,
  ]);
  const page = await openConsole({ server, apiKey: place.apiKey, viewport: "narrow", path: "/account" });
  await page.getByRole("heading", { name: "Signed in with an API key" }).waitFor();
  for (const fact of ["Web shop", "Full access", "Test partner", "Browsers that are signed in with this key."]) {
    await page.getByText(fact, { exact: true }).waitFor();
  }
  await takePictures(page, "console-account-key");
  await expectAccessibleInBoth(page);
  await fitsIn(page, 320);
  await page.getByRole("link", { name: "Open Team" }).click();
  await page.getByRole("heading", { name: "Team" }).waitFor();

  const reading = await openConsole({ server, apiKey: place.readKey, path: "/account" });
  await reading.getByText("ask an owner to invite you").waitFor();
  expect(await reading.getByRole("link", { name: "Open Team" }).count()).toBe(0);
});

test("the account page changes the password and ends other sessions", async () => {
  const user = await newUser(server, server.apiKey, { role: "reader" });
  const page = await openConsole({ server, user, path: "/account", viewport: "narrow" });
  await page.getByText("This session").waitFor();
  await takePictures(page, "console-account");
  await expectAccessibleInBoth(page);
  await fitsIn(page, 320);
  await page.getByLabel("New password").first().fill("another pass phrase");
  await page.getByRole("button", { name: "Change password" }).click();
  const dialog = page.getByRole("dialog", { name: "Change your password?" });
  await dialog.getByLabel("Password").first().fill(PASSWORD);
  await dialog.getByRole("button", { name: "Change password" }).click();
  await page.getByText("Password changed").waitFor();
});
