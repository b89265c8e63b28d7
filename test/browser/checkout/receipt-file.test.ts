// A buyer saves the signed receipt from the receipt page, with and without JavaScript.
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyReceipt } from "../../../src/client/index.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { givenSucceededPayment } from "../../routes/given.ts";
import type { RouteServer } from "../../routes/setup.ts";
import { openPage } from "../harness/page.ts";
import { noSidewaysScroll } from "../harness/width.ts";

let server: TestServer;
let paymentId: string;
beforeAll(async () => {
  server = await sharedServer();
  paymentId = await givenSucceededPayment(server as unknown as RouteServer);
});
afterAll(() => server.stop());

test.each([true, false])("with JavaScript: %s", async (javaScriptEnabled) => {
  const page = await openPage({ server, javaScriptEnabled, viewport: "narrow" });
  await page.goto(`/${paymentId}`);
  await noSidewaysScroll(page);
  await page.getByText("This file proves the payment.").waitFor();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Save signed receipt" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("receipt.jwt");
  const receipt = await text(await file.createReadStream());
  const { body: jwks } = await server.call<{ keys: object[] }>({ path: "/.well-known/jwks.json" });
  expect(await verifyReceipt(receipt, { jwks })).toMatchObject({ sub: paymentId });
});

test("neither is on the printed receipt", async () => {
  const page = await openPage({ server });
  await page.goto(`/${paymentId}`);
  await page.emulateMedia({ media: "print" });
  await page.getByText(paymentId).waitFor();
  expect(await page.getByText("Save signed receipt").isVisible()).toBe(false);
  expect(await page.getByText("This file proves the payment.").isVisible()).toBe(false);
});

test("the link tells how to check it, in the guide", async () => {
  const page = await openPage({ server });
  await page.goto(`/${paymentId}`);
  const [guide] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("link", { name: "How to check it" }).click(),
  ]);
  await guide.getByRole("heading", { level: 1, name: "Receipts that verify without us" }).waitFor();
});
