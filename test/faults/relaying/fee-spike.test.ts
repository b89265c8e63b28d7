// Gas prices rise while a batch waits: it is bid up to the chain's cap, never above, and mined once the price falls.
import { parseGwei } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paymentKey } from "../../../src/payment/terms.ts";
import { paidEvents } from "../../harness/books.ts";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import { untilFinal } from "../../harness/chain/wallet.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { confirmedPayment, inPool, sentForms, statusOf } from "../payments/confirmed.ts";

const CAP = parseGwei("4");

let chain: OwnChain;
let server: TestServer;
beforeAll(async () => {
  chain = await startOwnChain();
  server = await startServer({ place: chain, chain: { rpcUrls: [chain.proxy.url], maxFeePerGas: CAP } });
});
afterAll(async () => {
  await server.stop();
  await chain.stop();
});

test("an outbid batch waits at the cap and is mined once the base fee falls below it", async () => {
  await chain.stopMining();
  await nextBaseFee("1");
  await chain.mine();
  const { paymentId } = await confirmedPayment(server);
  const first = await inPool(server);
  expect(BigInt(first.max_fee_per_gas)).toBeLessThan(CAP);
  await mineAt("50", 5);
  await expect.poll(async () => (await sentForms(server)).at(-1)?.max_fee_per_gas).toBe(CAP.toString());
  await mineAt("50", 5);
  expect(await statusOf(server, paymentId)).toBe("processing");

  await mineAt("3", 1);
  await chain.resumeMining();
  const final = await untilFinal(server, paymentId);
  expect(final).toMatchObject({ status: "succeeded" });
  expect(await paidEvents(server, [paymentKey(paymentId)])).toHaveLength(1);
  const hash = final.info?.txId ?? "0x";
  const { effectiveGasPrice } = await server.client.getTransactionReceipt({ hash });
  expect(effectiveGasPrice).toBeLessThanOrEqual(CAP);
  for (const { max_fee_per_gas, nonce } of await sentForms(server)) {
    expect(BigInt(max_fee_per_gas)).toBeLessThanOrEqual(CAP);
    expect(nonce).toBe(first.nonce);
  }
});

const nextBaseFee = (gwei: string) => server.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei(gwei) });

/** Mines blocks with this base fee, which would fall in empty ones. */
async function mineAt(gwei: string, blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block++) {
    await nextBaseFee(gwei);
    await chain.mine();
  }
}
