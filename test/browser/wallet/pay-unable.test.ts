// A wallet that can't make the payment: the page names its accounts and what is missing, and keeps the other ways.
import { afterAll, beforeAll, expect, test } from "vitest";
import { buyerFor } from "../../client/payers.ts";
import { buyerWith, startServerWithCoin } from "../../harness/chain/methods.ts";
import { createPayment } from "../../harness/chain/wallet.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { expectAccessible } from "../harness/axe.ts";
import { takePictures } from "../harness/picture.ts";
import { connectWallet, endOf, openCheckout } from "./paying.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServerWithCoin();
});
afterAll(() => server.stop());

test("an empty account: accepted networks are named, and checking again finds new funds", async () => {
  const poor = await buyerWith(server, {});
  const paymentId = await createPayment(server);
  const { page, payButton } = await openCheckout(server, {
    buyers: [poor],
    paymentId,
    page: { permissions: ["clipboard-read", "clipboard-write"] },
  });
  await connectWallet(page);
  await page.getByRole("heading", { name: "This wallet can't make this payment" }).waitFor();
  const looked = page.locator(".wallet-looked");
  expect(await looked.locator("code").allTextContents()).toEqual([poor.address]);
  await looked.getByRole("button", { name: "Copy address" }).click();
  await looked.getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(poor.address);
  const copy = looked.getByRole("button", { name: "Copy address" });
  await copy.waitFor(); // "Copied" is shown for a moment only
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("denied"));
  });
  await copy.click();
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe(poor.address);
  const missing = page.locator(".wallet-unavailable li");
  expect(await missing.count()).toBe(2);
  await page.getByRole("heading", { name: "Pay with your phone" }).waitFor(); // the other ways are still there
  await takePictures(page, "pay-no-money");
  await page.getByRole("button", { name: /^Show all \d$/ }).click();
  expect(await missing.count()).toBeGreaterThan(2);
  const usdc = missing.filter({ hasText: "USDC" });
  expect(await usdc.textContent()).toMatch(/USDC · Local chain.*You have none\. 10\.00\sUSDC is needed\./);
  await expectAccessible(page);
  await server.client.setBalance({ address: poor.address, value: 10n ** 20n });
  await page.getByRole("button", { name: "Check again" }).click();
  await payButton.click();
  expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
});

test("an account with a token but no coin for gas learns how much is missing", async () => {
  const buyer = await buyerWith(server, { usdt: "4", dai: "1000" });
  const { page } = await openCheckout(server, { buyers: [buyer], paymentId: await createPayment(server) });
  await connectWallet(page);
  await page.getByRole("button", { name: /^Show all/ }).click();
  const reason = (token: string) => page.locator(".wallet-unavailable li", { hasText: token });
  await reason("DAI")
    .getByText(/You have enough, but the network fee takes about 0\.\d+\sETH and you have 0\sETH/)
    .waitFor();
  await reason("USDT")
    .getByText(/You have 4\.00\sUSDT\. 6\.00\sUSDT more is needed/)
    .waitFor();
  await takePictures(page, "pay-no-gas");
});

test("the buyer learns that an account is refused but not why, and can use another wallet", async () => {
  const buyer = await buyerFor(server, "EIP-3009");
  const { page, problem } = await openCheckout(server, { buyers: [buyer], paymentId: await createPayment(server) });
  await page.route("**/options", (route) =>
    route.fulfill({ status: 451, json: { code: "sanctioned_user", message: "This account cannot be used" } }),
  );
  await connectWallet(page);
  await page.getByRole("heading", { name: "This account can't be used here" }).waitFor();
  await page.getByText(/cannot be accepted/).waitFor(); // once, below the heading
  expect(await problem.count()).toBe(0);
  expect(await page.locator(".wallet-looked code").textContent()).toBe(buyer.address);
  expect(await page.locator(".wallet").textContent()).not.toMatch(/can't make this payment|none|Check again/);
  await takePictures(page, "pay-account-refused");
  await page.getByRole("button", { name: "Change wallet" }).waitFor();
});
