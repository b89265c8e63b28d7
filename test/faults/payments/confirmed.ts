// Steps and queries shared by the fault tests.
import type { Hex } from "viem";
import { expect, vi } from "vitest";
import { asWallet, confirm, createPayment, type SignedOption, signPayment } from "../../harness/chain/wallet.ts";
import type { Buyer, TestServer } from "../../harness/server/server.ts";

/** A payment confirmed by its buyer. */
export async function confirmedPayment(
  server: TestServer,
  { buyer, expiresAt }: { readonly buyer?: Buyer; readonly expiresAt?: number } = {},
): Promise<SignedOption> {
  const paymentId = await createPayment(server, expiresAt === undefined ? {} : { expiresAt });
  const signed = await signPayment(server, paymentId, buyer ?? (await server.newBuyer()));
  expect(await confirm(server, signed)).toMatchObject({ status: 200, body: { status: "processing" } });
  return signed;
}

/** Confirms like a wallet that submits the payment itself. */
export const confirmExcluded = (server: TestServer, { paymentId, option, signature }: SignedOption) =>
  server.call({
    path: `/v1/gateway/payment/${paymentId}/confirm`,
    headers: asWallet(server),
    body: {
      optionId: option.id,
      results: [{ type: "walletRpc", data: [signature] }],
      excludeFromRelayer: true,
    },
  });

export async function statusOf(server: TestServer, paymentId: string): Promise<string> {
  const { body } = await server.call<{ status: string }>({ path: `/v1/payments/${paymentId}/status` });
  return body.status;
}

/** The relayer's state of a payment. */
export async function relayStateOf(server: TestServer, paymentId: string): Promise<string | undefined> {
  const [row] = await server.sql<{ relay_state: string }>(
    "select relay_state from confirmations where payment_id = $1",
    [paymentId],
  );
  return row?.relay_state;
}

/** One signed version of a batch's transaction. */
export interface SentForm {
  readonly hash: Hex;
  readonly raw: Hex;
  readonly nonce: number;
  readonly relayer: string;
  readonly max_fee_per_gas: string;
}

/** The versions that a node has accepted, in the order of signing. */
export const sentForms = (server: TestServer): Promise<SentForm[]> =>
  server.sql(`
    select '0x' || encode(t.hash, 'hex') as hash, '0x' || encode(t.raw, 'hex') as raw, b.nonce::integer, b.relayer,
           t.max_fee_per_gas::text
      from relay_transactions t join relay_batches b on b.id = t.batch_id
     where t.last_sent_at is not null order by t.created_at, t.hash`);

/** The relayer's latest version, once it is in the node's pool. */
export const inPool = (server: TestServer): Promise<SentForm> =>
  vi.waitFor(async () => {
    const sent = (await sentForms(server)).at(-1);
    if (!sent) throw new Error("nothing was sent");
    const { blockNumber } = await server.client.getTransaction({ hash: sent.hash });
    expect(blockNumber).toBeNull();
    return sent;
  }, EVENTUALLY);

/** Transfers of the server's payments, from the database. */
export const transfers = (server: TestServer) =>
  server.sql<{ state: string; back: boolean }>(
    "select state, orphaned_at is null as back from transfers where payment_id is not null",
  );

/** Generous, because the machine may be busy. */
const EVENTUALLY = { timeout: 20_000, interval: 50 };

/** Resolves once the watcher has stored the chain's newest block. */
export const watcherIsAtHead = (server: TestServer): Promise<void> =>
  vi.waitFor(async () => {
    const [row] = await server.sql<{ number: string }>("select max(number)::text as number from chain_blocks");
    expect(row?.number).toBe((await server.client.getBlockNumber()).toString());
  }, EVENTUALLY);

/** Resolves once the watcher of a new server has begun, at the chain's current head. */
export const watcherHasBegun = (server: TestServer): Promise<void> =>
  vi.waitFor(async () => {
    expect(await server.sql("select from chain_blocks")).not.toEqual([]);
  }, EVENTUALLY);
