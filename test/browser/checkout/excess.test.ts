// The page of a buyer who paid twice or too late says so, on its own once the chain has confirmed it.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { givenExpiredPayment, givenSucceededPayment } from "../../routes/given.ts";
import { givenException } from "../../routes/payments/list-exceptions/exceptions.ts";
import type { RouteServer } from "../../routes/setup.ts";
import { expectAccessible } from "../harness/axe.ts";
import { openPage } from "../harness/page.ts";
import { takePictures } from "../harness/picture.ts";

let server: TestServer & RouteServer;
beforeAll(async () => {
  const started = await startServer({ bendsBooks: "the exceptions are written, not made by a chain" });
  server = started as typeof server;
});
afterAll(() => server.stop());

test("a receipt that is open tells of the second transfer without a reload", async () => {
  const paymentId = await givenSucceededPayment(server);
  const page = await openPage({ server });
  await page.goto(`/${paymentId}`);
  await page.getByRole("heading", { name: "Payment complete" }).waitFor();
  await givenException(server, { kind: "duplicate", paymentId });
  await page.getByText(/You have paid twice/).waitFor({ timeout: 30_000 });
});

test.each(["en-US", "de-DE", "ar-EG"])("pictures in %s", async (locale) => {
  for (const [name, given, kind] of [
    ["twice", givenSucceededPayment, "duplicate"],
    ["late", givenExpiredPayment, "late"],
  ] as const) {
    const paymentId = await given(server);
    await givenException(server, { kind, paymentId });
    const page = await openPage({ server, locale, viewport: "phone" });
    await page.goto(`/${paymentId}`);
    await page.locator(".outcome.end .text").first().waitFor();
    expect(await page.locator(".outcome.end").textContent()).toContain("USDC");
    await takePictures(page, `checkout-excess-${name}-${locale}`);
    await expectAccessible(page);
  }
});
