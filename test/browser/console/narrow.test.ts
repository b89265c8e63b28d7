// The narrowest screen that WCAG 2.2 requires (1.4.10): nothing is cut off or scrolls sideways.
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPayment } from "../../harness/chain/wallet.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { givenException } from "../../routes/payments/list-exceptions/exceptions.ts";
import { openConsole } from "../harness/console.ts";
import { CONSOLE_PAGES } from "../harness/console-pages.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startServer({ bendsBooks: "an exception is written, not made by a chain" });
  await givenException(server, { paymentId: await createPayment(server) });
  // The overview then lets the reader choose one.
  const body = { merchantName: "A second shop with a rather long name", merchantEmail: "second@shop.example" };
  const headers = { "idempotency-key": "second" };
  expect((await server.call({ path: "/v1/merchants", headers, body })).status).toBe(201);
});
afterAll(() => server.stop());

test.each([...CONSOLE_PAGES, "/merchants/:id"])("%s fits into 320 pixels", async (path) => {
  const page = await openConsole({ server, path: path.replace(":id", server.merchantId), viewport: "narrow" });
  await expect.poll(() => page.getByRole("status").filter({ hasText: "Loading" }).count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.screenshot({ path: `test-pictures/console-narrow${path.replace(/\W+/g, "-")}.png`, fullPage: true });
});
