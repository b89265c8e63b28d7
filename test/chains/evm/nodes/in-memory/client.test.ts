// The endpoint that a request goes to, and the failover to the next one.
import { Agent } from "undici";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { connect } from "../../../../../src/chains/evm/nodes/client.ts";
import { endpointFailureIn } from "../../../../../src/chains/evm/nodes/errors.ts";
import { blocksRequested } from "../../../../../src/chains/evm/nodes/log-range.ts";
import { dispatchTo, type NodeRequest } from "../../../../harness/chain/fake-nodes.ts";

interface Node {
  /** Answers a method by its result, an error, or silence. */
  answer: (method: string, params: readonly unknown[]) => unknown;
  head: bigint;
  timeS: number;
  readonly asked: string[];
}

let nodes: Record<string, Node>;
const SILENT = Symbol("silent");
const CUT = Symbol("connection refused");
const NULL = Symbol("null");

const nodeError = (code: number, message: string) => ({ error: { code, message } });
const hex = (value: bigint | number) => `0x${value.toString(16)}`;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_000_000 });
  nodes = {};
  const answer = async ({ url, body }: NodeRequest) => {
    const { method, params } = JSON.parse(body) as { method: string; params: readonly unknown[] };
    const node = nodes[new URL(url).host.charAt(0)];
    if (!node) throw new TypeError("connection refused");
    node.asked.push(method);
    const own: Record<string, () => unknown> = {
      eth_chainId: () => hex(31_337),
      eth_blockNumber: () => hex(node.head),
      eth_getBlockByNumber: () => ({ timestamp: hex(node.timeS) }),
    };
    const result = node.answer(method, params) ?? own[method]?.();
    if (result === CUT) throw new TypeError("connection refused");
    if (result === SILENT) await new Promise(() => {});
    const isError = typeof result === "object" && result !== null && "error" in result;
    return Response.json({
      jsonrpc: "2.0",
      id: 1,
      ...(isError ? result : { result: result === NULL ? null : result }),
    });
  };
  vi.spyOn(Agent.prototype, "dispatch").mockImplementation(dispatchTo(answer));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A node that answers `eth_gasPrice` with this, and everything else as usual. */
function node(name: string, answer: (params: readonly unknown[]) => unknown, head = 100n): Node {
  const one: Node = {
    answer: (method, params) => (method === "eth_gasPrice" || method === "eth_getLogs" ? answer(params) : undefined),
    head,
    timeS: 1_000_000_000,
    asked: [],
  };
  nodes[name] = one;
  return one;
}

function connection(count: number) {
  const rpcUrls = ["a", "b", "c"].slice(0, count).map((name) => `http://${name}.example/`);
  return connect({ chainNumber: 31_337, rpcUrls, blockTimeS: 2 });
}
const gasPrice = ({ client }: ReturnType<typeof connection>) => client.request({ method: "eth_gasPrice" });
const countOf = ({ asked }: Node, method = "eth_gasPrice"): number => asked.filter((one) => one === method).length;

/** Lets pending promises and due timers run. */
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

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

describe("logs", () => {
  const logsOf = ({ client }: ReturnType<typeof connection>) =>
    client.request({ method: "eth_getLogs", params: [{ fromBlock: "0x1", toBlock: "0x64" }] });

  it("of too many blocks are asked of the endpoint that takes them, and no longer of the other", async () => {
    const a = node("a", () => nodeError(-32_005, "query returned more than 10000 results"));
    node("b", () => []);
    const chain = connection(2);
    expect(await logsOf(chain)).toEqual([]);
    expect(chain.sources.map(({ logRange }) => logRange.max())).toEqual([50, 500]);
    expect(await logsOf(chain)).toEqual([]);
    expect(countOf(a, "eth_getLogs")).toBe(1);
    expect(chain.logRangeMax()).toBe(500);
  });

  it("are limited by the endpoints in use", async () => {
    node("a", () => nodeError(-32_005, "block range too large"));
    const b = node("b", () => CUT);
    const chain = connection(2);
    await expect(logsOf(chain)).rejects.toThrow();
    expect(chain.sources.map((source) => source.status())).toEqual(["ready", "resting"]);
    expect(chain.logRangeMax()).toBe(50);
    expect(countOf(b, "eth_getLogs")).toBe(1);
  });

  it("are asked of an endpoint only if it has the range's last block", async () => {
    const a = node("a", () => ["logs of a"]);
    const b = node("b", () => ["logs of b"]);
    const asked: unknown[] = [];
    a.answer = (method, params) => {
      if (method === "eth_getLogs") return ["logs of a"];
      if (method !== "eth_getBlockByNumber") return undefined;
      asked.push(params);
      return NULL;
    };
    const chain = connection(2);
    expect(await logsOf(chain)).toEqual(["logs of b"]);
    expect(asked).toEqual([["0x64", false]]);
    expect([countOf(a, "eth_getLogs"), countOf(b, "eth_getLogs")]).toEqual([0, 1]);
    expect(countOf(b, "eth_getBlockByNumber")).toBe(1);
    expect(chain.sources.map(({ logRange }) => logRange.max())).toEqual([500, 500]);
    expect(chain.sources.map((source) => source.status())).toEqual(["ready", "ready"]);
    b.answer = () => CUT;
    await expect(logsOf(chain)).rejects.toThrow(); // then b rests, and only a is left
    const error = await logsOf(chain).catch((caught) => caught);
    expect(endpointFailureIn(error)?.message).toBe("an rpc lacks block 0x64 (eth_getLogs)");
    expect([countOf(a, "eth_getLogs"), countOf(b, "eth_getLogs")]).toEqual([0, 1]);
  });

  it("of a single endpoint, or of one block by its hash, need no other block", async () => {
    const a = node("a", () => []);
    await logsOf(connection(1));
    node("b", () => []);
    const { client } = connection(2);
    await client.request({ method: "eth_getLogs", params: [{ blockHash: `0x${"11".repeat(32)}` }] });
    expect(countOf(a, "eth_getLogs")).toBe(2);
    expect(a.asked).not.toContain("eth_getBlockByNumber");
  });

  it("keep their range if the endpoint does not respond", async () => {
    node("a", () => CUT);
    const chain = connection(1);
    await expect(logsOf(chain)).rejects.toThrow();
    expect(chain.logRangeMax()).toBe(500);
  });

  it.each([
    ["eth_getLogs", [{ fromBlock: "0x1", toBlock: "0x64" }], 100],
    ["eth_getLogs", [{ fromBlock: "0x5", toBlock: "0x5" }], 1],
    ["eth_getLogs", [{ blockHash: "0x1" }], null],
    ["eth_getLogs", [{ fromBlock: "0x1" }], null],
    ["eth_getLogs", [{ toBlock: "0x1" }], null],
    ["eth_getLogs", undefined, null],
    ["eth_call", [{ fromBlock: "0x1", toBlock: "0x64" }], null],
  ])("%s %j is of %s blocks", (method, params, blocks) => {
    expect(blocksRequested(method, params)).toBe(blocks);
  });
});
