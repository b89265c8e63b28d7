// Paying with a wallet in each language and text direction on the narrowest screen: complete, and nothing overflows.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CATALOGUES } from "../../../src/pages/catalogues.ts";
import { LANGUAGES } from "../../../src/pages/messages/languages.ts";
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

const isWiderThanScreen = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

test.each(LANGUAGES)("%s", async (language) => {
  const texts = CATALOGUES[language].wallet;
  const buyer = await buyerWith(server, { usdt: "1000", dai: "1000", coin: "1000" });
  const paymentId = await createPayment(server);
  const { page, wallet } = await openCheckout(server, {
    buyers: [buyer],
    paymentId,
    page: { locale: language, viewport: "narrow" },
  });
  await page.getByRole("heading", { name: texts.title }).waitFor();
  expect(await isWiderThanScreen(page)).toBe(false);
  await connectWallet(page);
  const payButton = page.locator(".wallet-pay");
  await payButton.waitFor();
  await page.locator(".wallet-option", { hasText: "DAI" }).click();
  await page.getByText(texts.plan.approveSend.replace("{token}", "DAI")).waitFor();
  expect(await isWiderThanScreen(page)).toBe(false);
  // Large enough for a thumb: the page's own button, not the browser's.
  expect((await payButton.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await expectAccessible(page);
  await takePictures(page, `pay-language-${language}`);
  wallet.refuse("eth_sendTransaction");
  await payButton.click();
  await page.getByText(texts.problems.refused).waitFor();
  expect(await isWiderThanScreen(page)).toBe(false);
  wallet.release();
  await payButton.click();
  expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
});
