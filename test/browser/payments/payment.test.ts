// A payment's page in the console: its details, cancelling it, and marking it as refunded.
import { afterAll, beforeAll, expect, test } from "vitest";
import { confirm, createPayment, signPayment, untilFinal } from "../../harness/chain/wallet.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { expectAccessibleInBoth, openConsole } from "../harness/console.ts";
import { takePictures } from "../harness/picture.ts";

let server: TestServer;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

async function paidPayment(): Promise<string> {
  const paymentId = await createPayment(server);
  await confirm(server, await signPayment(server, paymentId, await server.newBuyer()));
  await untilFinal(server, paymentId);
  return paymentId;
}

const statusOf = async (paymentId: string): Promise<string | undefined> =>
  (await server.call<{ status: string }>({ path: `/v1/payments/${paymentId}` })).body.status;

test("an open payment shows its link, and is cancelled after a confirmation", async () => {
  const paymentId = await createPayment(server);
  const page = await openConsole({ server, path: `/payments/${paymentId}` });
  await page.getByRole("img", { name: "QR code for the payment link" }).filter({ visible: true }).waitFor();
  await page
    .getByText(/^Expires in/)
    .filter({ visible: true })
    .waitFor();
  await page.getByText("Created", { exact: true }).nth(1).waitFor();
  await takePictures(page, "console-payment-open");
  await expectAccessibleInBoth(page);

  await page.getByRole("button", { name: "Cancel payment" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel payment?" });
  await dialog.waitFor();
  await takePictures(page, "console-payment-cancel");
  await expectAccessibleInBoth(page);
  await dialog.getByRole("button", { name: "Keep payment" }).click();
  expect(await statusOf(paymentId)).toBe("requires_action");

  await page.getByRole("button", { name: "Cancel payment" }).click();
  await dialog.getByRole("button", { name: "Cancel payment" }).click();
  await page.getByText("It was cancelled before the buyer paid.").waitFor();
  expect(await statusOf(paymentId)).toBe("cancelled");
  await takePictures(page, "console-payment-cancelled");
});

test("the page updates automatically when the payment is paid", async () => {
  const paymentId = await createPayment(server);
  const page = await openConsole({ server, path: `/payments/${paymentId}` });
  await page.getByText("The buyer hasn't paid yet.").waitFor();
  await confirm(server, await signPayment(server, paymentId, await server.newBuyer()));
  await page.getByText("Paid and confirmed.").waitFor();
  await page.getByText("paid to the merchant's destination").waitFor();
  await page.getByText("Confirmed on the chain, to the depth that the operator requires.").waitFor();
  await takePictures(page, "console-payment-succeeded");
  await expectAccessibleInBoth(page);
});

test("marking as refunded says that no money moves, and happens once", async () => {
  const paymentId = await paidPayment();
  const page = await openConsole({ server, path: `/payments/${paymentId}` });
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  await page.getByRole("button", { name: "I have already sent it by hand" }).click();
  const dialog = page.getByRole("dialog", { name: "Mark as refunded" });
  await dialog.getByText("This doesn't move any money").waitFor();
  await takePictures(page, "console-payment-refund");
  await expectAccessibleInBoth(page);
  await dialog.getByLabel("Refund transaction").fill("0x12");
  await dialog.getByRole("button", { name: "Mark as refunded" }).click();
  await dialog.getByText("Enter 0x followed by 64 hexadecimal digits").waitFor();
  // An unknown transaction: the server's own words.
  await dialog.getByLabel("Refund transaction").fill(`0x${"ab".repeat(32)}`);
  await dialog.getByRole("button", { name: "Mark as refunded" }).click();
  await dialog.getByRole("alert").filter({ hasText: "Request ID" }).waitFor();
  await takePictures(page, "console-payment-refund-refused");
  await dialog.getByLabel("Refund transaction").fill("");
  await dialog.getByRole("button", { name: "Mark as refunded" }).click();
  await page.getByText("Refunded", { exact: true }).first().waitFor();
  await dialog.waitFor({ state: "detached" });
  const entries = page.locator(".mantine-Timeline-item");
  expect(await entries.filter({ hasText: "Created" }).textContent()).toContain("Server");
  expect(await entries.filter({ hasText: "Refunded" }).textContent()).toMatch(/Key tp_partner_.*… in the console/);
  expect(await page.getByRole("button", { name: "Refund", exact: true }).count()).toBe(0);
  const { body } = await server.call<{ refundedAt?: string }>({ path: `/v1/payments/${paymentId}` });
  expect(body.refundedAt).toBeDefined();
});

test("a read key sees everything and can't change anything", async () => {
  const paymentId = await createPayment(server);
  const page = await openConsole({ server, path: `/payments/${paymentId}`, apiKey: server.readKey });
  await page.getByText("The buyer hasn't paid yet.").waitFor();
  expect(await page.getByRole("button", { name: "Cancel payment" }).count()).toBe(0);
});

test("an unknown payment is reported, with a way back", async () => {
  const page = await openConsole({ server, path: "/payments/pay_nothing" });
  await page.getByText("Not found", { exact: true }).waitFor();
  await page.getByText("Payment not found").waitFor();
  await page.getByText("Request ID").waitFor();
  await takePictures(page, "console-payment-unknown");
  await expectAccessibleInBoth(page);
});
