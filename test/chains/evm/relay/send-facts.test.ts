// A node's words about a transaction, against what the chain and the pools show. Each node below takes no transaction
// and says something that no list knows, or that means something else.
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createEvmChain } from "../../../../src/chains/evm/chain.ts";
import { ChainUnavailableError } from "../../../../src/chains/evm/nodes/errors.ts";
import { type Fault, type RpcProxy, startRpcProxy } from "../../../harness/chain/rpc-proxy.ts";
import { authorize, chainThrough, type Fixture, fundedBuyer, openFixture, RELAYER } from "../fixture.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
  return fixture.close;
});

const FEES = { maxFeePerGas: 20_000_000_000n, maxPriorityFeePerGas: 2_000_000_000n };

const WORDS = [
  "already in mempool",
  "Transaktion bereits vorhanden",
  "tx already exists in cache",
  "replay detected",
  "sequence number mismatch: expected 8, got 7",
  "insufficient funds for gas * price + value",
  "not enough gas money",
  "transaction underpriced",
  "bid more",
  "INTERNAL_ERROR",
];
const says = (message: string): Fault => ({ type: "error", code: -32_000, message });

async function nodes(count: number) {
  const proxies = await Promise.all(Array.from({ length: count }, () => startRpcProxy(fixture.rpcUrl)));
  onTestFinished(async () => void (await Promise.all(proxies.map((proxy) => proxy.close()))));
  return { proxies, writer: chainThrough(fixture, ...proxies.map(({ url }) => url)).writer };
}

const refuse = (proxy: RpcProxy | undefined, fault: Fault): void =>
  proxy?.misbehave(({ method }) => (method === "eth_sendRawTransaction" ? fault : null));

async function signed(fees = FEES) {
  const { writer } = fixture.chain;
  const call = writer.encodeBatch([await authorize(fixture, await fundedBuyer(fixture))], false);
  return writer.sign(RELAYER, await writer.nextNonce(RELAYER), call, fees);
}

describe.each(WORDS)('"%s"', (words) => {
  it("is not believed of a transaction in a pool, nor of one that is mined", async () => {
    const { proxies, writer } = await nodes(1);
    const transaction = await signed();
    expect(await fixture.chain.writer.send(transaction)).toBe("sent");
    refuse(proxies[0], says(words));
    expect([await writer.send(transaction), await writer.sendToAll(transaction)]).toEqual(["known", "known"]);
    await fixture.node.mine({ blocks: 1 });
    expect(await writer.send(transaction)).toBe("known");
  });

  it("is not believed if another transaction has used the nonce", async () => {
    const { proxies, writer } = await nodes(1);
    const transaction = await signed();
    const rival = await signed();
    await fixture.chain.writer.send(rival);
    await fixture.node.mine({ blocks: 1 });
    refuse(proxies[0], says(words));
    expect(await writer.send(transaction)).toBe("nonce_used");
  });
});

describe("what one node has", () => {
  it("is asked of every node", async () => {
    const { proxies, writer } = await nodes(2);
    const transaction = await signed();
    await fixture.chain.writer.send(transaction);
    proxies[0]?.misbehave(({ method }) => {
      if (method === "eth_sendRawTransaction") return says("no");
      return method === "eth_getTransactionByHash" ? { type: "result", result: null } : null;
    });
    refuse(proxies[1], says("no"));
    expect(await writer.sendToAll(transaction)).toBe("known");
    await fixture.node.mine({ blocks: 1 });
  });

  it("is unknown, so nothing is refused, if no node answers", async () => {
    const { proxies, writer } = await nodes(1);
    proxies[0]?.misbehave(({ method }) =>
      /sendRaw|TransactionByHash/.test(method) ? says("come back when the moon is full") : null,
    );
    await expect(writer.send(await signed())).rejects.toThrow(ChainUnavailableError);
    proxies[0]?.misbehave(({ method }) => {
      if (method === "eth_sendRawTransaction") return says("no");
      return method === "eth_getTransactionByHash" ? { type: "result", result: "pending" } : null;
    });
    await expect(writer.send(await signed())).rejects.toThrow(ChainUnavailableError);
  });
});

describe("in unknown words", () => {
  it("an account that cannot pay is unfunded", async () => {
    const key = generatePrivateKey();
    const proxy = await startRpcProxy(fixture.rpcUrl);
    onTestFinished(() => proxy.close());
    const { writer } = createEvmChain({ ...fixture.config, rpcUrls: [proxy.url] }, [key]);
    refuse(proxy, says("not enough gas money"));
    const call = writer.encodeBatch([await authorize(fixture, await fundedBuyer(fixture))], false);
    const transaction = await writer.sign(privateKeyToAccount(key).address, 0n, call, FEES);
    expect(await writer.send(transaction)).toBe("unfunded");
  });

  it.each([
    ["the next block's base fee", { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }],
    ["the tip that the node suggests", { maxFeePerGas: 20_000_000_000n, maxPriorityFeePerGas: 0n }],
  ])("fees below %s are underpriced", async (_, fees) => {
    const { proxies, writer } = await nodes(1);
    refuse(proxies[0], says("bid more"));
    expect(await writer.send(await signed(fees))).toBe("underpriced");
  });

  it.each([
    ["rises above the fees", 20_000_000_000n, 20_000_000_001n, "underpriced"],
    ["falls to the fees", 2n, 2n, { refusal: "bid more" }],
  ])("the next block's base fee decides, not the newest's, if it %s", async (_, maxFeePerGas, next, outcome) => {
    const { proxies, writer } = await nodes(1);
    const fees = { oldestBlock: "0x1", baseFeePerGas: ["0x1", `0x${next.toString(16)}`], gasUsedRatio: [1] };
    const results: Readonly<Record<string, unknown>> = { eth_feeHistory: fees, eth_maxPriorityFeePerGas: "0x1" };
    proxies[0]?.misbehave(({ method }) => {
      if (method === "eth_sendRawTransaction") return says("bid more");
      return method in results ? { type: "result", result: results[method] } : null;
    });
    const transaction = await signed({ maxFeePerGas, maxPriorityFeePerGas: 1n });
    expect(await writer.send(transaction)).toEqual(outcome);
  });

  it("anything else is a refusal, with the node's words", async () => {
    const { proxies, writer } = await nodes(1);
    refuse(proxies[0], says("oversized data"));
    const { maxFeePerGas, maxPriorityFeePerGas } = await writer.fees();
    const fees = { maxFeePerGas: maxFeePerGas * 2n, maxPriorityFeePerGas: maxPriorityFeePerGas * 2n };
    expect(await writer.send(await signed(fees))).toEqual({ refusal: "oversized data" });
  });
});
