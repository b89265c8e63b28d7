// Calls to the refund endpoint, and the merchant's transfers that refund buyers.
import {
  type Address,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  multicall3Abi,
  parseEther,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { expect } from "vitest";
import { MULTICALL3 } from "../../../src/chains/evm/config/deploy.ts";
import { confirm, signPayment } from "../../harness/chain/wallet.ts";
import type { ApiAnswer, ApiCall } from "../../harness/server/api.ts";
import { type Buyer, setBalance } from "../../harness/server/server.ts";
import { givenPayment } from "../given.ts";
import type { RouteServer, WireBody } from "../setup.ts";

export interface PaidPayment {
  readonly paymentId: string;
  readonly buyer: Buyer;
  readonly token: Address;
  readonly amount: bigint;
}

/** A payment, of 1.00 USD unless changed, paid by the given buyer or by a new one. */
export async function givenPaid(server: RouteServer, from?: Buyer, changes: object = {}): Promise<PaidPayment> {
  const paymentId = await givenPayment(server, changes);
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
  return send(server, await server.newBuyer(amount), token, transferOf(to, amount));
}

/** Sends these amounts in one transaction, in this order, and waits until they arrive. */
export async function payBackAtOnce(
  server: RouteServer,
  token: Address,
  to: Address,
  amounts: readonly bigint[],
): Promise<Hex> {
  const sum = amounts.reduce((total, amount) => total + amount, 0n);
  await setBalance(server.client, token, MULTICALL3, sum);
  const calls = amounts.map((amount) => ({ target: token, allowFailure: false, callData: transferOf(to, amount) }));
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: "aggregate3", args: [calls] });
  return send(server, await server.newBuyer(0n), MULTICALL3, data);
}

const transferOf = (to: Address, amount: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amount] });

async function send(server: RouteServer, { privateKey, address }: Buyer, to: Address, data: Hex): Promise<Hex> {
  await server.client.setBalance({ address, value: parseEther("1") });
  const wallet = createWalletClient({ account: privateKeyToAccount(privateKey), transport: http(server.rpcUrl) });
  const hash = await wallet.sendTransaction({ chain: null, to, data });
  expect(await server.client.waitForTransactionReceipt({ hash })).toMatchObject({ status: "success" });
  return hash;
}

/** A refund as the API shows it. */
export interface ShownRefund {
  readonly refundId: string;
  readonly paymentId: string;
  readonly merchantId: string;
  readonly status: string;
  readonly amount: { readonly unit: string; readonly value: string };
  readonly fiatAmount: { readonly unit: string; readonly value: string };
  readonly to?: string;
  readonly claim?: { readonly account: string; readonly by: string; readonly acceptedBy?: string };
  readonly requestedBy: { readonly type: string; readonly id?: string };
  readonly gatewayPaymentId: string;
  readonly createdAt: string;
  readonly txId?: string;
}

/** A refund, of all of a new payment unless changed. */
export async function givenRefund(
  server: RouteServer,
  body: object = {},
): Promise<ShownRefund & { readonly buyer: Buyer }> {
  const { paymentId, buyer } = await givenPaid(server);
  const answer = await server.call<ShownRefund>({
    path: "/v1/refunds",
    body: { paymentId, reason: "Returned", ...body },
  });
  if (answer.status !== 201) throw new Error(`no refund: ${JSON.stringify(answer.body)}`);
  return { ...answer.body, buyer };
}

/** A refund that waits with this address, as if the buyer of a deposit had named it. */
export async function givenClaim(server: RouteServer, address: Address): Promise<ShownRefund> {
  const refund = await givenRefund(server);
  await server.sql(
    `update refunds set status = 'requires_address', destination = null, claimed = $2, claimed_at = now() where id = $1`,
    [refund.refundId, address],
  );
  return refund;
}

export const atRefund = (
  server: RouteServer,
  refundId: string,
  action: string,
  body: object = {},
  headers: ApiCall["headers"] = {},
): Promise<ApiAnswer<WireBody & ShownRefund>> =>
  server.call({ path: `/v1/refunds/${refundId}/${action}`, body, headers });
