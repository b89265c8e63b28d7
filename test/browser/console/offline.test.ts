// A device that loses its connection: the console says so at once, and continues by itself afterwards.
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPayment } from "../../harness/chain/wallet.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { openConsole } from "../harness/console.ts";
import { takePictures } from "../harness/picture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const why = "the connection is cut on purpose";
const NO_CONNECTION = [
  { kind: "asset", what: /ERR_INTERNET_DISCONNECTED/, why },
  { kind: "console", what: /ERR_INTERNET_DISCONNECTED|PageUnavailable/, why },
] as const;

test("the list says that it is offline, a page waits for the connection, and both continue", async () => {
  const paymentId = await createPayment(server);
  const page = await openConsole({ server, path: `/payments/${paymentId}`, allows: NO_CONNECTION });
  await page.getByRole("link", { name: "Payments" }).first().click();
  await page.getByText("Live", { exact: true }).waitFor();
  await page.getByRole("heading", { name: "Payments" }).waitFor();

  await page.context().setOffline(true);
  await page.getByText("You're offline").waitFor();
  await page.getByText("Offline", { exact: true }).waitFor();
  expect(await page.getByText("Live", { exact: true }).count()).toBe(0);
  await takePictures(page, "console-offline");

  await page.getByRole("link", { name: "Merchants" }).first().click();
  await page.getByText(/Not loaded yet|The server didn't respond/).waitFor();
  expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(1);
  expect(await page.locator(".mantine-Skeleton-root").count()).toBe(0);

  await page.context().setOffline(false);
  await page.getByText("Test shop").first().waitFor();
  expect(await page.getByText("You're offline").count()).toBe(0);
  await page.getByRole("link", { name: "Payments" }).first().click();
  await page.getByText("Live", { exact: true }).waitFor();
});
