// Deposit addresses as starting points for tests, and transfers to them as the watcher stores them.
import { randomBytes } from "node:crypto";
import type { Static } from "typebox";
import { onTestFinished } from "vitest";
import type { DepositAddress } from "../../../src/contract/deposits/deposits.ts";
import type { PartnerError } from "../../../src/contract/errors.ts";
import { asWallet } from "../../harness/chain/wallet.ts";
import type { RouteServer } from "../setup.ts";

export type Given = Static<typeof DepositAddress> & Omit<Static<typeof PartnerError>, "status">;

export const usdcOf = ({ caip2, deployment }: RouteServer): string => `${caip2}/erc20:${deployment.usdc}`;

/** Asks as the buyer's wallet. */
export const askAsBuyer = (server: RouteServer, paymentId: string, asset: unknown = usdcOf(server), headers = {}) =>
  server.call<Given>({
    path: `/v1/gateway/payment/${paymentId}/deposit`,
    body: { asset },
    headers: { ...asWallet(server), ...headers },
  });

/** Asks as the payment's partner. */
export const askAsPartner = (server: RouteServer, paymentId: string, asset: unknown = usdcOf(server), headers = {}) =>
  server.call<Given>({ path: `/v1/payments/${paymentId}/deposit`, body: { asset }, headers });

export interface Sent {
  /** Smallest units. */
  readonly amount: bigint;
  /** The number of its block; by default that of the newest followed one. */
  readonly block?: number;
  readonly isOrphaned?: boolean;
  readonly isRefused?: boolean;
  /** By default that of the address. */
  readonly token?: string;
}

/**
 * Stores a transfer to an address as the watcher does, until the test ends: the chain does not have it, so the books
 * would not balance. @returns its transaction's hash
 */
export async function sentTo(server: RouteServer, address: string, sent: Sent): Promise<string> {
  const txHash = randomBytes(32);
  onTestFinished(async () => {
    await server.sql("delete from deposits where tx_hash = $1", [txHash]);
  });
  await server.sql(
    `insert into deposits (chain, tx_hash, log_index, block_number, block_hash, block_time_s, terms_hash, payment_id,
                           partner_id, token, sender, amount, is_refused, orphaned_at)
     select chain, $2, 0, coalesce($3, (select max(number) from chain_blocks b where b.chain = a.chain), 1), $2, 1,
            terms_hash, payment_id, partner_id, coalesce($6, token),
            '0x70997970c51812dc3a010c7d01b50e0d17dc79c8', $4, $7,
            case when $5 then now() end
       from deposit_addresses a where lower(payer) = lower($1)`,
    [
      address,
      txHash,
      sent.block ?? null,
      sent.amount.toString(),
      sent.isOrphaned ?? false,
      sent.token ?? null,
      sent.isRefused ?? false,
    ],
  );
  return `0x${txHash.toString("hex")}`;
}

/** All rows about deposits and their payments, to prove that nothing was written. */
export const writtenIn = ({ sql }: RouteServer) =>
  sql(`select (select count(*)::int from deposit_addresses) as addresses, (select count(*)::int from payment_events) as
       events, (select array_agg(expires_at order by id) from payments) as expiries`);
