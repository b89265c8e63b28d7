// RPC URLs whose servers are functions, behind a connection.
import { Agent } from "undici";
import { afterEach, beforeEach, vi } from "vitest";
import { connect } from "../../../../../src/chains/evm/nodes/client.ts";
import { dispatchTo, type NodeRequest } from "../../../../harness/chain/fake-nodes.ts";

interface Node {
  /** Answers a method by its result, an error, or silence. */
  answer: (method: string, params: readonly unknown[]) => unknown;
  head: bigint;
  timeS: number;
  readonly asked: string[];
}

let nodes: Record<string, Node> = {};
export const SILENT = Symbol("silent");
export const CUT = Symbol("connection refused");
export const NULL = Symbol("null");

export const nodeError = (code: number, message: string) => ({ error: { code, message } });
const hex = (value: bigint | number) => `0x${value.toString(16)}`;

/** Lets `node` define the servers of each test, with a clock that only `settle` moves. */
export function fakeNodes(): void {
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
}

/** A node that answers `eth_gasPrice` with this, and everything else as usual. */
export function node(name: string, answer: (params: readonly unknown[]) => unknown, head = 100n): Node {
  const one: Node = {
    answer: (method, params) => (method === "eth_gasPrice" || method === "eth_getLogs" ? answer(params) : undefined),
    head,
    timeS: 1_000_000_000,
    asked: [],
  };
  nodes[name] = one;
  return one;
}

export function connection(count: number) {
  const rpcUrls = ["a", "b", "c"].slice(0, count).map((name) => `http://${name}.example/`);
  return connect({ chainNumber: 31_337, rpcUrls, blockTimeS: 2 });
}
export const gasPrice = ({ client }: ReturnType<typeof connection>) => client.request({ method: "eth_gasPrice" });
export const countOf = ({ asked }: Node, method = "eth_gasPrice"): number =>
  asked.filter((one) => one === method).length;

/** Lets pending promises and due timers run. */
export const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
