// Seeded reorgs and failing nodes while payments run: none is lost or paid twice. With more required depth than reorg
// depth none succeeds early; with less, removed transfers are made again.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OwnChain, startOwnChain } from "../harness/chain/own-chain.ts";
import type { Fault } from "../harness/chain/rpc-proxy.ts";
import { confirm, createPayment, type SignedOption, signPayment, untilFinal } from "../harness/chain/wallet.ts";
import { randomFrom } from "../harness/random.ts";
import { type Buyer, startServer, type TestServer } from "../harness/server/server.ts";
import { LENGTH, SEED } from "./length.ts";

/** The number for each of the two servers. */
const PAYMENTS = 8 * LENGTH;
const REORGS = 6 * LENGTH;
/** The time in which the payments are confirmed. */
const STORM_MS = 6_000 * LENGTH;
const REORG_DEPTH_MAX = 2;
const SAFE_DEPTH = REORG_DEPTH_MAX + 1;
const UNSAFE_DEPTH = 1;
/** One in this many requests fails. */
const FAULT_EVERY = 12;
const FAULTS: readonly Fault[] = [
  { type: "hang_up" },
  { type: "http", status: 503, body: "busy" },
  { type: "lost_reply" },
  { type: "error", code: -32_603, message: "internal error" },
];

let chain: OwnChain;
let safe: TestServer;
let unsafe: TestServer;
let buyers: Buyer[];
beforeAll(async () => {
  chain = await startOwnChain();
  safe = await serve(SAFE_DEPTH);
  unsafe = await serve(UNSAFE_DEPTH);
  buyers = await Promise.all(Array.from({ length: 2 * PAYMENTS }, () => safe.newBuyer()));
  await chain.mine(SAFE_DEPTH); // the accounts' funding must be older than any reorg
});
afterAll(async () => {
  chain.proxy.misbehave(() => null);
  await safe.stop();
  await unsafe.stop();
  await chain.stop();
});

const serve = (blocks: number): Promise<TestServer> =>
  startServer({
    place: chain,
    environment: { DATABASE_CONNECTIONS: "10" },
    chain: { rpcUrls: [chain.proxy.url], confirmations: [{ fromStandardUnits: 0n, blocks }] },
  });

test(`payments in a storm all succeed exactly once, and not too soon (seed ${SEED})`, async () => {
  const random = randomFrom(SEED);
  const below = (limit: number): number => Math.floor(random() * limit);
  chain.proxy.misbehave(() => (below(FAULT_EVERY) === 0 ? (FAULTS[below(FAULTS.length)] ?? null) : null));
  const storm = (async () => {
    for (let reorg = 0; reorg < REORGS; reorg++) {
      await sleep(500 + below(2_000));
      await chain.reorganise(1 + below(REORG_DEPTH_MAX));
    }
    chain.proxy.misbehave(() => null);
  })();
  const paymentIds = await Promise.all(
    buyers.map(async (buyer, index) => {
      await sleep(below(STORM_MS));
      return confirmedPayment(index % 2 ? unsafe : safe, buyer);
    }),
  );
  await storm;
  for (const [index, paymentId] of paymentIds.entries()) {
    const server = index % 2 ? unsafe : safe;
    expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
  }
  expect(await safe.sql("select kind from exceptions")).toEqual([]);
});

async function confirmedPayment(server: TestServer, buyer: Buyer): Promise<string> {
  const paymentId = await createPayment(server);
  const signed = await signUntilOffered(server, paymentId, buyer);
  while ((await confirm(server, signed)).status >= 500);
  return paymentId;
}

/** A silent chain's options are left out, so the wallet asks repeatedly. */
async function signUntilOffered(server: TestServer, paymentId: string, buyer: Buyer): Promise<SignedOption> {
  for (;;) {
    try {
      return await signPayment(server, paymentId, buyer);
    } catch (error) {
      if (!(error instanceof Error && error.message.includes("no option"))) throw error;
    }
  }
}
