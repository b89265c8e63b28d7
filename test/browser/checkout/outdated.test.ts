// A browser in which the programs cannot run is told so by the page, before it could connect a wallet.
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPayment } from "../../harness/chain/wallet.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { expectAccessible } from "../harness/axe.ts";
import { openPage } from "../harness/page.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const LACKS = {
  "AbortSignal.timeout": "delete AbortSignal.timeout",
  "toSorted()": "delete Array.prototype.toSorted",
  "at()": "delete Array.prototype.at",
} as const;

test.each(Object.entries(LACKS))("the checkout, without %s", async (_, remove) => {
  const page = await openPage({ server });
  await page.addInitScript(remove);
  await page.goto(`/${await createPayment(server)}`);
  await page.getByText("This browser is too old for paying in it.").waitFor();
  await page.waitForLoadState("load");
  expect(await page.locator("#wallet").innerHTML()).toBe("");
  expect(await page.locator("#link").isVisible()).toBe(true);
  await expectAccessible(page);
});

test("the console", async () => {
  const page = await openPage({ server });
  await page.addInitScript(LACKS["toSorted()"]);
  await page.goto("/console");
  await page.getByText("This browser is too old for the console.").waitFor();
  expect(await page.getByRole("status").isVisible()).toBe(false);
});

test("other browsers do not see it", async () => {
  const page = await openPage({ server });
  await page.goto(`/${await createPayment(server)}`);
  await page.locator("html.ready").waitFor();
  expect(await page.getByText("This browser is too old").isVisible()).toBe(false);
});
