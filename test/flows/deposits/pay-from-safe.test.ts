// A buyer whose money is in a Safe of two owners pays by a transfer, or by both owners' signatures.
import { encodeFunctionData, erc20Abi } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askForAddress } from "../../harness/chain/deposits.ts";
import { newSafe, type Safe } from "../../harness/chain/safe.ts";
import { confirm, createPayment, signPaymentBy, untilFinal } from "../../harness/chain/wallet.ts";
import { setBalance, type TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";

const AMOUNT = 10_000_000n;
const FEE = 40_000n;

let server: TestServer;
let safe: Safe;
beforeAll(async () => {
  server = await sharedServer();
  safe = await newSafe(server);
  await setBalance(server.client, server.deployment.usdc, safe.address, 3n * AMOUNT);
});
afterAll(() => server.stop());

const held = (...accounts: Parameters<TestServer["balance"]>[1][]) =>
  Promise.all(accounts.map((account) => server.balance(server.deployment.usdc, account)));

test("a transfer by the Safe pays the payment of its deposit address", async () => {
  const paymentId = await createPayment(server);
  const { address, amount } = await askForAddress(server, paymentId);
  const [safeHad = 0n, merchantHad = 0n, operatorHad = 0n] = await held(
    safe.address,
    server.destination,
    server.feeReceiver,
  );
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [address, BigInt(amount.value)] });
  const hash = await safe.send({ to: server.deployment.usdc, data });
  expect((await untilFinal(server, paymentId)).status).toBe("succeeded");
  expect(await held(safe.address, address, server.destination, server.feeReceiver)).toEqual([
    safeHad - AMOUNT,
    0n,
    merchantHad + AMOUNT - FEE,
    operatorHad + FEE,
  ]);
  const transactions = [{ hash, from: safe.address, value: amount.value, status: "confirmed" }];
  expect(await server.call({ path: `/v1/payments/${paymentId}` })).toMatchObject({
    body: { deposits: [{ address, transactions }] },
  });
});

test("the signatures of both owners pay a payment (EIP-1271)", async () => {
  const paymentId = await createPayment(server);
  const account = `${server.caip2}:${safe.address}`;
  const [before = 0n] = await held(safe.address);
  const signed = await signPaymentBy(server, paymentId, { ...safe, account });
  expect(await confirm(server, signed)).toMatchObject({ status: 200, body: { status: "processing" } });
  expect((await untilFinal(server, paymentId)).status).toBe("succeeded");
  expect(await held(safe.address)).toEqual([before - AMOUNT]);
});
