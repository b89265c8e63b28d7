// Signing in to the console, and what happens to an open page when the session ends.
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPayment } from "../../harness/chain/wallet.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { expectAccessibleInBoth, openConsole, signInBehind } from "../harness/console.ts";
import { openPage } from "../harness/page.ts";
import { takePictures } from "../harness/picture.ts";

let server: TestServer;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

test("any URL shows the sign-in first, then its page", async () => {
  const page = await openPage({ server, viewport: "desktop" });
  await page.goto("/console/payments?status=succeeded");
  await page.getByRole("button", { name: "Sign in with an API key" }).click();
  const key = page.getByLabel("API key", { exact: true });
  await key.waitFor();
  await takePictures(page, "console-sign-in");
  await expectAccessibleInBoth(page);

  await key.fill("tp_partner_wrong");
  await page.keyboard.press("Enter");
  await page.getByText("This key isn't valid or has been revoked.").waitFor();
  await takePictures(page, "console-sign-in-refused");
  await expectAccessibleInBoth(page);

  await key.fill(server.walletKey);
  await page.keyboard.press("Enter");
  await page.getByText("Wallet keys can't sign in.").waitFor();

  await key.fill(server.apiKey);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { name: "Payments" }).waitFor();
  expect(new URL(page.url()).search).toBe("?status=succeeded");
  const [cookie] = await page.context().cookies(`${new URL(page.url()).origin}/console`);
  expect([cookie?.httpOnly, cookie?.sameSite]).toEqual([true, "Strict"]);
});

test("the key is not stored in the browser", async () => {
  const page = await openPage({ server, viewport: "desktop" });
  await page.goto("/console");
  await page.getByRole("button", { name: "Sign in with an API key" }).click();
  await page.getByLabel("API key", { exact: true }).fill(server.apiKey);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
  expect(kept).not.toContain(server.apiKey);
});

test("signing out also ends the session on the server", async () => {
  const page = await openConsole({ server });
  const [cookie] = await page.context().cookies(`${new URL(page.url()).origin}/console`);
  await page.getByRole("button", { name: /Test partner/ }).click();
  await page.getByRole("button", { name: "Sign out" }).waitFor();
  await expectAccessibleInBoth(page);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  const { status } = await server.call({
    path: "/console/api/session",
    headers: { "api-key": null, "merchant-id": null, cookie: `${cookie?.name}=${cookie?.value}` },
  });
  expect(status).toBe(401);
});

test("when a session ends, the page is covered by the sign-in and is unchanged afterwards", async () => {
  const paymentId = await createPayment(server);
  const page = await openConsole({ server, path: `/payments/${paymentId}` });
  await page.getByRole("button", { name: "Cancel payment" }).click();
  await page.getByRole("dialog", { name: "Cancel payment?" }).waitFor();
  await page.context().clearCookies();
  // The page may learn that the session has ended before the click, and cover the button.
  await page.getByRole("dialog").getByRole("button", { name: "Cancel payment" }).dispatchEvent("click");
  const ended = page.getByRole("dialog", { name: "Your session has ended" });
  await ended.waitFor();
  await takePictures(page, "console-session-ended");
  await expectAccessibleInBoth(page);
  await ended.getByRole("button", { name: "Sign in with an API key" }).click();
  await ended.getByLabel("API key", { exact: true }).fill(server.apiKey);
  await page.keyboard.press("Enter");
  await ended.waitFor({ state: "detached" });
  await page.getByRole("dialog", { name: "Cancel payment?" }).getByRole("button", { name: "Cancel payment" }).click();
  await page.getByText("It was cancelled before the buyer paid.").waitFor();
});

test("an idle console warns, then signs out", async () => {
  const page = await openPage({ server, viewport: "desktop" });
  await page.clock.install();
  await signInBehind(page, server, server.apiKey);
  await page.goto("/console");
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await page.clock.fastForward("28:01");
  const warning = page.getByRole("dialog", { name: "Are you still there?" });
  await warning.waitFor();
  await expectAccessibleInBoth(page);
  await warning.getByRole("button", { name: "Stay signed in" }).click();
  await warning.waitFor({ state: "detached" });
  await page.clock.fastForward("28:01");
  await warning.waitFor();
  await page.clock.runFor(121_000);
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
});

test("missing code of a page reloads the console once, and then says that a new version is available", async () => {
  const why = "the test removes the page's code";
  const page = await openConsole({
    server,
    path: "/payments",
    allows: [
      { kind: "server", what: /page-/, why },
      { kind: "asset", what: /./, why },
      { kind: "console", what: /./, why },
    ],
  });
  await page.getByRole("table").or(page.getByText("No payments yet")).first().waitFor();
  let asked = 0;
  await page.route("**/assets/console/page-*.js", (route) => {
    asked += 1;
    return route.fulfill({ status: 404, body: "gone" });
  });
  await page.getByRole("link", { name: "Keys" }).click();
  await page.getByText("A new version of the console is available").waitFor();
  expect(asked).toBeGreaterThan(1); // once before the reload, and after it
  await takePictures(page, "console-outdated");
  await expectAccessibleInBoth(page);
  await page.unroute("**/assets/console/page-*.js");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Keys" }).waitFor();
});

test("without the console's code, the page after the sign-in says what to do", async () => {
  const why = "the test removes the console's code";
  const allows = (["server", "asset", "console"] as const).map((kind) => ({ kind, what: /./, why }));
  const page = await openPage({ server, allows });
  await page.route("**/assets/console/console-*.js", (route) => route.fulfill({ status: 404, body: "gone" }));
  await signInBehind(page, server, server.apiKey);
  await page.goto("/console");
  await page.getByRole("alert").getByText("A new version of the console is available").waitFor();
  await expectAccessibleInBoth(page);
  await page.unroute("**/assets/console/console-*.js");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
});

test("the menu works by keyboard alone, even at 320 pixels", async () => {
  const page = await openConsole({ server, viewport: "narrow" });
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "More" }).focus();
  await page.keyboard.press("Enter");
  const more = page.getByRole("dialog", { name: "More" });
  await more.getByRole("link", { name: "Exceptions" }).waitFor();
  await expectAccessibleInBoth(page);
  await more.getByRole("link", { name: "Exceptions" }).press("Enter");
  await page.getByRole("heading", { name: "Exceptions", level: 1 }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
