// An account of the merchant signs a refund on its own page, and the buyer's page shows it.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buyerFor } from "../../client/payers.ts";
import { startServerWithCoin } from "../../harness/chain/methods.ts";
import { givenRefund, orphan, paidBy, readRefund, type WireRefund } from "../../harness/chain/refunds.ts";
import { createPayment } from "../../harness/chain/wallet.ts";
import type { Buyer, TestServer } from "../../harness/server/server.ts";
import { expectAccessible } from "../harness/axe.ts";
import { openPage, VIEWPORTS } from "../harness/page.ts";
import { takePictures } from "../harness/picture.ts";
import { noSidewaysScroll } from "../harness/width.ts";
import { connectWallet, endOf, executed, openCheckout } from "../wallet/paying.ts";

let server: TestServer;
let buyer: Buyer;
let signer: Buyer;
beforeAll(async () => {
  server = await startServerWithCoin({ bendsBooks: "a transfer is orphaned by a statement" });
  buyer = await server.newBuyer(1_000_000_000n);
  signer = await server.newBuyer(1_000_000_000n);
});
afterAll(() => server.stop());

const HALF = { amount: { unit: "iso4217/USD", value: "500" } };

async function lookAt(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  const before = page.viewportSize();
  await noSidewaysScroll(page);
  await page.setViewportSize(VIEWPORTS.desktop);
  await expectAccessible(page);
  if (before) await page.setViewportSize(before);
  await takePictures(page, `refund-${name}`);
}

const open = (refund: WireRefund, signers: readonly Buyer[] = [signer]) =>
  openCheckout(server, { buyers: signers, paymentId: refund.gatewayPaymentId });

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor();

describe("signing a refund", () => {
  test("a wallet signs once, the money arrives, and the open page of the buyer shows it by itself", async () => {
    const paymentId = await paidBy(server, buyer);
    const refund = await givenRefund(server, paymentId, HALF);
    const buyersPage = await openPage({ server });
    await buyersPage.goto(`/${paymentId}`);
    await buyersPage.getByText("US$5.00 is being sent back to you. Test shop still has to sign it.").waitFor();
    await lookAt(buyersPage, "requested");
    const before = await server.balance(server.deployment.usdc, buyer.address);
    const { page, wallet } = await open(refund);
    await heading(page, /Refund by Test shop US\$5\.00/);
    await lookAt(page, "open");
    await connectWallet(page);
    await page.getByText("You sign once in your wallet. There is no network fee.").waitFor();
    await page.getByRole("heading", { name: "Sign the refund" }).waitFor();
    expect(await page.locator("#expiry").textContent()).toMatch(/^Sign by .*\d{4}/);
    expect(await page.getByText(/^Price valid/).count()).toBe(0);
    await lookAt(page, "connected");
    await page.getByRole("button", { name: "Refund 5.00 USDC" }).click();
    await heading(page, "Refund sent");
    expect(executed(wallet)).toEqual(["eth_signTypedData_v4"]);
    expect(await server.balance(server.deployment.usdc, buyer.address)).toBe(before + 5_000_000n);
    const { txId } = await readRefund(server, refund.refundId);
    expect(await page.locator("#hash").textContent()).toBe(txId);
    await lookAt(page, "sent");
    await buyersPage.locator(".refund", { hasText: /US\$5\.00 was sent back to you on / }).waitFor();
    expect(await buyersPage.locator(`#refund-${refund.refundId}`).textContent()).toBe(txId);
    expect(await buyersPage.locator("#announce").textContent()).toMatch(/^US\$5\.00 was sent back to you/);
    await lookAt(buyersPage, "receipt");
  });

  test("what the account lacks is named, and another account of the wallet can sign", async () => {
    const refund = await givenRefund(server, await paidBy(server, buyer), HALF);
    const poor = await server.newBuyer(1_000_000n);
    const { page, wallet } = await open(refund, [poor]);
    await connectWallet(page);
    await page.getByRole("heading", { name: "This wallet can't pay the refund" }).waitFor();
    await page.getByText("You have 1.00 USDC. 4.00 USDC more is needed.").waitFor();
    await lookAt(page, "short");
    await wallet.useAccounts([signer.privateKey]);
    await page.getByRole("button", { name: "Refund 5.00 USDC" }).click();
    await heading(page, "Refund sent");
  });

  test("the buyer's own account cannot pay its refund", async () => {
    const refund = await givenRefund(server, await paidBy(server, buyer), HALF);
    const { page } = await open(refund, [buyer]);
    await connectWallet(page);
    await page.getByText("This account receives the refund, so it can't also pay it.").waitFor();
  });

  test("declined in the wallet: nothing was sent, and it can be tried again", async () => {
    const refund = await givenRefund(server, await paidBy(server, buyer), HALF);
    const { page, wallet, problem } = await open(refund);
    await connectWallet(page);
    wallet.refuse("eth_signTypedData_v4");
    const sign = page.getByRole("button", { name: "Refund 5.00 USDC" });
    await sign.click();
    await problem.getByText("You declined it in your wallet. Nothing was sent.").waitFor();
    wallet.release();
    await sign.click();
    expect((await endOf(server, refund.gatewayPaymentId)).status).toBe("succeeded");
  });

  test("the merchant cancels it while the page is open", async () => {
    const refund = await givenRefund(server, await paidBy(server, buyer), HALF);
    const { page } = await open(refund);
    await connectWallet(page);
    await page.getByRole("button", { name: "Refund 5.00 USDC" }).waitFor();
    await server.call({ method: "POST", path: `/v1/refunds/${refund.refundId}/cancel` });
    await heading(page, "This refund was cancelled");
    await lookAt(page, "cancelled");
  });

  test("on hold, it continues by itself once the payment is back", async () => {
    const paymentId = await paidBy(server, buyer);
    const refund = await givenRefund(server, paymentId, HALF);
    await orphan(server, paymentId);
    const { page } = await open(refund);
    await heading(page, "This refund is on hold");
    await lookAt(page, "held");
    await server.sql("update transfers set orphaned_at = null where payment_id = $1", [paymentId]);
    await page.getByRole("button", { name: "Test wallet" }).waitFor();
  });

  test("the link as a code for a phone, and for wallet apps on one", async () => {
    const refund = await givenRefund(server, await paidBy(server, buyer), HALF);
    const page = await openPage({ server, touch: true });
    await page.goto(`/${refund.gatewayPaymentId}`);
    await page.getByRole("heading", { name: "Sign with a wallet app" }).waitFor();
    await page.getByLabel("Show the QR code for another device").check();
    await page.getByRole("img", { name: "QR code for the refund's link" }).waitFor();
    expect(await page.locator("#link").textContent()).toBe(refund.refundUrl);
    await lookAt(page, "phone");
  });
});

describe.each([
  [
    "Permit2 with its approval",
    /Two steps: you allow USDT .* sign the refund/,
    ["eth_sendTransaction", "eth_signTypedData_v4"],
  ],
  ["coin", /You send one transaction/, ["eth_sendTransaction"]],
])("a payment by %s", (method, plan, calls) => {
  test("is refunded in the same way", async () => {
    const payer = await buyerFor(server, method);
    const paymentId = await createPayment(server);
    const { page: paying, payButton } = await openCheckout(server, {
      buyers: [payer],
      paymentId,
    });
    await connectWallet(paying);
    await payButton.click();
    await heading(paying, "Payment complete");
    const refund = await givenRefund(server, paymentId, HALF);
    const { page, wallet } = await open(refund, [await buyerFor(server, method)]);
    await connectWallet(page);
    await page.getByText(plan).waitFor();
    await page.getByRole("button", { name: /^Refund / }).click();
    expect((await endOf(server, refund.gatewayPaymentId)).status).toBe("succeeded");
    expect(executed(wallet)).toEqual(calls);
    await heading(page, "Refund sent");
  });
});

test.each([
  ["de", "Refund"],
  ["ar", "Refund"],
])("in %s, from right to left where it is written so", async (language, english) => {
  const refund = await givenRefund(server, await paidBy(server, buyer), HALF);
  const { page } = await open(refund);
  await page.goto(`/${refund.gatewayPaymentId}?lang=${language}`);
  await page.locator(`html[lang=${language}][dir=${language === "ar" ? "rtl" : "ltr"}]`).waitFor();
  await connectWallet(page);
  await page.locator(".wallet-pay").waitFor();
  expect(await page.locator("main").textContent()).not.toContain(english);
  await lookAt(page, `open-${language}`);
});
