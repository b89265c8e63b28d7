// Pays the router under a payment's key with other terms than those that the payment's options have.
import { type Address, encodeFunctionData, erc20Abi, type Hex, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect } from "vitest";
import { paymentRouterAbi } from "../../../src/chains/evm/abi/payment-router.ts";
import { paymentKey } from "../../../src/payment/terms.ts";
import { setBalance, type TestServer } from "../server/server.ts";

export interface OwnTerms {
  readonly token?: Address;
  readonly amount: bigint;
  readonly destination?: Address;
  readonly fee?: bigint;
  readonly feeReceiver?: Address;
}

type Place = Pick<TestServer, "client" | "deployment" | "destination" | "feeReceiver">;

/** Pays with `pay` from an account that holds exactly this amount; resolves when the transaction is mined. */
export async function payWithOwnTerms(server: Place, paymentId: string, terms: OwnTerms): Promise<Hex> {
  const { client, deployment, destination, feeReceiver } = server;
  const payment = {
    key: paymentKey(paymentId),
    token: deployment.usdc,
    payer: privateKeyToAccount(generatePrivateKey()).address,
    destination,
    fee: 0n,
    feeReceiver,
    deadline: BigInt(Math.floor(Date.now() / 1000) + 86_400),
    ...terms,
  };
  const { payer, token, amount } = payment;
  await client.setBalance({ address: payer, value: parseEther("1") });
  await setBalance(client, token, payer, amount);
  const approve = { abi: erc20Abi, functionName: "approve", args: [deployment.router, amount] } as const;
  await sendAs(server, payer, token, encodeFunctionData(approve));
  const pay = { abi: paymentRouterAbi, functionName: "pay", args: [payment] } as const;
  return sendAs(server, payer, deployment.router, encodeFunctionData(pay));
}

async function sendAs({ client }: Place, from: Address, to: Address, data: Hex): Promise<Hex> {
  await client.impersonateAccount({ address: from });
  const hash = await client.sendUnsignedTransaction({ from, to, data, gas: 400_000n });
  expect(await client.waitForTransactionReceipt({ hash })).toMatchObject({ status: "success" });
  return hash;
}
