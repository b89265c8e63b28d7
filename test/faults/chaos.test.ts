// Everything at once, from a seed: reorgs shorter than the depth that payments ask for, and nodes that fail, hang up or lose their
// answers, while payments come in. No payment succeeds too soon, none is lost, none is paid twice.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paymentKey } from "../../src/payment/terms.ts";
import { closeBooks, paidEvents } from "../harness/books.ts";
import { type OwnChain, startOwnChain } from "../harness/own-chain.ts";
import { randomFrom } from "../harness/random.ts";
import type { Fault } from "../harness/rpc-proxy.ts";
import { type Buyer, startServer, type TestServer } from "../harness/server.ts";
import { confirm, createPayment, signPayment, untilFinal } from "../harness/wallet.ts";

const SEED = Number(process.env.SEED ?? 20_260_218);
const PAYMENTS = 12;
const DEPTH = 3;
const REORGS = 6;
/** One request in so many goes wrong. */
const FAULT_EVERY = 12;
const FAULTS: readonly Fault[] = [
  { type: "hang_up" },
  { type: "http", status: 503, body: "busy" },
  { type: "lost_reply" },
  { type: "error", code: -32_603, message: "internal error" },
];

let chain: OwnChain;
let server: TestServer;
let buyers: Buyer[];
beforeAll(async () => {
  chain = await startOwnChain();
  server = await startServer({
    place: chain,
    chain: { rpcUrls: [chain.proxy.url], confirmations: [{ fromStandardUnits: 0n, blocks: DEPTH }] },
  });
  buyers = await Promise.all(Array.from({ length: PAYMENTS }, () => server.newBuyer()));
  await chain.mine(DEPTH); // what buyers and relayers were given must be older than what a reorg undoes
});
afterAll(async () => {
  chain.proxy.misbehave(() => null);
  await closeBooks(server);
  await chain.stop();
});

describe(`payments in a storm (seed ${SEED})`, () => {
  test("all succeed, once, at their depth", async () => {
    const random = randomFrom(SEED);
    const below = (limit: number): number => Math.floor(random() * limit);
    chain.proxy.misbehave(() => (below(FAULT_EVERY) === 0 ? (FAULTS[below(FAULTS.length)] ?? null) : null));
    const storm = (async () => {
      for (let reorg = 0; reorg < REORGS; reorg++) {
        await sleep(500 + below(2_000));
        await chain.reorganise(1 + below(DEPTH - 1));
      }
      chain.proxy.misbehave(() => null);
    })();
    const paymentIds = await Promise.all(
      buyers.map(async (buyer) => {
        await sleep(below(6_000));
        const paymentId = await createPayment(server);
        const signed = await signUntilOffered(paymentId, buyer);
        while ((await confirm(server, signed)).status >= 500);
        return paymentId;
      }),
    );
    await storm;
    for (const paymentId of paymentIds) {
      expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
      expect(await paidEvents(server, [paymentKey(paymentId)])).toHaveLength(1);
    }
    expect(await server.sql("select kind from exceptions")).toEqual([]);
  });

  /** Options of a chain that does not answer are left out: the wallet asks again. */
  async function signUntilOffered(paymentId: string, buyer: Buyer) {
    for (;;) {
      try {
        return await signPayment(server, paymentId, buyer);
      } catch (error) {
        if (!(error instanceof Error && error.message.includes("no option"))) throw error;
      }
    }
  }
});
