// The links on the checkout page, as the unmodified SDK reads them: what a wallet scans from the code, and what opens it.
import { WalletConnectPay } from "@walletconnect/pay";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Buyer, startServer, type TestServer } from "../harness/server.ts";
import { createPayment } from "../harness/wallet.ts";

let server: TestServer;
let buyer: Buyer;
beforeAll(async () => {
  server = await startServer();
  buyer = await server.newBuyer();
  const send = globalThis.fetch;
  // The SDK's telemetry stays off the network.
  vi.stubGlobal("fetch", async (input: string | URL | Request, init?: RequestInit) => {
    const { origin } = new URL(input instanceof Request ? input.url : input);
    if (origin !== server.baseUrl) throw new Error(`a test may not reach ${origin}`);
    return send(input, init);
  });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await server.stop();
});

test.each([
  ["as text, which is what the code holds", /<code id="link" dir="ltr">([^<]+)</],
  ["for a wallet's own scheme", /href="(wc:[^"]+)"/],
])("%s", async (_, pattern) => {
  const paymentId = await createPayment(server);
  const page = await server.call<string>({ path: `/${paymentId}` });
  const [, paymentLink = ""] = pattern.exec(page.body) ?? [];
  const wallet = new WalletConnectPay({ baseUrl: server.baseUrl, apiKey: server.walletKey, logger: "silent" });
  const { paymentId: read, options } = await wallet.getPaymentOptions({ paymentLink, accounts: [buyer.account] });
  expect(read).toBe(paymentId);
  expect(options).toHaveLength(1);
});
