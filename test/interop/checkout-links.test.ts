// The links on the checkout page, read by the unmodified SDK: the QR code's text and the wallet scheme. Each pays a
// payment.
import { WalletConnectPay } from "@walletconnect/pay";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createPayment, untilFinal } from "../harness/chain/wallet.ts";
import type { TestServer } from "../harness/server/server.ts";
import { sharedServer } from "../harness/server/shared-server.ts";
import { onlyReach, signatureOf } from "./sdk.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
  onlyReach(server);
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await server.stop();
});

test.each([
  ["the text in the QR code", /<code id="link" dir="ltr">([^<]+)</],
  ["the link with the wallet's own scheme", /href="(wc:[^"]+)"/],
])("%s", async (_, pattern) => {
  const buyer = await server.newBuyer();
  const paymentId = await createPayment(server);
  const page = await server.call<string>({ path: `/${paymentId}` });
  const [, paymentLink = ""] = pattern.exec(page.body) ?? [];
  const wallet = new WalletConnectPay({ baseUrl: server.baseUrl, apiKey: server.walletKey, logger: "silent" });
  const { paymentId: named, options } = await wallet.getPaymentOptions({ paymentLink, accounts: [buyer.account] });
  const [{ id: optionId } = { id: "" }] = options;
  const [action] = await wallet.getRequiredPaymentActions({ paymentId: named, optionId });
  const signature = await signatureOf(action, buyer);
  const result = await wallet.confirmPayment({ paymentId: named, optionId, signatures: [signature] });
  expect(result).toMatchObject({ status: "succeeded", isFinal: true });
  expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
});
