// A chain offers deposits only if a node proves that money can be passed on twice from the same deposit address.
import { toHex } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { depositProbe } from "../../../../src/chains/evm/boot/deposits.ts";
import { createEvmChain } from "../../../../src/chains/evm/chain.ts";
import { connect } from "../../../../src/chains/evm/nodes/client.ts";
import { type Fault, type RpcProxy, startRpcProxy } from "../../../harness/chain/rpc-proxy.ts";
import { configOf, type Fixture, openFixture, rpc } from "../fixture.ts";

let fixture: Fixture;
let proxy: RpcProxy;
beforeAll(async () => {
  fixture = await openFixture();
  proxy = await startRpcProxy(fixture.rpcUrl);
});
afterAll(async () => {
  await proxy.close();
  await fixture.close();
});

const configWith = (rpcUrls: string[], deposits = true) => {
  const config = configOf({ ...fixture.entry, rpcUrls });
  return { ...config, assets: config.assets.map((asset) => ({ ...asset, takesDeposits: deposits })) };
};

const open = (...rpcUrls: string[]) => createEvmChain(configWith(rpcUrls), []);
const offered = ({ payment }: ReturnType<typeof open>) => payment.assets.map(({ takesDeposits }) => takesDeposits);

const answer = (fault: Fault) => proxy.misbehave(({ method }) => (method === "eth_simulateV1" ? fault : null));
const simulated = (...statuses: string[]): Fault => ({
  type: "result",
  result: statuses.map((status) => ({ number: "0x1", calls: [{ status, returnData: "0x", logs: [] }] })),
});
const warning = (...words: string[]) => ({
  kind: "warning",
  message: expect.stringMatching(new RegExp(`^eip155:31337: .*${words.join(".*")}`)),
});

interface Simulation {
  readonly blockStateCalls: readonly { readonly stateOverrides: object }[];
}

const OFF = "Payments get no deposit address on this chain\\.";

describe("a chain that follows EIP-6780", () => {
  it("offers deposits from its check on", async () => {
    const chain = open(fixture.rpcUrl);
    expect(offered(chain)).toEqual([false, false]);
    expect(await chain.check()).toEqual([]);
    expect(offered(chain)).toEqual([true, true]);
  });

  it("is proven by one of two nodes", async () => {
    answer({ type: "error", code: -32_601, message: "the method does not exist" });
    const chain = open(proxy.url, fixture.rpcUrl);
    expect(await chain.check()).toEqual([]);
    expect(offered(chain)).toEqual([true, true]);
  });

  it("is not asked if no asset takes deposits", async () => {
    proxy.forget();
    expect(await createEvmChain(configWith([proxy.url], false), []).check()).toEqual([]);
    expect(proxy.methods()).not.toContain("eth_simulateV1");
  });
});

describe("a chain that keeps what self-destructs in its transaction", () => {
  const refuted = warning("no EIP-6780", OFF);

  it("offers no deposits, even if another node says otherwise", async () => {
    answer(simulated("0x1", "0x0"));
    const chain = open(proxy.url, fixture.rpcUrl);
    expect(await chain.check()).toEqual([refuted]);
    expect(offered(chain)).toEqual([false, false]);
  });

  it("is found by the router's own code", async () => {
    proxy.misbehave(() => null);
    proxy.forget();
    const chain = open(proxy.url);
    expect(await chain.check()).toEqual([]);
    const simulations = proxy.requests().filter(({ method }) => method === "eth_simulateV1");
    const [simulation] = simulations.map(({ params: [first] }) => first as Simulation);
    const [address] = Object.keys(simulation?.blockStateCalls[0]?.stateOverrides ?? {});
    // On such a chain, an address keeps its nonce after its first use.
    await rpc(fixture, "anvil_setNonce", [address, toHex(1)]);
    expect(await chain.check()).toEqual([refuted]);
    expect(offered(chain)).toEqual([false, false]);
    await rpc(fixture, "anvil_setNonce", [address, toHex(0)]);
  });
});

describe("a chain that no node can prove", () => {
  const ANSWERS: [string, Fault, string][] = [
    ["lacks the method", { type: "error", code: -32_601, message: "method not found" }, '"method not found"'],
    ["does not respond", { type: "hang_up" }, "does not respond"],
    ["answers with nothing", { type: "result", result: null }, "with no blocks"],
    ["answers with one block", simulated("0x1"), "with no blocks"],
    ["answers with other types", { type: "result", result: [{ calls: [{}] }, { calls: [] }] }, "with no blocks"],
  ];

  it.each(ANSWERS)("offers no deposits: its node %s", async (_, fault, reason) => {
    answer(fault);
    const chain = open(proxy.url);
    const remedy = 'Use an RPC URL of a node with eth_simulateV1, or set "deposits": false';
    expect(await chain.check()).toEqual([warning("no node could prove", reason, OFF, remedy)]);
    expect(offered(chain)).toEqual([false, false]);
  });

  it("is asked for its proof after another minute", async () => {
    let nowMs = 0;
    const config = configWith([proxy.url]);
    const probe = depositProbe(config, connect(config), () => nowMs);
    answer({ type: "hang_up" });
    await probe.check();
    proxy.misbehave(() => null);
    proxy.forget();
    nowMs = 60_000;
    expect(probe.isProven()).toBe(false);
    expect(proxy.methods()).toEqual([]);
    nowMs = 60_001;
    expect(probe.isProven()).toBe(false);
    await expect.poll(() => probe.isProven()).toBe(true);
    expect(proxy.methods()).toEqual(["eth_simulateV1"]);
  });
});
