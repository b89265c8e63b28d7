// Payments in each state, and the calls of a buyer's wallet, as starting points for route tests.
import { expect, vi } from "vitest";
import { asWallet, confirm, signPayment } from "../harness/chain/wallet.ts";
import type { ApiAnswer, ApiCall } from "../harness/server/api.ts";
import type { Buyer } from "../harness/server/server.ts";
import type { RouteServer, WireBody } from "./setup.ts";

/** A payment of 1.00 USD, payable for five minutes. */
export const paymentBody = (changes: object = {}) => ({
  amount: { unit: "iso4217/USD", value: "100" },
  referenceId: "order-1",
  ...changes,
});

export async function givenPayment(server: RouteServer, changes: object = {}, headers = {}): Promise<string> {
  const { status, body } = await server.call({ path: "/v1/payments", body: paymentBody(changes), headers });
  if (status !== 201) throw new Error(`no payment: ${JSON.stringify(body)}`);
  return body.paymentId;
}

/** A payment whose time has run out, on a server without a worker: it is not marked as expired. */
export async function givenPastExpiry(server: RouteServer): Promise<string> {
  const paymentId = await givenPayment(server);
  await endTime(server, paymentId);
  return paymentId;
}

/** A payment whose time has run out, not yet marked as expired. */
export async function givenExpiredPayment(server: RouteServer): Promise<string> {
  const paymentId = await givenPayment(server);
  await expire(server, paymentId);
  return paymentId;
}

/** The next read expires it: the chain is followed to a block after its expiry. */
export async function expire(server: RouteServer, paymentId: string): Promise<void> {
  await endTime(server, paymentId);
  const followed = `
    select from chain_blocks where time_s > (select extract(epoch from expires_at) from payments where id = $1)`;
  await vi.waitFor(async () => expect(await server.sql(followed, [paymentId])).not.toEqual([]), 20_000);
}

const endTime = (server: RouteServer, paymentId: string) =>
  server.sql("update payments set expires_at = now() - interval '1 minute' where id = $1", [paymentId]);

export async function givenCancelledPayment(server: RouteServer, changes: object = {}): Promise<string> {
  const paymentId = await givenPayment(server, changes);
  await gateway(server, paymentId, "/cancel", { method: "POST" });
  return paymentId;
}

/** A gateway call for one payment by a wallet with its own key. */
export const gateway = (
  server: RouteServer,
  paymentId: string,
  action = "",
  call: Partial<ApiCall> = {},
): Promise<ApiAnswer<WireBody>> =>
  server.call({
    ...call,
    path: `/v1/gateway/payment/${paymentId}${action}`,
    headers: { ...asWallet(server), ...call.headers },
  });

/** The body of a valid confirm: the buyer's first option, signed. */
export async function givenConfirm(server: RouteServer, paymentId: string, buyer: Buyer) {
  const { option, signature } = await signPayment(server, paymentId, buyer);
  return { optionId: option.id, results: [{ type: "walletRpc", data: [signature] }] };
}

/** A payment that a buyer has paid: final, and settled on the chain. */
export async function givenSucceededPayment(server: RouteServer, changes: object = {}): Promise<string> {
  const paymentId = await givenPayment(server, changes);
  const signed = await signPayment(server, paymentId, await server.newBuyer());
  const { body } = await confirm(server, signed, 30_000);
  if (body.status !== "succeeded") throw new Error(`not paid: ${JSON.stringify(body)}`);
  return paymentId;
}
