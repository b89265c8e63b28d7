// Failover between RPC URLs: the first one that works and is up to date is used; failing, lagging or silent ones are
// skipped until they recover.
import { numberToHex } from "viem";
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { EvmChain } from "../../../../src/chains/evm/chain.ts";
import { createEvmChain } from "../../../../src/chains/evm/chain.ts";
import { type RpcProxy, type RpcRequest, startRpcProxy } from "../../../harness/chain/rpc-proxy.ts";
import { chainThrough, type Fixture, openFixture } from "../fixture.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
  await fixture.node.mine({ blocks: 100 });
  return fixture.close;
});
afterEach(() => vi.useRealTimers());

const HEAD_READ = "eth_getBlockByNumber";

/** A chain behind this many proxies of one node. */
async function through<Count extends number>(count: Count): Promise<{ chain: EvmChain; proxies: RpcProxy[] }> {
  const proxies = await Promise.all(Array.from({ length: count }, () => startRpcProxy(fixture.rpcUrl)));
  onTestFinished(async () => void (await Promise.all(proxies.map((proxy) => proxy.close()))));
  vi.useFakeTimers({ toFake: ["performance"] });
  return { chain: chainThrough(fixture, ...proxies.map(({ url }) => url)), proxies };
}

const later = (seconds: number) => vi.advanceTimersByTime(seconds * 1_000);

/** The number of the URL that served a read of the head. */
async function answering(chain: EvmChain, proxies: readonly RpcProxy[]): Promise<number[]> {
  for (const proxy of proxies) proxy.forget();
  await chain.reader.head();
  return proxies.flatMap((proxy, index) => (proxy.methods().includes(HEAD_READ) ? [index + 1] : []));
}

/** A node that stopped this many blocks ago. */
async function lagging(blocks: number) {
  const claim = await claiming(-blocks);
  const number = (await fixture.node.getBlockNumber()) - BigInt(blocks);
  const stopped = { number: numberToHex(number), timestamp: numberToHex(Math.floor(Date.now() / 1000) - 3_600) };
  return (request: RpcRequest) =>
    request.method === HEAD_READ && request.params[0] === stopped.number
      ? ({ type: "result", result: stopped } as const)
      : claim(request);
}

/** @param blocks number of blocks by which the node's head exceeds the real head */
async function claiming(blocks: number) {
  const number = numberToHex((await fixture.node.getBlockNumber()) + BigInt(blocks));
  return ({ method, params }: RpcRequest) => {
    if (method === "eth_blockNumber") return { type: "result", result: number } as const;
    const now = numberToHex(Math.floor(Date.now() / 1000));
    return method === HEAD_READ && params[0] === number
      ? ({ type: "result", result: { number, timestamp: now } } as const)
      : null;
  };
}

describe("an endpoint whose head lags behind the others'", () => {
  it("is skipped until it has caught up", async () => {
    const { chain, proxies } = await through(2);
    const [first] = proxies;
    first?.misbehave(await lagging(50));
    await chain.reader.head(); // triggers a comparison of heads
    await expect.poll(() => answering(chain, proxies)).toEqual([2]);
    first?.misbehave(() => null);
    later(6);
    await expect.poll(() => answering(chain, proxies)).toEqual([1]);
  });

  it("is used if the others fail", async () => {
    const { chain, proxies } = await through(2);
    const [first, second] = proxies;
    first?.misbehave(await lagging(50));
    await chain.reader.head();
    await expect.poll(() => answering(chain, proxies)).toEqual([2]);
    second?.misbehave(() => ({ type: "hang_up" }));
    expect(await answering(chain, proxies)).toEqual([1, 2]);
    expect(await answering(chain, proxies)).toEqual([1]);
  });

  it("is used if it lags by only a few blocks", async () => {
    const { chain, proxies } = await through(2);
    proxies[0]?.misbehave(await lagging(5));
    await chain.reader.head();
    await expect.poll(() => proxies[1]?.methods()).toContain("eth_blockNumber");
    expect(await answering(chain, proxies)).toEqual([1]);
  });

  it("does not pass off blocks that it lacks as blocks without events", async () => {
    const { chain, proxies } = await through(2);
    const head = await fixture.node.getBlockNumber();
    proxies[0]?.misbehave(({ method, params }) => {
      if (method === "eth_getLogs") return { type: "result", result: [] };
      return method === HEAD_READ && params[0] === numberToHex(head) ? { type: "result", result: null } : null;
    });
    await chain.reader.paidEventsFrom(head - 10n, head);
    expect(proxies.map((proxy) => proxy.methods().filter((method) => method === "eth_getLogs").length)).toEqual([0, 1]);
  });

  it("is reported by the check, by its number only", async () => {
    const { chain, proxies } = await through(3);
    proxies[1]?.misbehave(await lagging(50));
    const message = "eip155:31337: rpc 2 of 3 is 50 blocks behind the others. Using the others instead.";
    expect(await chain.check()).toEqual([{ kind: "warning", message }]);
    const serves = { chainNumber: 31337, head: expect.any(Number), answeredInMs: expect.any(Number) };
    const reports = await chain.endpoints();
    expect(reports).toEqual([1, 2, 3].map((number) => ({ label: `rpc ${number} of 3`, serves, failure: "" })));
  });
});

describe("an endpoint whose head is far ahead of the others'", () => {
  it("silences none of them", async () => {
    const { chain, proxies } = await through(2);
    proxies[1]?.misbehave(await claiming(1_000));
    await chain.reader.head(); // triggers a comparison of heads
    await expect.poll(() => proxies[1]?.methods()).toContain(HEAD_READ);
    expect(await answering(chain, proxies)).toEqual([1]);
  });

  it("is used only if the others fail, even if it comes first", async () => {
    const { chain, proxies } = await through(2);
    const [first, second] = proxies;
    first?.misbehave(await claiming(1_000));
    await chain.reader.head();
    await expect.poll(() => answering(chain, proxies)).toEqual([2]);
    second?.misbehave(() => ({ type: "hang_up" }));
    expect(await answering(chain, proxies)).toEqual([1, 2]);
  });

  it("is reported by the check", async () => {
    const { chain, proxies } = await through(2);
    proxies[0]?.misbehave(await claiming(1_000));
    const message = "eip155:31337: rpc 1 of 2 is 1000 blocks ahead of the others. Using the others instead.";
    expect(await chain.check()).toEqual([{ kind: "warning", message }]);
  });
});

describe("an endpoint that failed", () => {
  it("is probed first, and used only after it works again", async () => {
    const { chain, proxies } = await through(2);
    const [first] = proxies;
    first?.misbehave(() => ({ type: "hang_up" }));
    expect(await answering(chain, proxies)).toEqual([2]);
    expect(await answering(chain, proxies)).toEqual([2]);
    expect(first?.methods()).toEqual([]);
    later(3);
    expect(await answering(chain, proxies)).toEqual([2]);
    await expect.poll(() => first?.methods()).toEqual(["eth_chainId"]);
    first?.misbehave(() => null);
    const afterRest = () => {
      later(3);
      return answering(chain, proxies);
    };
    await expect.poll(afterRest).toEqual([1]);
  });

  // The clock is faked, so only the endpoint's own timeout would end a wait, and it is longer than this test's.
  it("delays no further request while it is silent", { timeout: 4_500 }, async () => {
    const { chain, proxies } = await through(2);
    const [first] = proxies;
    first?.misbehave(() => ({ type: "silence" }));
    expect(await answering(chain, proxies)).toEqual([2]);
    vi.useFakeTimers({ toFake: ["performance", "setTimeout"] });
    later(3);
    expect(await answering(chain, proxies)).toEqual([2]);
    expect(first?.methods()).toEqual(["eth_chainId"]);
  });

  it("fails requests at once if there is no other", async () => {
    const { chain, proxies } = await through(2);
    for (const proxy of proxies) proxy.misbehave(() => ({ type: "hang_up" }));
    await expect(chain.reader.head()).rejects.toThrow("rpc 2 of 2 does not respond");
    for (const proxy of proxies) proxy.forget();
    await expect(chain.reader.head()).rejects.toThrow("every rpc failed a moment ago");
    expect(proxies.flatMap((proxy) => proxy.methods())).toEqual([]);
    for (const proxy of proxies) proxy.misbehave(() => null);
    later(3);
    await expect(chain.reader.head()).resolves.toMatchObject({ number: expect.any(BigInt) });
  });
});

describe("a single endpoint", () => {
  it("is used for each request, and its head is not compared", async () => {
    const proxy = await startRpcProxy(fixture.rpcUrl);
    onTestFinished(() => proxy.close());
    const chain = createEvmChain({ ...fixture.config, rpcUrls: [proxy.url] }, []);
    proxy.misbehave(() => ({ type: "hang_up" }));
    await expect(chain.reader.head()).rejects.toThrow("rpc 1 of 1 does not respond");
    proxy.misbehave(() => null);
    await chain.reader.head();
    expect(proxy.methods()).toEqual(["eth_chainId", "eth_chainId", HEAD_READ]);
  });
});
