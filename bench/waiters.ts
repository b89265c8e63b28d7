// The time from a block to the last waiter of each payment in it, with payments confirmed at a steady rate and three
// waiters each. `npm run bench:waiters -- [--rate N] [--seconds N] [--rounds N]`
import { setTimeout as sleep } from "node:timers/promises";
import type { Hex } from "viem";
import { argumentsOf } from "./harness/arguments.ts";
import { printRounds, quantile } from "./harness/median.ts";
import { report } from "./harness/report.ts";
import { watchBlocks } from "./harness/watch-blocks.ts";
import { type HttpClient, openClient } from "./thousand/http.ts";
import { install } from "./thousand/installation.ts";
import { create, type Signed, sign } from "./thousand/prepare.ts";

const given = argumentsOf({ rate: 20, seconds: 15, rounds: 3 });
const BUYERS = 200;
const MERCHANTS = 20;
const CONNECTIONS = 64;
const POLL_MS = 30_000;
/** The wallet, the checkout page and the shop. */
const WAITERS = 3;

interface StatusBody {
  readonly status: string;
  readonly isFinal: boolean;
  readonly info: { readonly txId: Hex } | null;
}

interface Paid {
  readonly acceptedMs: number;
  /** When the last waiter got its response. */
  readonly toldMs: number;
  readonly txHash: Hex;
}

interface Round {
  /** Milliseconds, one per payment. */
  readonly afterBlockMs: readonly number[];
  readonly afterConfirmMs: readonly number[];
  /** Share of the payments that are in the first block after their confirm's response. */
  readonly inNextBlock: number;
}

const installation = await install({ buyers: BUYERS, merchants: MERCHANTS, hasWorker: true });
const rounds: Round[] = [];
try {
  for (let i = 0; i < given.rounds; i++) rounds.push(await runRound());
} finally {
  await installation.stop();
}
printRounds({
  "block to last waiter: p50, ms": rounds.map(({ afterBlockMs }) => quantile(afterBlockMs, 0.5)),
  "block to last waiter: p99, ms": rounds.map(({ afterBlockMs }) => quantile(afterBlockMs, 0.99)),
  "confirm to last waiter: p50, ms": rounds.map(({ afterConfirmMs }) => quantile(afterConfirmMs, 0.5)),
  "confirm to last waiter: p99, ms": rounds.map(({ afterConfirmMs }) => quantile(afterConfirmMs, 0.99)),
  "in the first block after the confirm": rounds.map(({ inNextBlock }) => inNextBlock),
});
report(
  [
    { part: 0.5, name: "p50", atMost: 50 },
    { part: 0.99, name: "p99", atMost: 150 },
  ].map(({ part, name, atMost }) => ({
    id: `waiters.${name}`,
    what: `a payment's block to the last of its ${WAITERS} waiters, ${given.rate} payments/s: ${name}, ms`,
    rounds: rounds.map(({ afterBlockMs }) => quantile(afterBlockMs, part)),
    target: { atMost },
  })),
  given,
);

async function runRound(): Promise<Round> {
  const client = openClient(installation.baseUrl, CONNECTIONS);
  const waiting = openClient(installation.baseUrl, Number.POSITIVE_INFINITY);
  const signed = await sign(installation, client, await create(installation, client, given.rate * given.seconds));
  const blocks = watchBlocks(installation.chain);
  const startMs = performance.now();
  const paid = await Promise.all(
    signed.map(async (each, i) => {
      await sleep(startMs + (i * 1_000) / given.rate - performance.now());
      return pay(client, waiting, each);
    }),
  );
  const arrivals = await blocks.stop();
  client.close();
  waiting.close();
  const hashes = [...new Set(paid.map(({ txHash }) => txHash))];
  const receipts = await Promise.all(hashes.map((hash) => installation.chain.getTransactionReceipt({ hash })));
  const minedMs = new Map(hashes.map((hash, i) => [hash, arrivals.get(receipts[i]?.blockNumber ?? 0n) ?? Number.NaN]));
  const minedOf = ({ txHash }: Paid): number => minedMs.get(txHash) ?? Number.NaN;
  const nextBlockMs = ({ acceptedMs }: Paid) => Math.min(...[...arrivals.values()].filter((ms) => ms > acceptedMs));
  return {
    afterBlockMs: paid.map((each) => each.toldMs - minedOf(each)),
    afterConfirmMs: paid.map((each) => each.toldMs - each.acceptedMs),
    inNextBlock: paid.filter((each) => minedOf(each) <= nextBlockMs(each)).length / paid.length,
  };
}

/** Its waiters wait before the confirm, as pages do. */
async function pay(client: HttpClient, waiting: HttpClient, { paymentId, optionId, signature }: Signed): Promise<Paid> {
  const headers = { "api-key": installation.walletKey };
  const path = `/v1/gateway/payment/${paymentId}`;
  const waiters = Array.from({ length: WAITERS }, () => waitFor(waiting, path));
  const body = { optionId, results: [{ type: "walletRpc", data: [signature] }] };
  await client.send({ method: "POST", path: `${path}/confirm`, headers, body });
  const acceptedMs = performance.now();
  const told = await Promise.all(waiters);
  return { acceptedMs, toldMs: Math.max(...told.map(({ atMs }) => atMs)), txHash: told[0]?.txHash ?? "0x" };
}

async function waitFor(waiting: HttpClient, path: string): Promise<{ atMs: number; txHash: Hex }> {
  const headers = { "api-key": installation.walletKey };
  for (;;) {
    const poll = { method: "GET", path: `${path}/status?maxPollMs=${POLL_MS}`, headers } as const;
    const { status, isFinal, info } = await waiting.send<StatusBody>(poll);
    if (!isFinal) continue;
    if (status !== "succeeded" || !info) throw new Error(`a payment is ${status}`);
    return { atMs: performance.now(), txHash: info.txId };
  }
}
