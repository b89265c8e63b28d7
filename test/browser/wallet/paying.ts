// A buyer on the checkout page with an injected wallet.
import type { Locator, Page } from "playwright-core";
import { createGatewayClient, type PaymentResult } from "../../../src/client/index.ts";
import type { Buyer, TestServer } from "../../harness/server/server.ts";
import { chainsOf, type InjectedWallet, injectWallet, type WalletOptions } from "../harness/injected-wallet.ts";
import { openPage, type PageOptions } from "../harness/page.ts";

export interface Checkout {
  readonly page: Page;
  readonly wallet: InjectedWallet;
  readonly payButton: Locator;
  readonly options: Locator;
  readonly problem: Locator;
}

interface CheckoutOptions {
  readonly buyers: readonly Pick<Buyer, "privateKey">[];
  readonly paymentId: string;
  readonly page?: Omit<PageOptions, "server">;
  readonly wallet?: Partial<WalletOptions>;
}

/** A payment's checkout page, with a wallet that holds the buyers' keys. */
export async function openCheckout(
  server: TestServer,
  { buyers, paymentId, page: pageOptions = {}, wallet: walletOptions = {} }: CheckoutOptions,
): Promise<Checkout> {
  const page = await openPage({ server, ...pageOptions });
  const wallet = await injectWallet(page, {
    privateKeys: buyers.map(({ privateKey }) => privateKey),
    chains: chainsOf(server),
    ...walletOptions,
  });
  await page.goto(`/${paymentId}`);
  return {
    page,
    wallet,
    payButton: page.getByRole("button", { name: /^Pay / }),
    options: page.getByRole("radio"),
    problem: page.locator(".wallet-problem p"),
  };
}

export const connectWallet = (page: Page, name = "Test wallet"): Promise<void> =>
  page.getByRole("button", { name }).click();

/** The requests that a person had to answer, except the connection. */
export const executed = (wallet: InjectedWallet): string[] =>
  wallet.methods().filter((method) => /^(eth_sign|eth_send|wallet_)/.test(method));

/** The payment's outcome according to the gateway. */
export async function endOf(server: TestServer, paymentId: string): Promise<PaymentResult> {
  const gateway = createGatewayClient({ baseUrl: server.baseUrl, apiKey: server.walletKey });
  for (;;) {
    const result = await gateway.status(paymentId, { maxPollMs: 30_000 });
    if (result.isFinal) return result;
  }
}
