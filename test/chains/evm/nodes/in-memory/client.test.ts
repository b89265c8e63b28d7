// The endpoint that a request goes to, and the failover to the next one.
import { describe, expect, it, vi } from "vitest";
import { endpointFailureIn } from "../../../../../src/chains/evm/nodes/errors.ts";
import { CUT, connection, countOf, fakeNodes, gasPrice, node, nodeError, SILENT, settle } from "./fake-endpoints.ts";

fakeNodes();

describe("a request", () => {
  it("goes to the first endpoint", async () => {
    const [a, b] = [node("a", () => "0x1"), node("b", () => "0x2")];
    expect(await gasPrice(connection(2))).toBe("0x1");
    expect([countOf(a), countOf(b)]).toEqual([1, 0]);
  });

  it("goes to the next one if the first fails, which then rests for two seconds", async () => {
    const a = node("a", () => CUT);
    const b = node("b", () => "0x2");
    const chain = connection(2);
    expect([await gasPrice(chain), await gasPrice(chain)]).toEqual(["0x2", "0x2"]);
    expect([countOf(a), countOf(b)]).toEqual([1, 2]);
    a.answer = () => undefined;
    await settle(2_000);
    expect(await gasPrice(chain)).toBe("0x2");
    await settle();
    expect(chain.sources[0]?.status()).toBe("ready");
    a.answer = (method) => (method === "eth_gasPrice" ? "0x1" : undefined);
    expect(await gasPrice(chain)).toBe("0x1");
  });

  it("waits a second and a half for an endpoint that another could replace, and five seconds for the last", async () => {
    node("a", () => SILENT);
    const b = node("b", () => "0x2");
    const chain = connection(2);
    const first = gasPrice(chain);
    await settle(1_499);
    expect(countOf(b)).toBe(0);
    await settle(1);
    expect(await first).toBe("0x2");
    b.answer = (method) => (method === "eth_gasPrice" ? SILENT : undefined);
    await settle(2_000);
  });

  it("fails with the last endpoint's failure", async () => {
    node("a", () => CUT);
    node("b", () => nodeError(-32_000, "header not found"));
    const error = await gasPrice(connection(2)).catch((caught) => caught);
    expect(endpointFailureIn(error)?.message).toBe('rpc 2 of 2 answered "header not found" (-32000) (eth_gasPrice)');
  });

  it("fails at once while every endpoint rests", async () => {
    node("a", () => CUT);
    node("b", () => CUT);
    const chain = connection(2);
    await expect(gasPrice(chain)).rejects.toThrow();
    const error = await gasPrice(chain).catch((caught) => caught);
    expect(endpointFailureIn(error)?.message).toBe("every rpc failed a moment ago (eth_gasPrice)");
  });

  it.each([
    [3, "execution reverted"],
    [-32_000, "nonce too low"],
  ])("has a final answer if every node would give it: %i %s", async (code, message) => {
    node("a", () => nodeError(code, message));
    const b = node("b", () => "0x2");
    const error = await gasPrice(connection(2)).catch((caught) => caught);
    expect(endpointFailureIn(error)?.answer).toEqual({ code, message });
    expect(countOf(b)).toBe(0);
  });

  it.each<[string, unknown, (method: string) => unknown]>([
    ["its quota is used up", nodeError(429, "Monthly capacity limit exceeded."), () => undefined],
    ["its key is blocked", nodeError(-32_003, "daily request count exceeded"), () => undefined],
    ["it refuses the chain id too", nodeError(403, "forbidden"), () => nodeError(403, "forbidden")],
  ])("goes elsewhere for a while if an endpoint refuses everything: %s", async (_, refusal, otherwise) => {
    const a = node("a", () => "0x1");
    node("b", () => "0x2");
    const chain = connection(2);
    expect(await gasPrice(chain)).toBe("0x1");
    a.answer = (method) => (method === "eth_gasPrice" ? refusal : otherwise(method));
    for (let request = 0; request < 50; request += 1) expect(await gasPrice(chain)).toBe("0x2");
    expect(countOf(a)).toBe(1 + 3);
    expect(chain.sources.map((source) => source.status())).toEqual(["resting", "ready"]);
    // After its rest, one refusal is enough.
    await settle(2_000);
    for (let request = 0; request < 50; request += 1) {
      expect(await gasPrice(chain)).toBe("0x2");
      await settle();
    }
    expect(countOf(a)).toBeLessThanOrEqual(1 + 3 + 1);
    a.answer = () => undefined;
    await settle(2_000);
    await gasPrice(chain);
    await settle();
    a.answer = (method) => (method === "eth_gasPrice" ? "0x1" : undefined);
    expect(await gasPrice(chain)).toBe("0x1");
  });

  it("is not kept from an endpoint that refuses now and then", async () => {
    const a = node("a", () => "0x1");
    node("b", () => "0x2");
    const chain = connection(2);
    for (let request = 0; request < 30; request += 1) {
      a.answer = (method) =>
        method === "eth_gasPrice" ? (request % 3 === 0 ? "0x1" : nodeError(-32_000, "header not found")) : undefined;
      await gasPrice(chain);
    }
    expect(countOf(a)).toBe(30);
  });

  it("is tried again at a single endpoint, however often it fails", async () => {
    const a = node("a", () => CUT);
    const chain = connection(1);
    await expect(gasPrice(chain)).rejects.toThrow();
    await expect(gasPrice(chain)).rejects.toThrow();
    expect(countOf(a)).toBe(2);
    expect(a.asked).not.toContain("eth_blockNumber");
  });
});

describe("heads", () => {
  it("of many requests are compared every five seconds; an endpoint that is far behind comes last", async () => {
    const a = node("a", () => "0x1", 90n);
    const b = node("b", () => "0x2", 100n);
    node("c", () => "0x3", 100n);
    const chain = connection(3);
    expect(await gasPrice(chain)).toBe("0x1");
    await settle();
    expect(chain.sources.map((source) => source.status())).toEqual(["out_of_step", "ready", "ready"]);
    expect(await gasPrice(chain)).toBe("0x2");
    a.head = 100n;
    vi.setSystemTime(Date.now() - 3_600_000); // a clock that is set back
    await settle(4_999);
    for (let request = 0; request < 9; request += 1) await gasPrice(chain);
    expect(countOf(b, "eth_blockNumber")).toBe(1);
    await settle(1);
    await gasPrice(chain);
    await settle();
    expect(countOf(b, "eth_blockNumber")).toBe(2);
    expect(await gasPrice(chain)).toBe("0x1");
  });

  it("are compared at most once a minute while there are fewer than ten requests", async () => {
    node("a", () => "0x1");
    const b = node("b", () => "0x2");
    const chain = connection(2);
    await gasPrice(chain);
    await settle(59_999);
    for (let request = 0; request < 8; request += 1) await gasPrice(chain);
    await settle();
    expect(countOf(b, "eth_blockNumber")).toBe(1);
    await settle(1);
    await gasPrice(chain);
    await settle();
    expect(countOf(b, "eth_blockNumber")).toBe(2);
    await settle(5_000);
    for (let request = 0; request < 9; request += 1) await gasPrice(chain);
    await settle();
    expect(countOf(b, "eth_blockNumber")).toBe(2);
    await gasPrice(chain);
    await settle();
    expect(countOf(b, "eth_blockNumber")).toBe(3);
  });

  it("within ten seconds of blocks are in step, and need no block times", async () => {
    const a = node("a", () => "0x1", 95n);
    node("b", () => "0x2", 100n);
    const chain = connection(2);
    await gasPrice(chain);
    await settle();
    expect(chain.sources.map((source) => source.status())).toEqual(["ready", "ready"]);
    expect(a.asked).not.toContain("eth_getBlockByNumber");
  });

  it("of an endpoint that has stopped do not count, even if it is alone ahead of one other", async () => {
    node("a", () => "0x1", 90n).timeS = 1_000_000_000 - 61;
    node("b", () => "0x2", 100n);
    const chain = connection(2);
    await gasPrice(chain);
    await settle();
    expect(chain.sources.map((source) => source.status())).toEqual(["out_of_step", "ready"]);
  });

  it("of an endpoint that does not respond are left out", async () => {
    node("a", () => "0x1", 100n);
    const b = node("b", () => "0x2", 50n);
    b.answer = () => CUT;
    const chain = connection(2);
    await gasPrice(chain);
    await settle();
    expect(chain.sources.map((source) => source.status())).toEqual(["ready", "resting"]);
  });
});
