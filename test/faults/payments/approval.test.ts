// A buyer's Permit2 approval is never mined, or is revoked after the payment was confirmed.
import { encodeFunctionData, erc20Abi, type Hex, maxUint256, parseGwei } from "viem";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  buyerWith,
  confirmResults,
  execute,
  fetchActions,
  onlyOption,
  type WireAction,
} from "../../harness/chain/methods.ts";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import { optionOf } from "../../harness/chain/rival.ts";
import { createPayment, untilFinal, type WireOption } from "../../harness/chain/wallet.ts";
import { type Buyer, startServer, type TestServer } from "../../harness/server/server.ts";
import { inPool, relayStateOf, statusOf, watcherIsAtHead } from "./confirmed.ts";

const GRACE_S = 10;
const LIFETIME_S = 60;

let chain: OwnChain;
let server: TestServer;
beforeAll(async () => {
  chain = await startOwnChain();
  server = await startServer({ place: chain, chain: { inclusionGraceS: GRACE_S } });
});
afterAll(async () => {
  await server.stop();
  await chain.stop();
});
afterEach(() => chain.resumeMining());

interface Ready {
  readonly paymentId: string;
  readonly buyer: Buyer;
  readonly option: WireOption;
  readonly actions: readonly WireAction[];
}

async function ready(): Promise<Ready> {
  const buyer = await buyerWith(server, { usdt: "1000", coin: "1" });
  const paymentId = await createPayment(server, { expiresAt: (await chain.nowS()) + LIFETIME_S });
  const option = await onlyOption(server, paymentId, buyer);
  return { paymentId, buyer, option, actions: await fetchActions(server, paymentId, option) };
}

/** Mined before the relayer's batches. */
const approve = (buyer: Buyer, amount: bigint, nonce: number): Promise<Hex> => {
  const args = [server.deployment.permit2, amount] as const;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args });
  const params = [{ to: server.deployment.usdt, value: "0x0", data, gas: "0x186a0" }];
  const action = { type: "walletRpc", data: { chain_id: server.caip2, method: "eth_sendTransaction", params } };
  return execute(server, buyer, action, {
    nonce,
    maxFeePerGas: parseGwei("100"),
    maxPriorityFeePerGas: parseGwei("50"),
  });
};

async function confirmed({ paymentId, buyer, option, actions }: Ready): Promise<Hex> {
  const [approval, sign] = actions;
  if (!approval || !sign) throw new Error("two actions were expected");
  const hash = await execute(server, buyer, approval);
  const results = [hash, await execute(server, buyer, sign)];
  expect(await confirmResults(server, paymentId, option, results)).toMatchObject({
    status: 200,
    body: { status: "processing" },
  });
  return hash;
}

test("a dropped approval leaves its payment waiting until the deadline, then the payment fails", async () => {
  await chain.stopMining();
  const one = await ready();
  await chain.dropFromPool(await confirmed(one));
  const { deadlineS } = optionOf(server, one).terms;
  await chain.mineAt(deadlineS - 1);
  await watcherIsAtHead(server);
  expect(await statusOf(server, one.paymentId)).toBe("processing");
  expect(await relayStateOf(server, one.paymentId)).toBe("held");
  await chain.mineAt(deadlineS);
  expect(await untilFinal(server, one.paymentId)).toMatchObject({ status: "failed" });
  expect(await server.sql("select from relay_batches")).toEqual([]);
});

test("an approval revoked before the batch is mined holds the payment until it is granted again", async () => {
  const one = await ready();
  const hash = await confirmed(one);
  await server.client.waitForTransactionReceipt({ hash });
  await chain.stopMining();
  await inPool(server);
  await approve(one.buyer, 0n, 1);
  await chain.mine();
  await expect.poll(() => relayStateOf(server, one.paymentId), { timeout: 20_000 }).toBe("held");
  expect(await statusOf(server, one.paymentId)).toBe("processing");
  await approve(one.buyer, maxUint256, 2);
  await chain.resumeMining();
  expect(await untilFinal(server, one.paymentId)).toMatchObject({ status: "succeeded" });
});
