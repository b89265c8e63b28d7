// Exceptions as the watcher writes them.
import { randomBytes } from "node:crypto";
import type { Static } from "typebox";
import type { Exceptions } from "../../../../src/contract/payments/exceptions.ts";
import type { ApiAnswer, ApiCall } from "../../../harness/server/api.ts";
import { givenPayment } from "../../given.ts";
import type { RouteServer, WireBody } from "../../setup.ts";

export type ExceptionsBody = Static<typeof Exceptions> & WireBody;

export const list = (server: RouteServer, query = "", headers: ApiCall["headers"] = {}) =>
  server.call<ExceptionsBody>({ path: `/v1/exceptions${query}`, headers }) as Promise<ApiAnswer<ExceptionsBody>>;

export const resolve = (
  server: RouteServer,
  id: string,
  note: string,
  headers: ApiCall["headers"] = {},
): Promise<ApiAnswer<ExceptionsBody["data"][number] & Omit<WireBody, "status">>> =>
  server.call({ path: `/v1/exceptions/${id}/resolve`, body: { note }, headers });

export interface GivenException {
  readonly id: string;
  readonly paymentId: string;
}

/** @param createdAt ISO 8601 */
export async function givenException(
  server: RouteServer,
  { kind = "late", createdAt = new Date().toISOString(), paymentId }: Partial<Record<string, string>> = {},
): Promise<GivenException> {
  const of = paymentId ?? (await givenPayment(server));
  const id = `exc_${randomBytes(8).toString("hex")}`;
  await server.sql(
    `insert into exceptions (id, partner_id, payment_id, kind, asset, amount, chain, tx_hash, log_index,
                             message, created_at)
     select $1, partner_id, id, $3, $4, 1234567, $5, $6, 3, 'What happened.', $7 from payments where id = $2`,
    [id, of, kind, `${server.caip2}/erc20:${server.deployment.usdc}`, server.caip2, randomBytes(32), createdAt],
  );
  return { id, paymentId: of };
}

/** An exception of this kind, whose money came from a new account. */
export async function givenSent(server: RouteServer, kind: string, paymentId: string) {
  const buyer = await server.newBuyer(0n);
  const { id } = await givenException(server, { kind, paymentId });
  await server.sql("update exceptions set sender = $2 where id = $1", [id, buyer.address]);
  return { id, buyer };
}

/** As if its transfer were in this block; by default in the chain's first. No worker decides it again. */
export async function givenArrival(server: RouteServer, exceptionId: string, blockNumber = 1n): Promise<void> {
  await server.sql(
    `insert into transfers (chain, tx_hash, log_index, block_number, block_hash, block_time_s, payment_key, terms_hash,
                            asset, token, payer, amount, destination, fee, fee_receiver, deadline_s, method, state,
                            payment_id, partner_id)
     select chain, tx_hash, log_index, $2, tx_hash, 1, tx_hash, tx_hash, asset, split_part(asset, ':', 3), sender,
            amount, sender, 0, sender, 0, 'pay', 'exception', payment_id, partner_id
       from exceptions where id = $1`,
    [exceptionId, blockNumber],
  );
}

/** As if its money had come to a deposit address. No worker looks at it. */
export async function givenAsDeposit(server: RouteServer, exceptionId: string): Promise<void> {
  await server.sql(
    `insert into deposits (chain, tx_hash, log_index, block_number, block_hash, block_time_s, terms_hash, payment_id,
                           partner_id, token, sender, amount, is_refused, is_new, is_judged, is_closed, orphaned_at)
     select chain, tx_hash, log_index, 1, tx_hash, 1, tx_hash, payment_id,
            partner_id, split_part(asset, ':', 3), sender, amount, false, false, true, true, now()
       from exceptions where id = $1`,
    [exceptionId],
  );
}
