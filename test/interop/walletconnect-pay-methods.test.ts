// The unmodified wallet SDK with methods that need transactions: an approval before a Permit2 signature, and a payment
// that is itself a transaction.
import { WalletConnectPay } from "@walletconnect/pay";
import type { Hex } from "viem";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { buyerWith, execute, type Funds, startServerWithCoin } from "../harness/chain/methods.ts";
import { givenRefund, readRefund } from "../harness/chain/refunds.ts";
import { createPayment } from "../harness/chain/wallet.ts";
import type { Buyer, TestServer } from "../harness/server/server.ts";
import { onlyReach } from "./sdk.ts";

let server: TestServer;
let wallet: InstanceType<typeof WalletConnectPay>;
beforeAll(async () => {
  server = await startServerWithCoin();
  onlyReach(server);
  wallet = new WalletConnectPay({ baseUrl: server.baseUrl, apiKey: server.walletKey, logger: "silent" });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await server.stop();
});

const SEND = "eth_sendTransaction";
const SIGN = "eth_signTypedData_v4";

/** Executes the actions like the wallet, and returns the results in order. */
async function perform(buyer: Buyer, paymentId: string, optionId: string) {
  const actions = await wallet.getRequiredPaymentActions({ paymentId, optionId });
  const signatures: Hex[] = [];
  for (const { walletRpc } of actions) {
    const params = JSON.parse(walletRpc.params) as unknown[];
    const data = { chain_id: walletRpc.chainId, method: walletRpc.method, params };
    signatures.push(await execute(server, buyer, { type: "walletRpc", data }));
  }
  return { methods: actions.map(({ walletRpc }) => walletRpc.method), signatures };
}

test.each<[what: string, funds: Funds, methods: readonly string[], symbol: string]>([
  ["through Permit2, with the approval first", { usdt: "1000", coin: "1" }, [SEND, SIGN], "USDT"],
  ["by a transaction in a plain token", { dai: "1000", coin: "1" }, [SEND, SEND], "DAI"],
  ["by a transaction in the chain's native coin", { coin: "1000" }, [SEND], "ETH"],
])("a wallet pays %s", async (_, funds, methods, symbol) => {
  const buyer = await buyerWith(server, funds);
  const paymentLink = await createPayment(server);
  const { paymentId, options } = await wallet.getPaymentOptions({ paymentLink, accounts: [buyer.account] });
  expect(options.map(({ amount }) => amount.display.assetSymbol)).toEqual([symbol]);
  const optionId = options[0]?.id ?? "";
  const done = await perform(buyer, paymentId, optionId);
  expect(done.methods).toEqual(methods);
  const confirmed = await wallet.confirmPayment({ paymentId, optionId, signatures: done.signatures });
  expect(confirmed).toMatchObject({ status: "succeeded", isFinal: true });
});

test.each<[what: string, funds: Funds, methods: readonly string[]]>([
  ["through Permit2", { usdt: "1000", coin: "1" }, [SEND, SIGN]],
  ["in the chain's native coin", { coin: "1000" }, [SEND]],
])("a wallet signs a merchant's refund by its link, %s", async (_, funds, methods) => {
  const buyer = await buyerWith(server, funds);
  const paymentLink = await createPayment(server);
  const offered = await wallet.getPaymentOptions({ paymentLink, accounts: [buyer.account] });
  const { paymentId } = offered;
  const optionId = offered.options[0]?.id ?? "";
  await wallet.confirmPayment({ paymentId, optionId, ...(await perform(buyer, paymentId, optionId)) });

  const refund = await givenRefund(server, paymentId);
  const signer = await buyerWith(server, funds);
  const found = await wallet.getPaymentOptions({
    paymentLink: refund.gatewayPaymentId,
    accounts: [signer.account],
    includePaymentInfo: true,
  });
  expect([found.paymentId, found.info?.merchant.name]).toEqual([
    refund.gatewayPaymentId,
    expect.stringMatching(/^Refund by /),
  ]);
  const chosen = found.options[0]?.id ?? "";
  const done = await perform(signer, found.paymentId, chosen);
  expect(done.methods).toEqual(methods);
  const confirmed = await wallet.confirmPayment({
    paymentId: found.paymentId,
    optionId: chosen,
    signatures: done.signatures,
  });
  expect(confirmed).toMatchObject({ status: "succeeded", isFinal: true });
  expect(await readRefund(server, refund.refundId)).toMatchObject({ status: "succeeded", to: buyer.account });
});
