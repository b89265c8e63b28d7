// A paired till: pairing, charging, today's sales, a receipt, and a lost connection.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PairingCreated } from "../../src/contract/console-tills.ts";
import { signIn } from "../harness/console.ts";
import type { TestServer } from "../harness/server.ts";
import { sharedServer } from "../harness/shared-server.ts";
import { confirm, signPayment, untilFinal } from "../harness/wallet.ts";
import { expectAccessibleInBoth, openConsole } from "./harness/console.ts";
import { openPage, type PageOptions } from "./harness/page.ts";
import { takePictures } from "./harness/picture.ts";

let server: TestServer;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

async function newPairing(name: string): Promise<PairingCreated> {
  const owner = await signIn(server);
  const body = { name, merchantId: server.merchantId };
  const headers = { "api-key": server.apiKey };
  return (await owner.call<PairingCreated>({ path: "/tills", headers, body })).body;
}

async function openTill(name: string, options: Omit<PageOptions, "server"> = {}): Promise<Page> {
  const { code } = await newPairing(name);
  const page = await openPage({ server, viewport: "phone", ...options });
  await page.goto(`/console/till#${code}`);
  await page.getByRole("button", { name: "Pair this device" }).click();
  await page.getByLabel("Amount in EUR").waitFor();
  return page;
}

const LANDSCAPE = { width: 740, height: 360 };

test("a manager pairs a device by its code, sees it listed and revokes it", async () => {
  const page = await openConsole({ server, path: "/tills", viewport: "narrow" });
  await page.getByRole("button", { name: "Pair a till" }).click();
  await page.getByLabel("Name").fill("Terrace");
  await page.getByRole("combobox", { name: "Merchant" }).click();
  await page.getByRole("option").first().click();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("API key").fill(server.apiKey);
  await page.getByRole("button", { name: "Create code" }).click();
  const code = (await page.getByTestId("pairing-code").textContent()) ?? "";
  await takePictures(page, "console-till-code");
  await expectAccessibleInBoth(page);
  await page.getByRole("button", { name: "Done" }).click();

  const device = await openPage({ server, viewport: "narrow" });
  await device.goto("/console/till");
  await device.getByLabel("Pairing code").fill(code.toLowerCase());
  await takePictures(device, "till-pair");
  await expectAccessibleInBoth(device);
  await device.getByRole("button", { name: "Pair this device" }).click();
  await device.getByRole("heading", { name: "Terrace" }).waitFor();
  expect(await device.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

  await page.getByRole("button", { name: "Revoke Terrace" }).click();
  await page.getByText("Till revoked").waitFor();
  await device.reload();
  await device.getByRole("button", { name: "Pair this device" }).waitFor();
});

test("a sale is charged and paid, is in today's total, and has a receipt on paper only", async () => {
  const page = await openTill("Bar");
  await page.evaluate(() => {
    window.print = () => {};
  });
  await takePictures(page, "till-charge");
  await expectAccessibleInBoth(page);
  expect(await page.getByRole("button", { name: "Enter an amount" }).isDisabled()).toBe(true);
  for (const key of ["7", "5", "0"]) await page.getByRole("button", { name: key, exact: true }).click();
  await page.getByRole("button", { name: "Charge €7.50" }).click();
  const code = page.getByRole("img", { name: /QR code for the payment link/ });
  await code.waitFor();
  const paymentId = /pay_\w+/.exec((await code.getAttribute("aria-label")) ?? "")?.[0] ?? "";
  await confirm(server, await signPayment(server, paymentId, await server.newBuyer()));
  await page.getByRole("heading", { name: "Paid" }).waitFor();
  await untilFinal(server, paymentId);
  expect(await page.getByRole("link", { name: "View payment" }).count()).toBe(0);
  await page.getByRole("button", { name: "Next sale" }).click();

  await page.getByText("Today", { exact: true }).click();
  await page.getByTestId("total").filter({ hasText: "€7.50" }).waitFor();
  await takePictures(page, "till-today");
  await expectAccessibleInBoth(page);
  await page.getByRole("button", { name: /Print receipt/ }).click();
  const receipt = page.getByTestId("receipt");
  expect(await receipt.isVisible()).toBe(false);
  await page.emulateMedia({ media: "print" });
  expect(await receipt.isVisible()).toBe(true);
  expect(await receipt.textContent()).toContain("€7.50");
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("button", { name: "Unpair this device" }).click();
  await page.getByRole("button", { name: "Keep it" }).waitFor();
  await expectAccessibleInBoth(page);
});

test("a phone held sideways shows the amount and all keys", async () => {
  const page = await openTill("Landscape", { viewport: LANDSCAPE });
  for (const name of ["1", "0", "Delete last digit", "Enter an amount"]) {
    const box = await page.getByRole("button", { name, exact: true }).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(LANDSCAPE.height + 60);
  }
});

test("without a network an installed till opens, says so, and sells again once it is back", async () => {
  const why = "the test cuts the connection";
  const page = await openTill("Offline", {
    serviceWorkers: "allow",
    allows: [
      { kind: "console", what: /./, why },
      { kind: "asset", what: /./, why },
      { kind: "server", what: /./, why },
    ],
  });
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  await page.reload();
  await page.getByLabel("Amount in EUR").waitFor();
  await page.context().setOffline(true);
  await page.getByText("No connection").waitFor();
  await expectAccessibleInBoth(page);
  await page.reload();
  await page.getByText("The server didn't respond").waitFor();
  await page.context().setOffline(false);
  await page.getByLabel("Amount in EUR").waitFor();
  expect(await page.getByText("No connection").count()).toBe(0);
});
