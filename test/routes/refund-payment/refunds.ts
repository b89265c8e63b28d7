// Calls to the refund endpoint, and the merchant's transfers that refund buyers.
import { type Address, createWalletClient, erc20Abi, type Hex, http, parseEther } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { ApiAnswer, ApiCall } from "../../harness/api.ts";
import type { Buyer } from "../../harness/server.ts";
import { confirm, signPayment } from "../../harness/wallet.ts";
import { givenPayment } from "../given.ts";
import type { RouteServer, WireBody } from "../setup.ts";

export interface PaidPayment {
  readonly paymentId: string;
  readonly buyer: Buyer;
  readonly token: Address;
  readonly amount: bigint;
}

/** A payment of 1.00 USD paid by the given buyer or by a new one. */
export async function givenPaid(server: RouteServer, from?: Buyer): Promise<PaidPayment> {
  const paymentId = await givenPayment(server);
  const buyer = from ?? (await server.newBuyer());
  const signed = await signPayment(server, paymentId, buyer);
  const { body } = await confirm(server, signed, 30_000);
  if (body.status !== "succeeded") throw new Error(`not paid: ${JSON.stringify(body)}`);
  const { unit, value } = signed.option.amount;
  return { paymentId, buyer, token: unit.split(":").at(-1) as Address, amount: BigInt(value) };
}

export const refund = (
  server: RouteServer,
  body: object,
  headers: ApiCall["headers"] = {},
): Promise<ApiAnswer<WireBody>> => server.call({ path: "/v1/refunds", body, headers });

/** Sends tokens from a fresh account of the merchant and waits until they arrive. */
export async function payBack(server: RouteServer, token: Address, to: Address, amount: bigint): Promise<Hex> {
  const { privateKey, address } = await server.newBuyer(amount);
  await server.client.setBalance({ address, value: parseEther("1") });
  const wallet = createWalletClient({ account: privateKeyToAccount(privateKey), transport: http(server.rpcUrl) });
  const hash = await wallet.writeContract({
    chain: null,
    address: token,
    abi: erc20Abi,
    functionName: "transfer",
    args: [to, amount],
  });
  await server.client.waitForTransactionReceipt({ hash });
  return hash;
}
