// A watcher that starts late, was down for long, or reads from lagging or lying nodes misses no transfer and credits
// none too soon.
import type { Hex } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { blocksRequested } from "../../../src/chains/evm/nodes/log-range.ts";
import type { ServiceRole } from "../../../src/service/main.ts";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import { optionOf, payAsRival } from "../../harness/chain/rival.ts";
import type { Fault } from "../../harness/chain/rpc-proxy.ts";
import { confirm, createPayment, signPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { randomFrom } from "../../harness/random.ts";
import { startOn, startServer, type TestServer } from "../../harness/server/server.ts";
import { confirmedPayment, inPool, statusOf, watcherHasBegun, watcherIsAtHead } from "../payments/confirmed.ts";

const SEED = 20_260_218;

let chain: OwnChain;
beforeAll(async () => {
  chain = await startOwnChain();
});
afterAll(() => chain.stop());
afterEach(async () => {
  chain.proxy.misbehave(() => null);
  await chain.resumeMining();
});

const serve = (blocks: number, role: ServiceRole = "all"): Promise<TestServer> =>
  startServer({
    place: chain,
    role,
    chain: { rpcUrls: [chain.proxy.url], confirmations: [{ fromStandardUnits: 0n, blocks }] },
  });

/** Blocks are a second apart and some tests mine many, so deadlines lie far ahead. */
const tomorrow = (): number => Math.floor(Date.now() / 1000) + 86_400;

async function withWorker(server: TestServer, work: () => Promise<void>): Promise<void> {
  const worker = await startOn(server.installation, "worker");
  try {
    await work();
  } finally {
    await worker.stop();
  }
}

const succeeds = async (server: TestServer, paymentId: string): Promise<void> =>
  expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });

describe("a watcher that starts for the first time", () => {
  test("finds earlier transfers", async () => {
    const server = await serve(1, "api");
    const expiresAt = tomorrow();
    const early = await signPayment(server, await createPayment(server, { expiresAt }), await server.newBuyer());
    await payAsRival(server, early);
    await chain.mine();
    expect(await confirm(server, early)).toMatchObject({ status: 200, body: { status: "processing" } });
    const signed = await confirmedPayment(server, { expiresAt });
    await payAsRival(server, signed);
    await chain.mine(3);
    await withWorker(server, async () => {
      for (const { paymentId } of [early, signed]) await succeeds(server, paymentId);
      await server.stop();
    });
  });

  test("reports a transfer to a payment that was cancelled before", async () => {
    const server = await serve(1, "api");
    const signed = await signPayment(server, await createPayment(server), await server.newBuyer());
    await payAsRival(server, signed);
    await server.call({ method: "POST", path: `/v1/payments/${signed.paymentId}/cancel` });
    await chain.mine(3);
    await withWorker(server, async () => {
      const reported = () => server.sql("select kind from exceptions where payment_id = $1", [signed.paymentId]);
      await expect.poll(reported).toEqual([{ kind: "late" }]);
      await server.stop();
    });
  });
});

describe("a watcher that was down", () => {
  test("credits transfers made during the catch-up, near the head and far below it", async () => {
    const server = await serve(3, "api");
    const expiresAt = tomorrow();
    await withWorker(server, () => watcherHasBegun(server));
    const signed = await Promise.all([1, 2, 3].map(() => confirmedPayment(server, { expiresAt })));
    await chain.stopMining();
    for (const [index, blocks] of [560, 60, 3].entries()) {
      const payment = signed[index];
      if (payment) await payAsRival(server, payment);
      await chain.mine(blocks);
    }
    await withWorker(server, async () => {
      for (const { paymentId } of signed) await succeeds(server, paymentId);
      await server.stop();
    });
  });
});

describe("a provider that returns few blocks of logs per call", () => {
  test.each<[string, Fault]>([
    ["says so", { type: "error", code: -32_600, message: "up to a 10 block range" }],
    ["is silent instead", { type: "silence" }],
    ["sends a proxy's page instead", { type: "http", status: 504, body: "<html>504 Gateway Time-out</html>" }],
  ])("and %s only slows the watcher down", async (_, refusal) => {
    const server = await serve(1, "api");
    const expiresAt = tomorrow();
    await withWorker(server, () => watcherHasBegun(server));
    const signed = await confirmedPayment(server, { expiresAt });
    await payAsRival(server, signed);
    await chain.mine(60);
    chain.proxy.misbehave(({ method, params }) => {
      const blocks = blocksRequested(method, params);
      return blocks === null || blocks <= 10 ? null : refusal;
    });
    await withWorker(server, async () => {
      await succeeds(server, signed.paymentId);
      await server.stop();
    });
  });
});

describe(`a node that lags (seed ${SEED})`, () => {
  test("causes no early success and no missed transfer", async () => {
    const server = await serve(3);
    await chain.stopMining();
    await watcherIsAtHead(server); // the clock of a chain with many mined blocks is ahead, so it begins far below
    const { paymentId } = await confirmedPayment(server, { expiresAt: tomorrow() });
    await inPool(server);
    const old = await latestBlock(server);
    const random = randomFrom(SEED);
    // Every other response, roughly, comes from a node that has nothing after this block.
    chain.proxy.misbehave(({ method, params }) => {
      if (random() < 0.5) return null;
      const [what] = params as [unknown];
      if (method === "eth_getBlockByNumber" && what === "latest") return { type: "result", result: old };
      if (method === "eth_getBlockByNumber" && typeof what === "string" && BigInt(what) > BigInt(old.number)) {
        return { type: "result", result: null };
      }
      if (method === "eth_getLogs") return { type: "error", code: -32_000, message: "unknown block" };
      if (method === "eth_getTransactionCount") return { type: "error", code: -32_000, message: "header not found" };
      return null;
    });
    for (let depth = 1; depth < 3; depth++) {
      await chain.mine();
      await watcherIsAtHead(server);
      expect(await statusOf(server, paymentId)).toBe("processing");
    }
    await chain.mine();
    await succeeds(server, paymentId);
    await server.stop();
  });

  /** The block in the node's own format. */
  const latestBlock = (server: TestServer): Promise<{ number: Hex }> =>
    server.client.request<{ Method: string; Parameters: unknown[]; ReturnType: { number: Hex } }>({
      method: "eth_getBlockByNumber",
      params: ["latest", false],
    });
});

describe("a node that leaves out events", () => {
  test("from every range cannot make a paid payment fail", async () => {
    const server = await serve(1, "api");
    const expiresAt = (await chain.nowS()) + 600;
    await withWorker(server, () => watcherHasBegun(server));
    await chain.stopMining();
    const signed = await confirmedPayment(server, { expiresAt });
    await payAsRival(server, signed);
    await chain.mine(60);
    await chain.mineAt(optionOf(server, signed).terms.deadlineS + 10);
    await chain.mine(2);
    chain.proxy.misbehave(({ method, params }) =>
      method === "eth_getLogs" && "fromBlock" in (params[0] as object) ? { type: "result", result: [] } : null,
    );
    await withWorker(server, async () => {
      await succeeds(server, signed.paymentId);
      await server.stop();
    });
  });

  test("cannot make a paid payment fail", async () => {
    const server = await serve(1, "api");
    const expiresAt = tomorrow();
    await withWorker(server, () => watcherHasBegun(server));
    const signed = await confirmedPayment(server, { expiresAt });
    await payAsRival(server, signed);
    await chain.mine(40);
    let left = 1; // the range that holds the transfer
    chain.proxy.misbehave(({ method }) =>
      method === "eth_getLogs" && left-- > 0 ? { type: "result", result: [] } : null,
    );
    await withWorker(server, async () => {
      await succeeds(server, signed.paymentId);
      await server.stop();
    });
  });
});
