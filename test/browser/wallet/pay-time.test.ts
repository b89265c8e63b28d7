// Time passes while the buyer chooses: prices refresh automatically, and a payment that ends removes the choice.
import type { Route } from "playwright-core";
import { parseEther, parseUnits } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { setBalance, type TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { connectWallet, endOf, executed, openCheckout } from "./paying.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const SIGN = "eth_signTypedData_v4";
const SEND = "eth_sendTransaction";
const nowS = (): number => Math.floor(Date.now() / 1000);

async function given() {
  const paymentId = await createPayment(server);
  return { paymentId, ...(await openCheckout(server, { buyers: [await server.newBuyer()], paymentId })) };
}

/** The buyer can pay with USDC, by a signature, and with DAI, by transactions. */
async function givenTwoOptions() {
  const paymentId = await createPayment(server);
  const buyer = await server.newBuyer();
  await setBalance(server.client, server.deployment.dai, buyer.address, parseUnits("1000", 18));
  await server.client.setBalance({ address: buyer.address, value: parseEther("1") });
  return openCheckout(server, { buyers: [buyer], paymentId });
}

function gate(): { readonly open: () => void; readonly opened: Promise<void> } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** The gateway's response, with a given price expiry and a higher price. */
async function priced(route: Route, expiresAt: number, more: bigint): Promise<void> {
  const response = await route.fetch();
  const body = (await response.json()) as { options: { expiresAt: number | null; amount: { value: string } }[] };
  for (const option of body.options) {
    option.expiresAt = expiresAt;
    option.amount.value = String(BigInt(option.amount.value) + more);
  }
  await route.fulfill({ response, json: body });
}

test("an expiring price is refreshed automatically, and the new one is paid", async () => {
  const { page, payButton, problem, paymentId } = await given();
  await page.route("**/options", (route) => priced(route, nowS() + 2, 500_000n), { times: 1 });
  await connectWallet(page);
  await page.getByText(/Price valid until/).waitFor();
  expect(await payButton.textContent()).toMatch(/^Pay 10\.50\sUSDC$/);
  await problem.getByText("Prices were updated").waitFor();
  expect(await payButton.textContent()).toMatch(/^Pay 10\.00\sUSDC$/);
  await payButton.click();
  expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
});

test("an option that the buyer selects during a price refresh stays selected", async () => {
  const { page, payButton, problem } = await givenTwoOptions();
  const [asked, answered] = [gate(), gate()];
  let count = 0;
  await page.route("**/options", async (route) => {
    count += 1;
    if (count === 1) return priced(route, nowS() + 2, 0n);
    asked.open();
    await answered.opened;
    return route.continue();
  });
  await connectWallet(page);
  await page.getByRole("radio", { name: /USDC/ }).check();
  await asked.opened;
  await page.getByRole("radio", { name: /DAI/ }).check();
  answered.open();
  await problem.getByText("Prices were updated").waitFor();
  expect(await page.getByRole("radio", { name: /DAI/ }).isChecked()).toBe(true);
  expect(await payButton.textContent()).toMatch(/^Pay 10\.00\sDAI$/);
});

test("another option that is selected after Pay takes its place: the wallet is asked only for that one", async () => {
  const { page, wallet, payButton } = await givenTwoOptions();
  const fetched = gate();
  await page.route("**/fetch", async (route) => {
    await fetched.opened;
    await route.continue();
  });
  wallet.hold(SIGN, SEND);
  await connectWallet(page);
  await page.getByRole("radio", { name: /USDC/ }).check();
  await payButton.click();
  await page.getByRole("radio", { name: /DAI/ }).check();
  fetched.open();
  await payButton.click();
  await page.getByRole("heading", { name: "Allow DAI in Test wallet" }).waitFor();
  await wallet.untilAsked(SEND);
  expect(executed(wallet)).toEqual([SEND]);
});

test("if the price expires before paying, the new amount is shown first and nothing is signed", async () => {
  const { page, wallet, payButton, problem, paymentId } = await given();
  await page.route("**/fetch", (route) =>
    route.fulfill({ status: 409, json: { code: "quote_expired", message: "The price has expired" } }),
  );
  await connectWallet(page);
  await payButton.click();
  await problem.getByText(/price has changed/).waitFor();
  expect(executed(wallet)).toEqual([]);
  await page.unroute("**/fetch");
  await payButton.click();
  expect(await endOf(server, paymentId)).toMatchObject({ status: "succeeded" });
});

test("if the payment expires while choosing, the page says so and offers no options", async () => {
  const { page, payButton, paymentId } = await given();
  await connectWallet(page);
  await payButton.waitFor();
  await server.sql("update payments set expires_at = now() - interval '1 second' where id = $1", [paymentId]);
  expect(await untilFinal(server, paymentId)).toMatchObject({ status: "expired" });
  await payButton.waitFor({ state: "detached" });
});

test("if the payment is cancelled while the wallet prompts, the signature pays nothing", async () => {
  const { page, wallet, payButton, paymentId } = await given();
  wallet.hold(SIGN);
  await connectWallet(page);
  await payButton.click();
  await wallet.untilAsked(SIGN);
  await server.call({ method: "POST", path: `/v1/payments/${paymentId}/cancel`, body: {} });
  await page.locator(".wallet").waitFor({ state: "detached" });
  wallet.release();
  expect(await endOf(server, paymentId)).toMatchObject({ status: "cancelled" });
});
