// API keys in the console: listing, creating (shown once) and revoking, each confirmed with a key.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newApiKey } from "../../../src/merchant/api-key.ts";
import { makeWith, NOTIFIED } from "../../harness/server/made-by-key.ts";
import type { Owner } from "../../harness/server/owner.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { expectAccessibleInBoth, openConsole } from "../harness/console.ts";
import { takePictures } from "../harness/picture.ts";

let server: TestServer;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const openKeys = async (owner: Owner): Promise<Page> => {
  const page = await openConsole({ server, apiKey: owner.apiKey, path: "/keys" });
  await page.getByText(prefixOf(owner.apiKey)).waitFor();
  return page;
};

/** The visible part of a key: `tp_<role>_` and four characters. */
const prefixOf = (apiKey: string): string => apiKey.slice(0, apiKey.lastIndexOf("_", apiKey.lastIndexOf("_") - 1) + 5);

const statusWith = async (apiKey: string): Promise<number> =>
  (await server.call({ path: "/v1/merchants", headers: { "api-key": apiKey } })).status;

test("creating a key takes a key; the new one is shown once and works", async () => {
  const owner = await server.newOwner();
  const page = await openKeys(owner);
  await page.getByText("This session").waitFor();
  await takePictures(page, "console-keys");
  await expectAccessibleInBoth(page);

  await page.getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Label").fill("Reports");
  await page.getByRole("radio", { name: "Read" }).check();
  await page.getByLabel("Allowed addresses").fill("127.0.0.1, ::1");
  await takePictures(page, "console-key-new");
  await expectAccessibleInBoth(page);
  await page.getByRole("button", { name: "Continue" }).click();
  for (const wrong of [owner.readKey, server.apiKey]) {
    await page.getByLabel("API key").fill(wrong);
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByText("This isn't one of your active partner keys.").waitFor();
  }
  await page.getByLabel("API key").fill(owner.apiKey);
  await page.getByRole("button", { name: "Create key" }).click();
  const made = (await page.getByText(/^tp_read_\w{32}_\w+$/).textContent()) ?? "";
  expect(await statusWith(made)).toBe(200);
  await takePictures(page, "console-key-made");
  await expectAccessibleInBoth(page);
  await page.keyboard.press("Escape"); // not even Escape closes it
  await page.getByRole("button", { name: "I've saved it" }).click();
  await page.getByText(prefixOf(made)).waitFor();
  await page.getByText("only from 127.0.0.1/32, ::1/128").waitFor();
  const rowOf = (key: string) => page.getByRole("listitem").filter({ hasText: prefixOf(key) });
  expect(await rowOf(made).textContent()).toMatch(/^ReportsRead/);
  expect(await rowOf(owner.apiKey).textContent()).toMatch(/^No labelPartner/);
  expect(await page.content()).not.toContain(made);
});

test("a lost response creates no second, unknown key", async () => {
  const owner = await server.newOwner();
  const allows = [{ kind: "console", what: /Failed to load resource/, why: "the test breaks the connection" }] as const;
  const page = await openConsole({ server, apiKey: owner.apiKey, path: "/keys", allows });
  let made = 0;
  await page.route("**/console/api/keys", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    made += (await route.fetch()).ok() ? 1 : 0;
    await route.abort("aborted");
  });
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("API key").fill(owner.apiKey);
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByText("The server didn't respond").waitFor();
  expect(made).toBe(1);
});

test("a key is revoked after typing its prefix, and then refused", async () => {
  const owner = await server.newOwner();
  const page = await openKeys(owner);
  const prefix = prefixOf(owner.walletKey);
  await page.getByRole("button", { name: `Revoke ${prefix}…` }).click();
  const go = page.getByRole("button", { name: "Continue" });
  expect(await go.isDisabled()).toBe(true);
  await page.getByLabel(/^To confirm/).fill(prefix);
  await takePictures(page, "console-key-revoke");
  await expectAccessibleInBoth(page);
  await go.click();
  await page.getByLabel("API key").fill(owner.apiKey);
  await page.getByRole("button", { name: "Revoke key" }).click();
  await page.getByText("Key revoked").waitFor();
  await page.getByRole("list", { name: "Revoked and expired keys" }).getByText(prefix).waitFor();
  expect(await statusWith(owner.walletKey)).toBe(401);
});

test("a stolen key is revoked with everything it made, which is shown before", async () => {
  const owner = (await server.asNewOwner()).at(server.baseUrl);
  const { apiKey: stolen, hash, prefix } = newApiKey("partner", owner.partnerId);
  await server.store.keys.insert({ partnerId: owner.partnerId, role: "partner", hash, prefix });
  const theirs = await makeWith(owner, stolen);
  const page = await openKeys(owner);
  await page.getByRole("button", { name: `Revoke ${prefixOf(stolen)}…` }).click();
  await page.getByLabel("Also end everything it made").check();
  await page.getByText(/^Users and invitations: .*Invited/).waitFor();
  await page.getByText("Open payments: 3").waitFor();
  await page.getByLabel(/^To confirm/).fill(prefixOf(stolen));
  await takePictures(page, "console-key-revoke-with-made");
  await expectAccessibleInBoth(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("API key").fill(owner.apiKey);
  await page.getByRole("button", { name: "Revoke key" }).click();
  await page.getByText("Key revoked, with everything it made").waitFor();
  await expect.poll(async () => Object.values(await theirs.works()), NOTIFIED).not.toContain(true);
  expect(await statusWith(owner.apiKey)).toBe(200);
});

test("the last partner key can't be revoked, and the page says what to do", async () => {
  const owner = await server.newOwner();
  const page = await openKeys(owner);
  const prefix = prefixOf(owner.apiKey);
  await page.getByRole("button", { name: `Revoke ${prefix}…` }).click();
  await page.getByText("You're signed in with this key").waitFor();
  await page.getByLabel(/^To confirm/).fill(prefix);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("API key").fill(owner.apiKey);
  await page.getByRole("button", { name: "Revoke key" }).click();
  await page.getByText(/create another one first/).waitFor();
  await takePictures(page, "console-key-last");
  await expectAccessibleInBoth(page);
  expect(await statusWith(owner.apiKey)).toBe(200);
});

test("a read key sees the keys without create or revoke buttons", async () => {
  const owner = await server.newOwner();
  const page = await openConsole({ server, apiKey: owner.readKey, path: "/keys", viewport: "phone" });
  await page.getByText(prefixOf(owner.apiKey)).waitFor();
  expect(
    await page
      .locator("main")
      .getByRole("button", { name: /New key|Revoke/ })
      .count(),
  ).toBe(0);
  await takePictures(page, "console-keys-read-key");
  await expectAccessibleInBoth(page);
});
