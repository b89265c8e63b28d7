// A node's faults are never mistaken for results of the chain, and never reveal the node's address.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { EvmChain } from "../../../../src/chains/evm/chain.ts";
import { ChainUnavailableError } from "../../../../src/chains/evm/nodes/errors.ts";
import type { Authorization } from "../../../../src/operations/ports/chain/payment-chain.ts";
import { startChain } from "../../../harness/chain/chain.ts";
import { type Fault, type RpcProxy, startRpcProxy } from "../../../harness/chain/rpc-proxy.ts";
import { testClient } from "../../../harness/server/server.ts";
import {
  authorize,
  chainThrough,
  type Fixture,
  fundedBuyer,
  MERCHANT,
  openFixture,
  RELAYER,
  tokenAt,
} from "../fixture.ts";

const SECRET = "k3y-0123456789abcdef";

let fixture: Fixture;
let proxy: RpcProxy;
let chain: EvmChain;
let authorization: Authorization;

beforeAll(async () => {
  fixture = await openFixture();
  proxy = await startRpcProxy(fixture.rpcUrl);
  chain = chainThrough(fixture, `${proxy.url}/v2/${SECRET}`);
  expect(await chain.check()).toEqual([]);
  authorization = await authorize(fixture, await fundedBuyer(fixture));
});
afterEach(() => proxy.misbehave(() => null));
afterAll(async () => {
  await proxy.close();
  await fixture.close();
});

/** JSON-RPC 2.0, §5.1. */
const INTERNAL_ERROR = -32_603;

const FAULTS: Record<string, Fault> = {
  "hangs up": { type: "hang_up" },
  "answers with HTTP 500": { type: "http", status: 500, body: `<h1>upstream ${SECRET} failed</h1>` },
  "answers with HTTP 429": { type: "http", status: 429, body: "slow down" },
  "answers with a web page": { type: "http", status: 200, body: "<html></html>" },
  "answers with JSON other than JSON-RPC": { type: "http", status: 200, body: '{"hello":"world"}' },
  "answers with nothing": { type: "http", status: 200, body: "" },
  "answers with null": { type: "result", result: null },
  "answers with nonsense": { type: "result", result: "0xzz" },
  "answers with empty bytes": { type: "result", result: "0x" },
  "answers with an object": { type: "result", result: { number: 5 } },
  "names an internal error with the key in it": {
    type: "error",
    code: INTERNAL_ERROR,
    message: `key ${SECRET} is broken`,
  },
  "limits the rate": { type: "error", code: -32005, message: "limit exceeded" },
  "does not have that block": { type: "error", code: -32000, message: "header not found" },
};

describe.each(Object.entries(FAULTS))("a node that %s", (_, fault) => {
  it("makes a verdict unknown", async () => {
    proxy.misbehave(() => fault);
    const verdict = await chain.payment.verify(authorization);
    expect(verdict).toEqual({ type: "unknown", message: expect.stringContaining("eip155:31337: ") });
    expectNoSecret(JSON.stringify(verdict));
  });

  it("makes every read and write throw ChainUnavailableError", async () => {
    const { reader, writer, payment } = chain;
    const head = await reader.head();
    const fees = { maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1n };
    const signed = await writer.sign(RELAYER, 0n, writer.encodeBatch([authorization], false), fees);
    proxy.misbehave(() => fault);
    const asking: Record<string, () => Promise<unknown>> = {
      head: () => reader.head(),
      paidEventsIn: () => reader.paidEventsIn(head),
      paidEventsFrom: () => reader.paidEventsFrom(0n, head.number),
      transactionCount: () => reader.transactionCount(RELAYER, head),
      checkIdentity: () => reader.checkIdentity(),
      isUsed: () => reader.isUsed(authorization.option, head),
      readHoldings: () =>
        payment.readHoldings([{ account: MERCHANT, asset: tokenAt(fixture.deployment.usdc), amount: 1n }]),
      // A missing receipt is a valid result: the transaction is not mined.
      ...(fault.type === "result" && fault.result === null
        ? {}
        : { findPayment: () => payment.findPayment(authorization.option.terms.key, authorization.option) }),
      fees: () => writer.fees(),
      bumped: () => writer.bumped(fees),
      nextNonce: () => writer.nextNonce(RELAYER),
      // A node's error about a transaction is a refusal: it may accept another transaction.
      ...(fault.type === "error" && fault.code === INTERNAL_ERROR ? {} : { send: () => writer.send(signed) }),
    };
    for (const [name, ask] of Object.entries(asking)) {
      const error = await ask().then(
        (answer) => new Error(`${name} answered ${String(answer)}`),
        (thrown: unknown) => thrown,
      );
      expect(error, name).toBeInstanceOf(ChainUnavailableError);
      expectNoSecret(error instanceof Error ? `${error.message} ${error.stack} ${String(error.cause)}` : "");
    }
  });
});

function expectNoSecret(text: string): void {
  expect(text).not.toContain(SECRET);
  expect(text).not.toContain("127.0.0.1");
}

describe("a node that switches to another chain", () => {
  it("is not trusted after an outage", async () => {
    proxy.misbehave(({ method }) => (method === "eth_chainId" ? null : { type: "hang_up" }));
    await expect(chain.reader.head()).rejects.toThrow(ChainUnavailableError);
    proxy.misbehave(({ method }) => (method === "eth_chainId" ? { type: "result", result: "0x1" } : null));
    await expect(chain.reader.head()).rejects.toThrow("rpc 1 of 1 serves chain 1 instead of 31337");
    expect(await chain.payment.verify(authorization)).toMatchObject({ type: "unknown" });
  });

  it("does not report holdings of this chain", async () => {
    const other = await startChain({ args: ["--chain-id", "31338"] });
    onTestFinished(() => other.stop());
    const { multicall3, assets } = fixture.config;
    const bytecode = (await testClient(fixture.rpcUrl).getCode({ address: multicall3 })) ?? "0x";
    await testClient(other.rpcUrl).setCode({ address: multicall3, bytecode });
    const through = chainThrough(fixture, proxy.url);
    const questions = assets.slice(0, 1).map((asset) => ({ account: RELAYER, asset, amount: 1n }));
    expect(await through.payment.readHoldings(questions)).toHaveLength(1);
    proxy.forwardTo(other.rpcUrl);
    onTestFinished(() => proxy.forwardTo(fixture.rpcUrl));
    await expect(through.payment.readHoldings(questions)).rejects.toThrow(ChainUnavailableError);
  });
});

describe("a node that does not respond", () => {
  it("is given up in time, and the next URL is used", async () => {
    const silent = await startRpcProxy(fixture.rpcUrl);
    silent.misbehave(() => ({ type: "silence" }));
    const both = chainThrough(fixture, silent.url, proxy.url);
    const head = await both.reader.head();
    expect(head.number).toBeGreaterThan(0n);
    proxy.forget();
    await both.reader.head(); // from now on the silent node is skipped
    expect(proxy.methods()).toEqual(["eth_getBlockByNumber"]);
    await silent.close();
  });
});

describe("with two RPC URLs", () => {
  const RAW = "eth_sendRawTransaction";
  let first: RpcProxy;
  let both: ReturnType<typeof chainThrough>;
  beforeEach(async () => {
    first = await startRpcProxy(fixture.rpcUrl);
    both = chainThrough(fixture, first.url, proxy.url);
    proxy.misbehave(() => null);
  });
  afterEach(() => first.close());

  async function signed(nonce: bigint) {
    const call = both.writer.encodeBatch([authorization], false);
    const transaction = await both.writer.sign(RELAYER, nonce, call, await both.writer.fees());
    proxy.forget();
    return transaction;
  }
  const refuses = (node: RpcProxy, message: string) =>
    node.misbehave(({ method }) => (method === RAW ? { type: "error", code: -32000, message } : null));

  it("the second is not used for what the first has rejected", async () => {
    refuses(first, "nonce too low");
    expect(await both.writer.send(await signed(0n))).toBe("nonce_used");
    expect(proxy.methods()).not.toContain(RAW);
  });

  it("both get a transaction that was not mined, and the best response counts", async () => {
    const transaction = await signed(0n);
    first.misbehave(({ method }) => (method === RAW ? { type: "result", result: transaction.hash } : null));
    refuses(proxy, "nonce too low");
    expect(await both.writer.sendToAll(transaction)).toBe("sent");
    expect(proxy.requests().filter(({ method }) => method === RAW)).toEqual([
      { method: RAW, params: [transaction.raw] },
    ]);
    refuses(first, "already known");
    expect(await both.writer.sendToAll(transaction)).toBe("known");
    refuses(first, "unknown reason");
    expect(await both.writer.sendToAll(transaction)).toBe("nonce_used");
    refuses(proxy, "another reason");
    expect(await both.writer.sendToAll(transaction)).toEqual({ refusal: "unknown reason" });
  });

  it("the response of one is enough, and without any the outcome is unknown", async () => {
    const transaction = await signed(0n);
    first.misbehave(({ method }) => (method === RAW ? { type: "hang_up" } : null));
    refuses(proxy, "already known");
    expect(await both.writer.sendToAll(transaction)).toBe("known");
    refuses(proxy, "txpool is full");
    await expect(both.writer.sendToAll(transaction)).rejects.toThrow(ChainUnavailableError);
  });
});
