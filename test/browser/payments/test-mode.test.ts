// Test mode in the console: users switch, each tab by itself; the pages say so, and a test key shows nothing else.
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPayment } from "../../harness/chain/wallet.ts";
import { asPartner } from "../../harness/server/as-partner.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { newUser, PASSWORD, type TestUser } from "../../harness/server/users.ts";
import { expectAccessibleInBoth, openConsole } from "../harness/console.ts";
import { openPage } from "../harness/page.ts";
import { takePictures } from "../harness/picture.ts";

const STRIPE = "Test mode: these payments move no real money.";

let server: TestServer;
let rehearsal: TestServer;
beforeAll(async () => {
  server = await sharedServer();
  rehearsal = asPartner(server, await server.newTestOwner(server.partnerId));
  await createPayment(server, { referenceId: "earned" });
  await createPayment(rehearsal, { referenceId: "rehearsed" });
});
afterAll(() => server.stop());

const choose = async (page: Page, name: string): Promise<void> => {
  await page.getByRole("button", { name: "Test partner" }).click();
  await page.getByRole("button", { name }).click();
};

test("an owner switches to test mode and back, in this tab only", async () => {
  const ada = await newUser(server, server.apiKey, { role: "owner" });
  const page = await openConsole({ server, user: ada, path: "/payments" });
  await page.getByText("earned").waitFor();
  expect(await page.getByText(STRIPE).count()).toBe(0);
  await choose(page, "Switch to test mode");
  await page.getByText(STRIPE).waitFor();
  await page.getByRole("link", { name: "Payments", exact: true }).click();
  await page.getByText("rehearsed").waitFor();
  expect(await page.getByText("earned").count()).toBe(0);
  await takePictures(page, "console-test-mode");
  await expectAccessibleInBoth(page);
  await page.reload();
  await page.getByText("rehearsed").waitFor();

  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByText("earned").waitFor();
  expect(await other.getByText(STRIPE).count()).toBe(0);

  await choose(page, "Switch to live mode");
  await page.getByRole("link", { name: "Payments", exact: true }).click();
  await page.getByText("earned").waitFor();
  expect(await page.getByText(STRIPE).count()).toBe(0);
});

test("a link of a test mail opens test mode", async () => {
  const grace = await newUser(server, server.apiKey, { role: "owner" });
  const page = await openConsole({ server, user: grace, path: "/exceptions?mode=test" });
  await page.getByText(STRIPE).waitFor();
  await page.reload();
  await page.getByText(STRIPE).waitFor();
});

async function signIn(place: Page | Locator, { email }: TestUser): Promise<void> {
  await place.getByLabel("Email address").fill(email);
  await place.getByLabel("Password").first().fill(PASSWORD);
  await place.getByRole("button", { name: "Sign in", exact: true }).click();
}

test("a link of a test mail opens test mode also after the sign-in", async () => {
  const page = await openPage({ server, viewport: "desktop" });
  await page.goto("/console/exceptions?mode=test");
  await signIn(page, await newUser(server, server.apiKey, { role: "owner" }));
  await page.getByText(STRIPE).waitFor();
});

test("a session that ends in test mode continues there, with its half-filled dialog", async () => {
  const mary = await newUser(server, server.apiKey, { role: "owner" });
  const page = await openConsole({ server, user: mary, path: "/merchants?mode=test" });
  await page.getByText(STRIPE).waitFor();
  await page.getByRole("button", { name: "New merchant" }).click();
  const name = page.getByRole("dialog", { name: "New merchant" }).getByLabel("Name", { exact: true });
  await name.fill("Half");
  await page.getByLabel("Email").fill("half@shop.example");
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Add merchant" }).dispatchEvent("click");
  const ended = page.getByRole("dialog", { name: "Your session has ended" });
  await signIn(ended, mary);
  await ended.waitFor({ state: "detached" });
  expect(await page.getByText(STRIPE).count()).toBe(1);
  expect(await name.inputValue()).toBe("Half");
});

test("a session of a test key shows test payments, and cannot switch", async () => {
  const page = await openConsole({ server: rehearsal, path: "/payments" });
  await page.getByText("rehearsed").waitFor();
  await page.getByText(STRIPE).waitFor();
  await page.getByRole("button", { name: "Test partner" }).click();
  await page.getByRole("button", { name: "Sign out" }).waitFor();
  expect(await page.getByRole("button", { name: /^Switch to/ }).count()).toBe(0);
});

test("a new payment says once that no real money moves: in test mode, or on a test network", async () => {
  const page = await openConsole({ server: rehearsal, path: "/new-payment" });
  await page.getByLabel("Amount in").waitFor();
  expect(await page.getByText("no real money").allTextContents()).toEqual([STRIPE]);
  const live = await openConsole({ server, path: "/new-payment" });
  await live.getByLabel("Amount in").waitFor();
  expect(await live.getByText("no real money").allTextContents()).toEqual(["Test network: no real money moves."]);
});

test("the buyer's page of a test payment says so", async () => {
  const page = await openPage({ server, viewport: "phone" });
  await page.goto(`/${await createPayment(rehearsal)}`);
  await page.getByText("Test payment: no real money moves.").waitFor();
  await takePictures(page, "checkout-test-payment");
  await page.goto(`/${await createPayment(server)}`);
  await page.getByText("Test network: no real money moves.").waitFor();
});
