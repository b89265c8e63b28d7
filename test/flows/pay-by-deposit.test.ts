// A buyer with nothing of ours pays by a plain transfer to the payment's address.
import { afterAll, beforeAll, expect, test } from "vitest";
import { giveAddress } from "../harness/chain/deposit-addresses.ts";
import { sendTo } from "../harness/chain/deposits.ts";
import { createPayment, untilFinal } from "../harness/chain/wallet.ts";
import type { TestServer } from "../harness/server/server.ts";
import { sharedServer } from "../harness/server/shared-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

test("a transfer of the amount pays the merchant and the fee receiver, and the sweep's transaction is shown", async () => {
  const { usdc } = server.deployment;
  const paymentId = await createPayment(server);
  const { address } = await giveAddress(server, paymentId);
  const hash = await sendTo(server, address, 10_000_000n);
  const { status, info } = await untilFinal(server, paymentId);
  expect(status).toBe("succeeded");
  expect(info?.txId).not.toBe(hash);
  const held = [server.destination, server.feeReceiver, address].map((account) => server.balance(usdc, account));
  expect(await Promise.all(held)).toEqual([9_960_000n, 40_000n, 0n]);
  expect(await server.call({ path: `/v1/payments/${paymentId}` })).toMatchObject({
    body: { settlement: { successful: { txId: info?.txId, amount: { value: "9960000" } } } },
  });
});
