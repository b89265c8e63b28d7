// The list of payments in the console: what it shows, its filters in the address, its pages, and that it follows what happens.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../harness/server.ts";
import { confirm, createPayment, signPayment, untilFinal } from "../harness/wallet.ts";
import { expectAccessibleInBoth, openConsole } from "./harness/console.ts";
import { takePictures } from "./harness/picture.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test("a list that is empty says what will appear", async () => {
  const page = await openConsole({ server, path: "/payments" });
  await page.getByText("No payments yet").waitFor();
  await takePictures(page, "console-payments-empty");
  await expectAccessibleInBoth(page);
});

test("payments are shown with what they are for, how they stand and what was paid", async () => {
  const buyer = await server.newBuyer();
  const paymentId = await createPayment(server, { amount: { unit: "iso4217/USD", value: "123456" } });
  await createPayment(server);
  const paid = await createPayment(server);
  await confirm(server, await signPayment(server, paid, buyer));
  await untilFinal(server, paid);
  const page = await openConsole({ server, path: "/payments" });
  await page.getByText("US$1,234.56").waitFor();
  expect(await page.getByRole("row").count()).toBe(4);
  await takePictures(page, "console-payments");
  await expectAccessibleInBoth(page);
  expect(paymentId).toMatch(/^pay_/);
});
