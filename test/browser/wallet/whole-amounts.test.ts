// Amounts of many digits: each page of a payment shows the same, and no number has a line break inside.
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { CATALOGUES } from "../../../src/pages/catalogues.ts";
import { parseRates } from "../../../src/rates/config.ts";
import { buyerWith } from "../../harness/chain/methods.ts";
import { deployFeed } from "../../harness/chain/price-feed.ts";
import { createPayment, listOptions } from "../../harness/chain/wallet.ts";
import { setBalance, startServer, type TestServer } from "../../harness/server/server.ts";
import { brokenNumbers } from "../harness/broken-numbers.ts";
import { noSidewaysScroll } from "../harness/width.ts";
import { connectWallet, endOf, openCheckout } from "./paying.ts";

const CHAIN = "eip155:31337";
/** US dollars. */
const PRICES = { "EUR/USD": 1_08000000n, "ETH/USD": 3_000_00000000n };

let server: TestServer;
beforeAll(async () => {
  const { rpcUrl } = inject("sharedChain");
  const pairs = [];
  for (const [pair, answer] of Object.entries(PRICES)) {
    const { address } = await deployFeed(rpcUrl, { description: pair.replace("/", " / "), answer });
    pairs.push({ pair, maxAgeS: 3_600, sources: [{ type: "feed", chain: CHAIN, address }] });
  }
  const parsed = parseRates({ quoteLifetimeS: 600, refreshS: 60, pairs }, [CHAIN]);
  if (parsed.kind !== "ok") throw new Error(JSON.stringify(parsed.issues));
  server = await startServer({ rates: parsed.rates });
  const { account } = await server.newBuyer();
  const paymentId = await createPayment(server);
  const offered = async () => expect(await listOptions(server, paymentId, [account])).toHaveLength(2);
  await vi.waitFor(offered, { timeout: 20_000 }); // a busy machine may read the feed late
});
afterAll(() => server.stop());

const payment = (value: string) => createPayment(server, { amount: { unit: "iso4217/USD", value } });

test.each([
  ["en", "1,388.8889\u00a0EURC"],
  ["de", "1.388,8889\u00a0EURC"],
  ["ar", "1,388.8889\u00a0EURC"],
] as const)("%s: the options of a large amount have whole numbers at each width", async (locale, amount) => {
  const buyer = await server.newBuyer();
  await setBalance(server.client, server.deployment.eurc, buyer.address, 10_000_000_000n);
  const paymentId = await payment("150000");
  const { page } = await openCheckout(server, { buyers: [buyer], paymentId, page: { locale } });
  await connectWallet(page);
  await page.locator(".wallet-amount", { hasText: amount }).waitFor();
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await brokenNumbers(page)).toEqual([]);
  }
  await noSidewaysScroll(page);
  expect(await page.getByText("≈").count()).toBe(0); // each option is worth the same
  const pays = CATALOGUES[locale].wallet.total.replace("{amount}", "");
  expect(await page.locator(".wallet-total").textContent()).toContain(pays); // no fee: one number
});

test("checkout and receipt show the same digits, and the receipt's title shows all of them", async () => {
  const paymentId = await payment("1250");
  const buyers = [await buyerWith(server, { coin: "1" })];
  const { page, payButton } = await openCheckout(server, { buyers, paymentId });
  await connectWallet(page);
  await page.getByRole("button", { name: "Pay 0.00416667\u00a0ETH" }).waitFor();
  await page.getByText(/network fee about 0\.0\d+\sETH \(US\$0\.\d\d\)/).waitFor();
  await page.getByText(/^You pay about US\$1\d\.\d\d in total$/).waitFor();
  await payButton.click();
  expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
  const paid = page.locator(".facts bdi", { hasText: "ETH" });
  expect(await paid.textContent()).toBe("0.00416667\u00a0ETH");
  expect(await paid.getAttribute("title")).toBe("0.004166666666666667 ETH");
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await brokenNumbers(page)).toEqual([]);
  }
});
