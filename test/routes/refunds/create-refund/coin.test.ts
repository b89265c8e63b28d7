// A payment in a native coin is refunded in coin: by a transaction's value, which emits no event.
import { createWalletClient, type Hex, http, parseEther } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  buyerWith,
  executeAll,
  fetchActions,
  onlyOption,
  startServerWithCoin,
} from "../../../harness/chain/methods.ts";
import { createPayment, untilFinal } from "../../../harness/chain/wallet.ts";
import type { Buyer, TestServer } from "../../../harness/server/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServerWithCoin();
});
afterAll(() => server.stop());

async function paidInCoin(): Promise<{ paymentId: string; buyer: Buyer }> {
  const buyer = await buyerWith(server, { coin: "1000" });
  const paymentId = await createPayment(server);
  const option = await onlyOption(server, paymentId, buyer);
  await executeAll(server, buyer, await fetchActions(server, paymentId, option));
  expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
  return { paymentId, buyer };
}

async function send(to: Hex, value: bigint): Promise<Hex> {
  const { privateKey } = await buyerWith(server, { coin: "100" });
  const wallet = createWalletClient({ account: privateKeyToAccount(privateKey), transport: http(server.rpcUrl) });
  const hash = await wallet.sendTransaction({ chain: null, to, value });
  await server.client.waitForTransactionReceipt({ hash });
  return hash;
}

const refund = (paymentId: string, txHash: Hex) => server.call({ path: "/v1/refunds", body: { paymentId, txHash } });

test("finds coin sent back to the payer, once", async () => {
  const [one, another] = [await paidInCoin(), await paidInCoin()];
  const txHash = await send(one.buyer.address, parseEther("10"));
  expect(await refund(another.paymentId, txHash)).toMatchObject({ status: 400, body: { code: "params_validation" } });
  expect(await refund(one.paymentId, txHash)).toMatchObject({ status: 200 });
});

test("refuses more coin than was paid, or none", async () => {
  const { paymentId, buyer } = await paidInCoin();
  for (const value of [parseEther("10") + 1n, 0n]) {
    expect(await refund(paymentId, await send(buyer.address, value))).toMatchObject({ status: 400 });
  }
});
