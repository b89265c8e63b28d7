// One round: creates and signs payments, then confirms them all at once and waits until each is final.
import { setTimeout } from "node:timers/promises";
import type { Hex } from "viem";
import { type Books, compare, readBalances } from "./books.ts";
import { type HttpClient, openClient } from "./http.ts";
import type { Installation } from "./installation.ts";
import { create, type Signed, sign } from "./prepare.ts";

export interface Round {
  readonly createMs: number;
  /** Options, fetch and the wallets' signing. */
  readonly signMs: number;
  /** Milliseconds from the first confirm sent to the last response. */
  readonly confirmMs: number;
  /** Milliseconds from the first confirm sent to the last payment final. */
  readonly finalMs: number;
  readonly confirmsRefused: number;
  /** Payments that were made to fail. */
  readonly bad: number;
  /** Other payments that did not succeed. */
  readonly stuck: number;
  readonly transactions: number;
  readonly blocks: number;
  readonly gasPerPayment: number;
  /** The server's calls to its node, from the first confirm to the last final. */
  readonly rpcCalls: ReadonlyMap<string, number>;
  readonly books: Books;
}

/** All of the server's calls to its node in a round. */
export const callsOf = ({ rpcCalls }: Round): number => [...rpcCalls.values()].reduce((sum, times) => sum + times, 0);

const CONNECTIONS = 256;
const POLL_MS = 30_000;
/** A payment that is not final by then is stuck. */
const FINAL_WITHIN_MS = 120_000;

/** @param badEvery of so many payments one is bad; 0 for none. Only good ones count as stuck. */
export async function runRound(installation: Installation, count: number, badEvery = 0): Promise<Round> {
  const { baseUrl, rpc, chain } = installation;
  const client = openClient(baseUrl, CONNECTIONS);
  const waiting = openClient(baseUrl, Number.POSITIVE_INFINITY);
  try {
    const created = await timed(() => create(installation, client, count, badEvery));
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
      bad: signed.result.filter(({ flaw }) => flaw !== "none").length,
      stuck: signed.result.filter(({ flaw }, i) => flaw === "none" && finals[i] !== "succeeded").length,
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

interface StatusBody {
  readonly status: string;
  readonly isFinal: boolean;
  readonly pollInMs?: number;
}

/** Sends all confirms at once; waits for each good payment from its confirm's response, as a wallet does. */
async function confirmAll(
  { walletKey, deal }: Installation,
  { client, waiting }: { client: HttpClient; waiting: HttpClient },
  signed: readonly Signed[],
) {
  const headers = { "api-key": walletKey };
  const startMs = performance.now();
  const lastBy = { confirmMs: 0, finalMs: 0 };
  let confirmsRefused = 0;
  const finals = await Promise.all(
    signed.map(async ({ paymentId, optionId, signature, payer, flaw }) => {
      const path = `/v1/gateway/payment/${paymentId}`;
      const body = { optionId, results: [{ type: "walletRpc", data: [signature] }] };
      try {
        await client.send<StatusBody>({ method: "POST", path: `${path}/confirm`, headers, body });
        if (flaw === "emptied") await deal(payer, 0n);
      } catch (error) {
        if (flaw === "forged") return "refused";
        confirmsRefused += 1;
        process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
        return "refused";
      }
      if (flaw !== "none") return "bad";
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
  // A bad payment may have been paid before its payer's balance disappeared.
  const settled = await Promise.all(
    finals.map(async (final, i) => {
      if (final !== "bad") return final;
      const path = `/v1/gateway/payment/${signed[i]?.paymentId}/status`;
      return (await client.send<StatusBody>({ method: "GET", path, headers })).status;
    }),
  );
  return { ...lastBy, confirmsRefused, finals: settled };
}

/** All of the relayers' transactions since `firstBlock`, reverted ones included. */
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
