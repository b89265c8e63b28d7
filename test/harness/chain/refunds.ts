// Refunds in a test: the merchant's request, and the signature of one of its accounts.
import type { Address } from "viem";
import type { ApiAnswer, ApiCall } from "../server/api.ts";
import type { Buyer, TestServer } from "../server/server.ts";
import { askForAddress, sendTo } from "./deposits.ts";
import { asWallet, confirm, createPayment, signPayment, untilFinal } from "./wallet.ts";

export interface WireRefund {
  readonly paymentId: string;
  readonly refundId: string;
  readonly status: string;
  readonly amount: { readonly unit: string; readonly value: string };
  readonly fiatAmount: { readonly unit: string; readonly value: string };
  readonly to?: string;
  readonly requestedBy: { readonly type: string; readonly id?: string };
  readonly claim?: { readonly account: string; readonly by: string };
  readonly gatewayPaymentId: string;
  readonly refundUrl: string;
  readonly failure?: string;
  readonly txId?: string;
}

/** A payment of 10.00 USD that this buyer has paid. */
export async function paidBy(server: TestServer, buyer: Buyer): Promise<string> {
  const paymentId = await createPayment(server);
  await confirm(server, await signPayment(server, paymentId, buyer));
  const { status } = await untilFinal(server, paymentId);
  if (status !== "succeeded") throw new Error(`the payment is ${status}`);
  return paymentId;
}

/** A payment of 10.00 USD that was paid by a transfer to its deposit address. */
export async function paidByDeposit(
  server: TestServer,
): Promise<{ readonly paymentId: string; readonly address: Address }> {
  const paymentId = await createPayment(server);
  const { address } = await askForAddress(server, paymentId);
  await sendTo(server, address, 10_000_000n);
  const { status } = await untilFinal(server, paymentId);
  if (status !== "succeeded") throw new Error(`the payment is ${status}`);
  return { paymentId, address };
}

/** The buyer of a deposit names the account for its refunds. */
export const claimAs = (server: TestServer, paymentId: string, account: string) =>
  server.call({
    path: `/v1/gateway/payment/${paymentId}/refund-address`,
    headers: asWallet(server),
    body: { account },
  });

/** A reorganisation removes the transfer of this payment from the stored chain. */
export const orphan = ({ sql }: Pick<TestServer, "sql">, paymentId: string) =>
  sql("update transfers set orphaned_at = now() where payment_id = $1", [paymentId]);

export const requestRefund = (
  server: Pick<TestServer, "call">,
  body: { readonly paymentId: string; readonly [field: string]: unknown },
  headers: ApiCall["headers"] = {},
): Promise<ApiAnswer<WireRefund & { readonly code: string; readonly message: string }>> =>
  server.call({ path: "/v1/refunds", body, headers });

/** A refund of this payment that one of the merchant's accounts can sign. */
export async function givenRefund(
  server: Pick<TestServer, "call">,
  paymentId: string,
  body: object = { reason: "Returned" },
): Promise<WireRefund> {
  const answer = await requestRefund(server, { paymentId, ...body });
  if (answer.status !== 201) throw new Error(`a refund returned ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Signs a refund with the account, and waits until it is final. @returns its status */
export async function signRefund(server: TestServer, refund: WireRefund, signer: Buyer): Promise<string> {
  await confirm(server, await signPayment(server, refund.gatewayPaymentId, signer));
  await untilFinal(server, refund.gatewayPaymentId);
  return (await readRefund(server, refund.refundId)).status;
}

export const readRefund = async (server: Pick<TestServer, "call">, refundId: string): Promise<WireRefund> =>
  (await server.call<WireRefund>({ path: `/v1/refunds/${refundId}` })).body;
