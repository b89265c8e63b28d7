// The receipt of a payment that was refunded.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { givenSucceededPayment } from "../../routes/given.ts";
import type { RouteServer } from "../../routes/setup.ts";
import { openPage } from "../harness/page.ts";
import { takePictures } from "../harness/picture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

test("the times of the payment and of its refund are in the reader's time zone", async () => {
  const paymentId = await givenSucceededPayment(server as unknown as RouteServer);
  await server.call({ path: "/v1/refunds", body: { paymentId } });
  await server.sql("update refund_marks set created_at = '2027-01-31T23:31:00Z' where payment_id = $1", [paymentId]);
  const page = await openPage({ server, locale: "en-US", timezoneId: "Europe/Berlin" });
  await page.goto(`/${paymentId}`);
  await page.getByText(/marked this payment as refunded on February 1, 2027 at 12:31 AM GMT\+1/).waitFor();
  expect(await page.locator("time[data-local]").count()).toBe(2);
  await takePictures(page, "receipt-refunded");
});
