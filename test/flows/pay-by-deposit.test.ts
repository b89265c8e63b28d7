// A buyer with nothing of ours pays by a plain transfer to the payment's address.
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendTo } from "../harness/chain/deposits.ts";
import { untilFinal } from "../harness/chain/wallet.ts";
import type { TestServer } from "../harness/server/server.ts";
import { sharedServer } from "../harness/server/shared-server.ts";
import { depositIn, givenAddress } from "../store/deposits/given-deposits.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

test("a transfer of the amount pays the merchant and the fee receiver, and the sweep's transaction is shown", async () => {
  const { usdc, router } = server.deployment;
  const option = await givenAddress(server, { chain: server.caip2, router, token: usdc });
  const { hash, blockHash, blockNumber: number, logIndex } = await sendTo(server, option.terms.payer, 10_000_000n);
  const { timestamp, parentHash } = await server.client.getBlock({ blockHash });
  const block = { number, hash: blockHash, parentHash, timeS: Number(timestamp) };
  await depositIn(server, block, option, { txHash: hash, logIndex, isRefused: null });
  await server.client.mine({ blocks: 1 });

  const { status, info } = await untilFinal(server, option.paymentId);
  expect(status).toBe("succeeded");
  expect(info?.txId).not.toBe(hash);
  const held = [server.destination, server.feeReceiver, option.terms.payer].map((a) => server.balance(usdc, a));
  expect(await Promise.all(held)).toEqual([9_960_000n, 40_000n, 0n]);
  expect(await server.call({ path: `/v1/payments/${option.paymentId}` })).toMatchObject({
    body: { settlement: { successful: { txId: info?.txId, amount: { value: "9960000" } } } },
  });
});
