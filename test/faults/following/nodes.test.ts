// Nodes that respond late, lie or point to another chain. Their statements about a payment count only if the chain's
// state confirms them, and a missing response is requested again.
import { type Hex, keccak256, numberToHex } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { deployLocal } from "../../../src/local/tokens/deploy.ts";
import { paymentKey } from "../../../src/payment/terms.ts";
import { paidEvents } from "../../harness/books.ts";
import { startChain, type TestChain } from "../../harness/chain/chain.ts";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import { payAsRival } from "../../harness/chain/rival.ts";
import { type RpcProxy, startRpcProxy } from "../../harness/chain/rpc-proxy.ts";
import {
  confirm,
  createPayment,
  listOptions,
  type SignedOption,
  signPayment,
  untilFinal,
} from "../../harness/chain/wallet.ts";
import { randomFrom } from "../../harness/random.ts";
import { startServer, type TestServer, testClient } from "../../harness/server/server.ts";
import {
  confirmExcluded,
  confirmedPayment,
  statusOf,
  transfers,
  watcherHasBegun,
  watcherIsAtHead,
} from "../payments/confirmed.ts";
import { type GetLogs, inventedLog, TRACE_FOUND, withAmount } from "./lying-node.ts";

const SEED = 20_260_218;

let chain: OwnChain;
let server: TestServer;
beforeAll(async () => {
  chain = await startOwnChain();
  server = await startServer({ place: chain, chain: { rpcUrls: [chain.proxy.url] } });
  await watcherHasBegun(server);
});
afterAll(async () => {
  await server.stop();
  await chain.stop();
});
afterEach(async () => {
  chain.proxy.misbehave(() => null);
  chain.proxy.forwardTo(chain.rpcUrl);
  await chain.resumeMining();
});

const blockAskedFor = (params: readonly unknown[]): Hex | undefined => {
  const [filter] = params as [{ blockHash?: Hex }];
  return filter.blockHash;
};

async function succeedsOnce({ paymentId }: Pick<SignedOption, "paymentId">): Promise<void> {
  expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
  expect(await paidEvents(server, [paymentKey(paymentId)])).toHaveLength(1);
}

test(`a node with varying latency only delays payments (seed ${SEED})`, async () => {
  const random = randomFrom(SEED);
  chain.proxy.misbehave(() => ({ type: "delay", delayMs: Math.floor(random() * 600) }));
  const payments = await Promise.all([1, 2, 3].map(() => confirmedPayment(server)));
  for (const payment of payments) await succeedsOnce(payment);
});

test("a silent node during a signature check is 503 and writes nothing; the same confirm succeeds later", async () => {
  const signed = await signPayment(server, await createPayment(server), await server.newBuyer());
  chain.proxy.misbehave(({ method }) => (method === "eth_call" ? { type: "hang_up" } : null));
  const answer = await confirm(server, signed);
  expect(answer).toMatchObject({ status: 503, body: { code: "internal_error" } });
  expect(await statusOf(server, signed.paymentId)).toBe("requires_action");
  chain.proxy.misbehave(() => null);
  expect(await confirm(server, signed)).toMatchObject({ status: 200 });
  await succeedsOnce(signed);
});

describe("a node that lies about receipts", () => {
  test.each(["0x0", "0x1"])("is not asked for them, so its lie (status %s) changes nothing", async (status) => {
    await chain.stopMining();
    chain.proxy.misbehave(({ method, params }) =>
      method === "eth_getTransactionReceipt"
        ? { type: "result", result: { transactionHash: params[0], status } }
        : null,
    );
    const payment = await confirmedPayment(server);
    await chain.mine(0);
    expect(await statusOf(server, payment.paymentId)).toBe("processing");
    await chain.resumeMining();
    await succeedsOnce(payment);
  });
});

describe("a node that lies about events", () => {
  test("by inventing one makes no payment succeed; the real event does", async () => {
    const signed = await signPayment(server, await createPayment(server), await server.newBuyer());
    expect(await confirmExcluded(server, signed)).toMatchObject({ status: 200 });
    let told = 0;
    chain.proxy.misbehave(async ({ method, params }) => {
      const blockHash = method === "eth_getLogs" ? blockAskedFor(params) : undefined;
      if (!blockHash) return null;
      const { number } = await server.client.getBlock({ blockHash });
      told += 1;
      return { type: "result", result: [inventedLog(server, signed, { blockHash, blockNumber: numberToHex(number) })] };
    });
    await expect.poll(() => told).toBeGreaterThan(2);
    expect(await statusOf(server, signed.paymentId)).toBe("processing");
    expect(await server.sql("select from transfers where payment_id = $1", [signed.paymentId])).toEqual([]);
    chain.proxy.misbehave(() => null);
    await payAsRival(server, signed);
    await succeedsOnce(signed);
  });

  test("by changing an amount makes no payment succeed; the real event does", async () => {
    let changed = 0;
    chain.proxy.misbehave(async ({ method, params }) => {
      if (method !== "eth_getLogs") return null;
      const logs = await server.client.request<GetLogs>({ method, params });
      changed += logs.length;
      return { type: "result", result: logs.map((log) => ({ ...log, data: withAmount(log.data, 1n) })) };
    });
    const payment = await confirmedPayment(server);
    await expect.poll(() => changed).toBeGreaterThan(2);
    expect(await statusOf(server, payment.paymentId)).toBe("processing");
    chain.proxy.misbehave(() => null);
    await succeedsOnce(payment);
  });

  test("by leaving out the newest block's is exposed by the used authorisation; nothing is paid twice", async () => {
    let left = 0;
    const all = await transfers(server);
    chain.proxy.misbehave(({ method, params }) => {
      if (method !== "eth_getLogs" || !blockAskedFor(params)) return null;
      left += 1;
      return { type: "result", result: [] };
    });
    const payment = await confirmedPayment(server);
    await succeedsOnce(payment); // the watcher searches the block range, on which the node is honest
    expect(left).toBeGreaterThan(0);
    expect(await transfers(server)).toHaveLength(all.length + 1);
  });
});

describe("one of two providers", () => {
  let second: RpcProxy;
  let cautious: TestServer;
  beforeAll(async () => {
    second = await startRpcProxy(chain.rpcUrl);
    cautious = await startServer({
      place: chain,
      chain: { rpcUrls: [chain.proxy.url, second.url], secondSourceFrom: 10n },
      bendsBooks: "an invented event remains, undecided",
    });
    await watcherHasBegun(cautious);
  });
  afterAll(async () => {
    await cautious.stop();
    await second.close();
  });

  /** A confirmed payment that no relayer submits. */
  async function unpaid(): Promise<SignedOption> {
    const signed = await signPayment(cautious, await createPayment(cautious), await cautious.newBuyer());
    expect(await confirmExcluded(cautious, signed)).toMatchObject({ status: 200 });
    return signed;
  }

  /** Invents the payment's event with its trace in the state, on top of `ahead` invented blocks. */
  function lie(proxy: RpcProxy, signed: SignedOption, ahead: number): void {
    let head = 0n;
    proxy.misbehave(async ({ method, params }) => {
      if (method === "eth_blockNumber") {
        head = await cautious.client.getBlockNumber();
        return { type: "result", result: numberToHex(head + BigInt(ahead)) };
      }
      if (method === "eth_call") return { type: "result", result: TRACE_FOUND };
      const blockHash = method === "eth_getLogs" ? blockAskedFor(params) : undefined;
      if (!blockHash) return null;
      const { number } = await cautious.client.getBlock({ blockHash });
      return {
        type: "result",
        result: [inventedLog(cautious, signed, { blockHash, blockNumber: numberToHex(number) })],
      };
    });
  }

  async function blocksFollowed(count: bigint): Promise<void> {
    const to = (await cautious.client.getBlockNumber()) + count;
    await expect
      .poll(() => cautious.sql("select from chain_blocks where number >= $1", [to.toString()]), { timeout: 20_000 })
      .not.toEqual([]);
  }

  test("does not take over by a higher head, and cannot invent a payment", async () => {
    const signed = await unpaid();
    lie(second, signed, 1_000);
    await expect.poll(() => second.methods(), { timeout: 20_000 }).toContain("eth_blockNumber");
    await blocksFollowed(3n);
    expect(await statusOf(cautious, signed.paymentId)).toBe("processing");
    expect(await cautious.sql("select from transfers where payment_id = $1", [signed.paymentId])).toEqual([]);
    second.misbehave(() => null);
    await payAsRival(cautious, signed);
    expect(await untilFinal(cautious, signed.paymentId)).toMatchObject({ status: "succeeded" });
  });

  test("cannot invent a payment from the second source's amount on, even if it is the preferred one", async () => {
    const signed = await unpaid();
    lie(chain.proxy, signed, 0);
    await expect
      .poll(() => cautious.sql("select from transfers where payment_id = $1", [signed.paymentId]), { timeout: 20_000 })
      .not.toEqual([]);
    await blocksFollowed(3n);
    expect(await statusOf(cautious, signed.paymentId)).toBe("processing");
    chain.proxy.misbehave(() => null);
    await payAsRival(cautious, signed);
    expect(await untilFinal(cautious, signed.paymentId)).toMatchObject({ status: "succeeded" });
  });

  test("that keeps a transaction to itself delays its payment: the other gets the same bytes", async () => {
    const taken: unknown[] = [];
    chain.proxy.misbehave(({ method, params }) => {
      if (method !== "eth_sendRawTransaction") return null;
      taken.push(params[0]);
      return { type: "result", result: keccak256(params[0] as Hex) };
    });
    second.forget();
    const { paymentId } = await confirmedPayment(cautious);
    expect(await untilFinal(cautious, paymentId)).toMatchObject({ status: "succeeded" });
    const passedOn = second.requests().find(({ method }) => method === "eth_sendRawTransaction");
    expect(taken).toContain(passedOn?.params[0]);
  });

  test("is not enough while the other is silent; the payment succeeds once it responds", async () => {
    const signed = await unpaid();
    second.misbehave(() => ({ type: "hang_up" }));
    await payAsRival(cautious, signed);
    await blocksFollowed(3n);
    expect(await statusOf(cautious, signed.paymentId)).toBe("processing");
    second.misbehave(() => null);
    expect(await untilFinal(cautious, signed.paymentId)).toMatchObject({ status: "succeeded" });
  });
});

describe("a node that points to another chain with all contracts at the same addresses", () => {
  let other: TestChain;
  beforeAll(async () => {
    other = await startChain({ blockTimeS: 1, args: ["--chain-id", "31338"] });
    const deployment = await deployLocal(other);
    expect(deployment).toEqual(server.deployment);
    await testClient(other.rpcUrl).mine({ blocks: 500 }); // a lower head would look like a lagging node
  });
  afterAll(() => other.stop());

  test("is not believed: no payment is refused, given up or reverted, and all continue once it is back", async () => {
    const before = await confirmedPayment(server);
    await succeedsOnce(before);
    const held = await confirmedPayment(server);
    const open = await signPayment(server, await createPayment(server), await server.newBuyer());
    const followed = await newestFollowed();
    chain.proxy.forwardTo(other.rpcUrl);
    chain.proxy.forget();
    const answer = await confirm(server, open);
    expect(answer.status).toBe(503); // not 422, although that chain would reject the signature
    await vi.waitFor(
      () => expect(chain.proxy.methods().filter((method) => method === "eth_chainId").length).toBeGreaterThan(2),
      {
        timeout: 20_000,
      },
    );
    expect(await listOptions(server, open.paymentId, [])).toEqual([]);
    expect(await newestFollowed()).toBeGreaterThanOrEqual(followed); // it did not go back
    expect(await server.sql("select from exceptions")).toEqual([]);
    expect(await statusOf(server, open.paymentId)).toBe("requires_action");

    chain.proxy.forwardTo(chain.rpcUrl);
    await succeedsOnce(held);
    await expect.poll(async () => (await confirm(server, open)).status).toBe(200);
    await succeedsOnce(open);
    await watcherIsAtHead(server);
    expect(await server.sql("select from exceptions")).toEqual([]);
  });

  async function newestFollowed(): Promise<bigint> {
    const [row] = await server.sql<{ number: string }>("select max(number)::text as number from chain_blocks");
    return BigInt(row?.number ?? 0);
  }
});
