// One round: creates and signs payments, then confirms them all at once and waits until each is final.
import { setTimeout } from "node:timers/promises";
import type { Address, Hex, PrivateKeyAccount, TypedDataDefinition } from "viem";
import { type Books, compare, type Movement, readBalances } from "./books.ts";
import { eachOf, type HttpClient, openClient } from "./http.ts";
import type { Installation, Merchant } from "./installation.ts";

export interface Round {
  readonly createMs: number;
  /** Options, fetch and the wallets' signing. */
  readonly signMs: number;
  /** From the first confirm sent to the last response. */
  readonly confirmMs: number;
  /** From the first confirm sent to the last payment final. */
  readonly finalMs: number;
  readonly confirmsRefused: number;
  readonly stuck: number;
  readonly transactions: number;
  readonly blocks: number;
  readonly gasPerPayment: number;
  /** The server's calls to its node, from the first confirm to the last final. */
  readonly rpcCalls: ReadonlyMap<string, number>;
  readonly books: Books;
}

interface Signed extends Movement {
  readonly paymentId: string;
  readonly optionId: string;
  readonly signature: Hex;
}

const CONNECTIONS = 256;
/** Preparation is not measured; this many run at a time to keep the server busy. */
const PREPARING_MAX = 64;
/** Long enough that no payment expires on a slow machine. */
const LIFETIME_S = 3_600;
const POLL_MS = 30_000;
/** A payment that is not final by then is stuck. */
const FINAL_WITHIN_MS = 120_000;

export async function runRound(installation: Installation, count: number): Promise<Round> {
  const { baseUrl, rpc, chain } = installation;
  const client = openClient(baseUrl, CONNECTIONS);
  const waiting = openClient(baseUrl, Number.POSITIVE_INFINITY);
  try {
    const created = await timed(() => create(installation, client, count));
    const signed = await timed(() => sign(installation, client, created.result));
    const [before, firstBlock] = [await readBalances(installation), await chain.getBlockNumber()];
    rpc.reset();
    const { confirmMs, finalMs, confirmsRefused, finals } = await confirmAll(
      installation,
      { client, waiting },
      signed.result,
    );
    const rpcCalls = rpc.counts();
    const usage = await chainUsage(installation, firstBlock);
    const after = await readBalances(installation);
    const succeeded = signed.result.filter((_, i) => finals[i] === "succeeded");
    return {
      createMs: created.ms,
      signMs: signed.ms,
      confirmMs,
      finalMs,
      confirmsRefused,
      stuck: count - succeeded.length,
      transactions: usage.transactions,
      blocks: usage.blocks,
      gasPerPayment: usage.gas / Math.max(succeeded.length, 1),
      rpcCalls,
      books: compare(installation, succeeded, before, after),
    };
  } finally {
    client.close();
    waiting.close();
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const startMs = performance.now();
  const result = await work();
  return { ms: performance.now() - startMs, result };
}

interface Created {
  readonly paymentId: string;
  readonly merchant: Merchant;
  readonly buyer: PrivateKeyAccount;
}

/** From 10.00 USD, each a different amount, so that a mix-up of payments would show in the balances. */
const amountOf = (index: number): string => String(1_000 + index);

function create({ apiKey, merchants, buyers }: Installation, client: HttpClient, count: number): Promise<Created[]> {
  const expiresAt = Math.floor(Date.now() / 1_000) + LIFETIME_S;
  return eachOf(Array.from({ length: count }), PREPARING_MAX, async (_, i) => {
    const [merchant, buyer] = [merchants[i % merchants.length], buyers[i % buyers.length]];
    if (!merchant || !buyer) throw new Error("the benchmark has no merchants or no buyers");
    const { paymentId } = await client.send<{ paymentId: string }>({
      method: "POST",
      path: "/v1/payments",
      headers: { "api-key": apiKey, "merchant-id": merchant.id },
      body: { amount: { unit: "iso4217/USD", value: amountOf(i) }, referenceId: `order ${i}`, expiresAt },
    });
    return { paymentId, merchant, buyer };
  });
}

function sign({ walletKey, caip2 }: Installation, client: HttpClient, created: readonly Created[]): Promise<Signed[]> {
  const headers = { "api-key": walletKey };
  return eachOf(created, PREPARING_MAX, async ({ paymentId, merchant, buyer }) => {
    const path = `/v1/gateway/payment/${paymentId}`;
    const { options } = await client.send<{ options: { id: string; amount: { value: string } }[] }>({
      method: "POST",
      path: `${path}/options`,
      headers,
      body: { accounts: [`${caip2}:${buyer.address}`] },
    });
    const [option] = options;
    if (!option) throw new Error(`${paymentId} has no option`);
    const { actions } = await client.send<{ actions: { data: { params: [Address, string] } }[] }>({
      method: "POST",
      path: `${path}/fetch`,
      headers,
      body: { optionId: option.id, data: "sign" },
    });
    const typedData = JSON.parse(actions[0]?.data.params[1] ?? "") as TypedDataDefinition;
    return {
      paymentId,
      optionId: option.id,
      signature: await buyer.signTypedData(typedData),
      payer: buyer.address,
      destination: merchant.destination,
      amount: BigInt(option.amount.value),
    };
  });
}

interface StatusBody {
  readonly status: string;
  readonly isFinal: boolean;
  readonly pollInMs?: number;
}

/** Sends all confirms at once; waits for each payment from its confirm's response, as a wallet does. */
async function confirmAll(
  { walletKey }: Installation,
  { client, waiting }: { client: HttpClient; waiting: HttpClient },
  signed: readonly Signed[],
) {
  const headers = { "api-key": walletKey };
  const startMs = performance.now();
  const lastBy = { confirmMs: 0, finalMs: 0 };
  let confirmsRefused = 0;
  const finals = await Promise.all(
    signed.map(async ({ paymentId, optionId, signature }) => {
      const path = `/v1/gateway/payment/${paymentId}`;
      const body = { optionId, results: [{ type: "walletRpc", data: [signature] }] };
      try {
        await client.send<StatusBody>({ method: "POST", path: `${path}/confirm`, headers, body });
      } catch (error) {
        confirmsRefused += 1;
        process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
        return "refused";
      }
      lastBy.confirmMs = performance.now() - startMs;
      while (performance.now() - startMs < FINAL_WITHIN_MS) {
        const poll = { method: "GET", path: `${path}/status?maxPollMs=${POLL_MS}`, headers } as const;
        const { status, isFinal, pollInMs } = await waiting.send<StatusBody>(poll);
        lastBy.finalMs = performance.now() - startMs;
        if (isFinal) return status;
        await setTimeout(pollInMs);
      }
      return "stuck";
    }),
  );
  return { ...lastBy, confirmsRefused, finals };
}

/** The relayers' transactions since `firstBlock`, whatever their outcome. */
async function chainUsage({ chain, relayers }: Installation, firstBlock: bigint) {
  const head = await chain.getBlockNumber();
  const blocks: bigint[] = [];
  const hashes: Hex[] = [];
  for (let blockNumber = firstBlock + 1n; blockNumber <= head; blockNumber++) {
    const { transactions } = await chain.getBlock({ blockNumber, includeTransactions: true });
    const ours = transactions.filter(({ from }) => relayers.some((relayer) => relayer.toLowerCase() === from));
    if (ours.length > 0) blocks.push(blockNumber);
    hashes.push(...ours.map(({ hash }) => hash));
  }
  const receipts = await Promise.all(hashes.map((hash) => chain.getTransactionReceipt({ hash })));
  const gas = receipts.reduce((sum, { gasUsed }) => sum + gasUsed, 0n);
  const [first, last] = [blocks.at(0), blocks.at(-1)];
  return {
    transactions: hashes.length,
    blocks: first === undefined || last === undefined ? 0 : Number(last - first) + 1,
    gas: Number(gas),
  };
}
