// A till without a connection, and one that was revoked.
import { afterAll, beforeAll, expect, test } from "vitest";
import { confirm, signPayment } from "../../harness/chain/wallet.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { expectAccessibleInBoth } from "../harness/console.ts";
import type { PageOptions } from "../harness/page.ts";
import { takePictures } from "../harness/picture.ts";
import { charge, pairTill } from "../harness/till.ts";

let server: TestServer;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const why = "the test cuts the connection";
const INSTALLED: Pick<PageOptions, "serviceWorkers" | "allows"> = {
  serviceWorkers: "allow",
  allows: [
    { kind: "console", what: /./, why },
    { kind: "asset", what: /./, why },
    { kind: "server", what: /./, why },
  ],
};

test("the first sale after pairing continues after a reload without a connection, and is seen paid", async () => {
  const { page } = await pairTill(server, "First", INSTALLED);
  const paymentId = await charge(page);
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole("img", { name: new RegExp(paymentId) }).waitFor();
  await page.getByText("“Paid” can't appear here until this device is online again.").waitFor();
  await takePictures(page, "till-offline-sale");
  await expectAccessibleInBoth(page);
  await confirm(server, await signPayment(server, paymentId, await server.newBuyer()));
  await page.context().setOffline(false);
  await page.getByRole("heading", { name: "Paid" }).waitFor();
});

test("a till opens without a connection with its keypad, name and Today, and sells once it is back", async () => {
  const { page } = await pairTill(server, "Offline", INSTALLED);
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole("heading", { name: "Offline" }).waitFor();
  await page.getByRole("alert").getByText("No connection").waitFor();
  await page.getByText("Today", { exact: true }).waitFor();
  await page.locator("input[name=amount]").pressSequentially("4200");
  await page.locator("button[type=submit]", { hasText: "No connection" }).waitFor();
  expect(await page.locator("button[type=submit]").isDisabled()).toBe(true);
  await takePictures(page, "till-offline");
  await expectAccessibleInBoth(page);
  await page.context().setOffline(false);
  await page.getByText("No connection").waitFor({ state: "detached" });
  await page.locator("input[name=amount]").fill("");
  await charge(page);
});

test("a connection lost during a sale is shown on its screen", async () => {
  const { page } = await pairTill(server, "Lost", { allows: INSTALLED.allows ?? [] });
  await charge(page);
  await page.context().setOffline(true);
  await page.getByRole("dialog").getByText("No connection").waitFor();
  await page.getByRole("dialog").getByText("“Paid” can't appear here").waitFor();
  await page.context().setOffline(false);
  await page.getByText("Waiting for the buyer to scan and pay.").waitFor();
});

test("a revoked till says so as soon as it is looked at, and keeps saying it", async () => {
  const { page, revoke } = await pairTill(server, "Gone");
  await page.locator("input[name=amount]").pressSequentially("4200");
  await revoke();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await page.getByText("A manager revoked “Gone”").waitFor();
  expect(await page.locator("input[name=amount]").count()).toBe(0);
  await takePictures(page, "till-revoked");
  await expectAccessibleInBoth(page);
  await page.reload();
  await page.getByText("This till is no longer paired").waitFor();
});

test("a till revoked during a sale names the sale that is still open", async () => {
  const { page, revoke } = await pairTill(server, "Gone");
  await charge(page);
  await revoke();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await page.getByText("Your sale of €12.50 was still open").waitFor();
  const stored = await page.evaluate(() => Object.keys(localStorage));
  expect(stored.filter((key) => /open-sale|turnpike\.till\./.test(key))).toEqual([]);
});

test("a sale is seen paid on a device that wrongly says that it is offline, and is gone after a reload", async () => {
  const { page } = await pairTill(server, "Wrong");
  const paymentId = await charge(page);
  await page.evaluate(() => dispatchEvent(new Event("offline")));
  await confirm(server, await signPayment(server, paymentId, await server.newBuyer()));
  await page.getByRole("heading", { name: "Paid" }).waitFor();
  await page.reload();
  await page.locator("input[name=amount]").waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("a tab follows another tab of its till to the next sale, without the former's outcome", async () => {
  const { page } = await pairTill(server, "Twice");
  const other = await page.context().newPage();
  await other.goto("/console/till");
  await other.locator("input[name=amount]").waitFor();
  const paymentId = await charge(page);
  await other.getByRole("img", { name: new RegExp(paymentId) }).waitFor();
  await confirm(server, await signPayment(server, paymentId, await server.newBuyer()));
  for (const tab of [page, other]) await tab.getByRole("heading", { name: "Paid" }).waitFor();
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((each) => each.includes("open-sale")) ?? "";
    const { status: _, ...sale } = JSON.parse(localStorage.getItem(key) ?? "{}");
    localStorage.setItem(key, JSON.stringify({ ...sale, paymentId: "pay_next" }));
  });
  await other.locator("[data-status=requires_action]").waitFor();
});
