// Payments of the benchmark: one real address on each chain, and many copies of it that nothing is sent to.
import { setTimeout as sleep } from "node:timers/promises";
import { type Address, createWalletClient, erc20Abi, getAddress, http } from "viem";
import { watchBlocks } from "../harness/watch-blocks.ts";
import type { BenchChain, Installation } from "../idle/installation.ts";

/** The checkout page asks this often what came. */
const PAGE_ASKS_MS = 1_000;
const AMOUNT = 10_000_000n;

/** An open payment with a deposit address. @returns its id */
export async function createOpenPayment(installation: Installation, chain: BenchChain): Promise<string> {
  return (await createAddress(installation, chain)).paymentId;
}

async function createAddress({ client, apiKey, merchantId }: Installation, { asset }: BenchChain) {
  const headers = { "api-key": apiKey, "merchant-id": merchantId };
  const { paymentId } = await client.send<{ paymentId: string }>({
    method: "POST",
    path: "/v1/payments",
    headers,
    body: { amount: { unit: "iso4217/USD", value: "1000" }, referenceId: "deposits" },
  });
  const path = `/v1/payments/${paymentId}/deposit`;
  const { address } = await client.send<{ address: Address }>({ method: "POST", path, headers, body: { asset } });
  return { paymentId, address };
}

/** Without addresses, the chains stay busy: a wallet was handed a transaction of each open payment. */
export async function keepBusy({ sql }: Installation): Promise<void> {
  await sql(`insert into intents select (jsonb_populate_record(null::intents, to_jsonb(a) || '{"method": "erc20"}'
               || jsonb_build_object('needs_data', false, 'created_at', now() + interval '1 day'))).*
               from deposit_addresses a`);
  await sql("delete from deposit_addresses");
}

/** Copies the open payments, each with an address of its own. */
export async function withAddresses({ sql }: Installation, payments: readonly string[], most: number): Promise<void> {
  const each = Math.ceil(most / payments.length);
  for (const paymentId of payments) {
    const copied = "left($1, -8) || lpad(n::text, 8, '0')";
    await sql(
      `insert into payments select (jsonb_populate_record(p, jsonb_build_object(
                'id', ${copied}, 'payment_key', '\\x' || encode(sha256(($1 || n)::bytea), 'hex')))).*
         from payments p, generate_series(1, $2) as n where p.id = $1`,
      [paymentId, each],
    );
    await sql(
      `insert into deposit_addresses select (jsonb_populate_record(null::deposit_addresses, to_jsonb(i) ||
                jsonb_build_object('payment_id', ${copied}, 'method', 'deposit', 'asked', i.amount, 'minimum', 10000,
                  'terms_hash', '\\x' || encode(sha256((i.payment_id || n)::bytea), 'hex'),
                  'payer', '0x' || encode(substr(sha256((i.payment_id || n)::bytea), 1, 20), 'hex'),
                  'watched_until', now() + interval '30 days', 'compared_to', '-infinity', 'created_at', now()))).*
         from intents i, generate_series(1, $2) as n where i.payment_id = $1`,
      [paymentId, each],
    );
  }
}

/**
 * Sends half of a payment's amount to its address, so that the page shows what came.
 * @returns milliseconds from its block to the page that shows it
 */
export async function depositOnce(installation: Installation, chain: BenchChain): Promise<number> {
  const { paymentId, address } = await createAddress(installation, chain);
  const blocks = watchBlocks(chain.node);
  const sent = transfer(installation, chain, address);
  const page = untilShown(installation, chain, paymentId);
  const [blockNumber, shownMs] = await Promise.all([sent, page]).finally(() => blocks.stop());
  const minedMs = (await blocks.stop()).get(blockNumber);
  if (minedMs === undefined) throw new Error("the deposit's block was not seen");
  return shownMs - minedMs;
}

async function transfer({ buyer }: Installation, { asset, node }: BenchChain, to: Address): Promise<bigint> {
  const wallet = createWalletClient({ account: buyer, transport: http(node.transport.url) });
  const hash = await wallet.writeContract({
    chain: null,
    address: getAddress(asset.split(":").at(-1) ?? ""),
    abi: erc20Abi,
    functionName: "transfer",
    args: [to, AMOUNT / 2n],
  });
  return (await node.waitForTransactionReceipt({ hash, pollingInterval: 50 })).blockNumber;
}

/** Asks as the page does, which was opened at any moment before. @returns when it showed a deposit */
async function untilShown(installation: Installation, chain: BenchChain, paymentId: string): Promise<number> {
  await sleep(Math.random() * PAGE_ASKS_MS);
  while ((await receivedOf(installation, chain, paymentId)) === 0n) await sleep(PAGE_ASKS_MS);
  return performance.now();
}

async function receivedOf({ client, walletKey }: Installation, { asset }: BenchChain, paymentId: string) {
  const { received } = await client.send<{ received: { value: string } }>({
    method: "POST",
    path: `/v1/gateway/payment/${paymentId}/deposit`,
    headers: { "api-key": walletKey },
    body: { asset },
  });
  return BigInt(received.value);
}
