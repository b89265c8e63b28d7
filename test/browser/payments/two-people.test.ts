// Two people have the same dialog open: the one who is second keeps hers, with what she typed, and learns why.
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendTo } from "../../harness/chain/deposits.ts";
import { claimAs, givenRefund, paidBy, paidByDeposit } from "../../harness/chain/refunds.ts";
import { createPayment } from "../../harness/chain/wallet.ts";
import { asPartner } from "../../harness/server/as-partner.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { givenException } from "../../routes/payments/list-exceptions/exceptions.ts";
import { expectAccessibleInBoth, openConsole } from "../harness/console.ts";

let shared: TestServer;
beforeAll(async () => {
  shared = await sharedServer();
});
afterAll(() => shared.stop());

/** Another partner for each test, because the lists have all that is a partner's. */
const newShop = async (): Promise<TestServer> => asPartner(shared, await shared.newOwner());

async function done(server: TestServer, path: string, body: object = {}): Promise<void> {
  const { status } = await server.call({ path, body });
  expect(status).toBe(200);
}

const openDialog = async (page: Page, name: string): Promise<Locator> => {
  await page.getByRole("button", { name }).click();
  return page.getByRole("dialog");
};

const learnsWhy = (dialog: Locator) => dialog.getByRole("alert").getByText("This can no longer be decided").waitFor();

test("the focus returns to the button that opened a dialog", async () => {
  const server = await newShop();
  await givenRefund(server, await paidBy(server, await server.newBuyer()));
  const page = await openConsole({ server, path: "/refunds" });
  const dialog = await openDialog(page, "Cancel refund");
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await dialog.waitFor({ state: "detached" });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Cancel refund");
});

test("a typed transaction outlives the refund's cancellation", async () => {
  const server = await newShop();
  const buyer = await server.newBuyer();
  const { refundId } = await givenRefund(server, await paidBy(server, buyer));
  const txHash = await sendTo(server, buyer.address, 10_000_000n);
  const page = await openConsole({ server, path: "/refunds" });
  const dialog = await openDialog(page, "Sent by hand");
  await dialog.getByLabel("Refund transaction").fill(txHash);
  await done(server, `/v1/refunds/${refundId}/cancel`);
  await page.getByText("No open refunds").waitFor();
  expect(await dialog.getByLabel("Refund transaction").inputValue()).toBe(txHash);
  await dialog.getByRole("button", { name: "Complete refund" }).click();
  await learnsWhy(dialog);
  expect(await dialog.getByLabel("Refund transaction").inputValue()).toBe(txHash);
  await expectAccessibleInBoth(page);
});

test("the address that is to be accepted stays in sight after somebody else has accepted it", async () => {
  const server = await newShop();
  const { paymentId } = await paidByDeposit(server);
  const { refundId } = await givenRefund(server, paymentId);
  const { account, address } = await server.newBuyer(0n);
  await claimAs(server, paymentId, account);
  const page = await openConsole({ server, path: "/refunds" });
  const dialog = await openDialog(page, "Accept address");
  await done(server, `/v1/refunds/${refundId}/accept`, { account });
  await dialog.getByRole("button", { name: "Accept address" }).click();
  await page.getByText("An account of yours has to sign it.").waitFor();
  await learnsWhy(dialog);
  await dialog.getByText(address, { exact: true }).waitFor();
});

test("a note outlives that somebody else has handled the exception", async () => {
  const server = await newShop();
  const { id } = await givenException(server, { kind: "late", paymentId: await createPayment(server) });
  const page = await openConsole({ server, path: "/exceptions" });
  const dialog = await openDialog(page, "Mark as handled");
  await dialog.getByLabel("Note").fill("Kept as a deposit");
  await done(server, `/v1/exceptions/${id}/resolve`, { note: "Sent back on Monday" });
  await dialog.getByRole("button", { name: "Mark as handled" }).click();
  await page.getByText("No exceptions", { exact: true }).waitFor();
  await learnsWhy(dialog);
  expect(await dialog.getByLabel("Note").inputValue()).toBe("Kept as a deposit");
});
