// Older wallet SDKs, unmodified, from 1.0.4 on: 1.0.2 runs only on a phone. The newest one has its own tests
// (walletconnect-pay.test.ts); here it sends results that are no plain strings.
import { PayError, WalletConnectPay } from "@walletconnect/pay";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { WalletConnectPay as Version104 } from "walletconnect-pay-1.0.4";
import { WalletConnectPay as Version1010 } from "walletconnect-pay-1.0.10";
import { createPayment } from "../harness/chain/wallet.ts";
import type { Buyer, TestServer } from "../harness/server/server.ts";
import { sharedServer } from "../harness/server/shared-server.ts";
import { onlyReach, signatureOf } from "./sdk.ts";

type Wallet = InstanceType<typeof WalletConnectPay>;

let server: TestServer;
let buyer: Buyer;
beforeAll(async () => {
  server = await sharedServer();
  buyer = await server.newBuyer();
  onlyReach(server);
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await server.stop();
});

/** Scans, signs, and resolves to the payment, ready to be confirmed. */
async function signed(wallet: Pick<Wallet, "getPaymentOptions" | "getRequiredPaymentActions">) {
  const paymentLink = await createPayment(server);
  const { paymentId, options } = await wallet.getPaymentOptions({ paymentLink, accounts: [buyer.account] });
  const optionId = options[0]?.id ?? "";
  const [action] = await wallet.getRequiredPaymentActions({ paymentId, optionId });
  return { paymentId, optionId, signature: await signatureOf(action, buyer) };
}

test.each([
  ["1.0.4", () => Version104],
  ["1.0.10", () => Version1010],
])("version %s pays, and sees no options of a paid payment", async (_, versionOf) => {
  const Wallet = versionOf();
  const wallet = new Wallet({ baseUrl: server.baseUrl, appId: server.appId, logger: "silent" });
  const { paymentId, optionId, signature } = await signed(wallet);
  const confirmed = await wallet.confirmPayment({ paymentId, optionId, signatures: [signature] });
  expect(confirmed).toMatchObject({ status: "succeeded", isFinal: true });
  const again = await wallet.getPaymentOptions({ paymentLink: paymentId, accounts: [buyer.account] });
  expect(again.options).toEqual([]);
});

test("version 1.1.0 sends results as data: objects and arrays are wrong results, a signature pays", async () => {
  const wallet = new WalletConnectPay({ baseUrl: server.baseUrl, appId: server.appId, logger: "silent" });
  const { paymentId, optionId, signature } = await signed(wallet);
  for (const result of [{ transaction: "AQID" }, [signature]]) {
    const refused = wallet.confirmPayment({ paymentId, optionId, data: [result] });
    const error = await refused.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PayError);
    expect(error).toMatchObject({ message: expect.stringContaining("400: results.0.data.0 must be a signature") });
  }
  const confirmed = await wallet.confirmPayment({ paymentId, optionId, data: [signature] });
  expect(confirmed).toMatchObject({ status: "succeeded" });
});
