// The nodes are compared with each other and with the service's requirements.
import { zeroAddress } from "viem";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { checkChain } from "../../../../../src/chains/evm/boot/boot.ts";
import { readEndpoints } from "../../../../../src/chains/evm/boot/endpoints.ts";
import { PAID_TOPIC } from "../../../../../src/chains/evm/router/paid-event.ts";
import { rpcBlock } from "../../in-memory/events.ts";
import { GOOD, goodChain, NOW_S, problemsOf, warning, wrong } from "../../in-memory/good-chain.ts";
import { answered, CHAIN, type MemoryChain, ROUTER, silent } from "../../in-memory/memory-chain.ts";

beforeEach(() => void vi.useFakeTimers({ now: NOW_S * 1_000, toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

describe("the features of a node", () => {
  const steps = (finality: "safe" | "finalized") => ({ fromStandardUnits: 0n, blocks: 1, finality });
  const NAMES: [string, string, string][] = [
    ["eth_call", "eth_call with a blockHash (EIP-1898)", "blockHash"],
    ["eth_getTransactionCount", "eth_getTransactionCount with a blockHash (EIP-1898)", "blockHash"],
    ["eth_getLogs", "eth_getLogs with a blockHash (EIP-234)", "blockHash"],
    ["eth_call", "eth_call without a recipient", "latest"],
    ["eth_estimateGas", "eth_estimateGas", "from"],
    ["eth_feeHistory", "eth_feeHistory", "latest"],
    ["eth_getBlockByNumber", 'the block tag "finalized"', "finalized"],
  ];

  /** A node that refuses one method, with a certain parameter, by an error. */
  function refusing(method: string, parameter: string, error: Error): MemoryChain {
    const chain = goodChain();
    const { request } = chain.endpoint();
    const refuse = async (asked: string, params: unknown) => {
      if (asked === method && JSON.stringify(params).includes(parameter)) throw error;
      return request(asked, params);
    };
    return { ...chain, endpoint: () => chain.endpoint({ request: refuse }) };
  }
  const config = { ...GOOD, confirmations: [steps("finalized"), steps("finalized")] };

  it.each(NAMES)("%s: %s", async (method, name, parameter) => {
    const chain = refusing(method, parameter, answered("the method is not supported"));
    const what = `rpc 1 of 1 does not support ${name}: it answered "the method is not supported".`;
    expect(await problemsOf(chain, config)).toEqual([wrong(`${what} Use an RPC URL of a node that does.`)]);
  });

  it.each([
    ["invalid request", -32_600, 1],
    ["method not found", -32_601, 1],
    ["invalid params", -32_602, 1],
    ["method not available", -32_000, 1],
    ["tag not implemented", -32_000, 1],
    ["Unsupported block", -32_000, 1],
    ["json: cannot unmarshal object", -32_000, 1],
    ["invalid argument 1", -32_000, 1],
    ["invalid block", -32_000, 1],
    ["header not found", -32_000, 0],
    ["rate limit", -32_005, 0],
  ])("are missing if it answers %s (%i): %i problem", async (message, code, count) => {
    const chain = refusing("eth_getLogs", "blockHash", answered(message, code));
    expect(await problemsOf(chain)).toHaveLength(count);
  });

  it("are not missing if it is away, or has no block", async () => {
    expect(await problemsOf(refusing("eth_getLogs", "blockHash", silent()))).toEqual([]);
    expect(await problemsOf(refusing("eth_getBlockByNumber", "latest", silent()))).toEqual([]);
  });

  it("are tried at the newest block, with the router's event", async () => {
    const chain = goodChain();
    await problemsOf(chain);
    const { hash: blockHash } = rpcBlock(9n);
    expect(chain.requested("eth_getLogs")).toEqual([[{ address: ROUTER, topics: [PAID_TOPIC], blockHash }]]);
    expect(chain.requested("eth_call")[0]).toEqual([{ to: zeroAddress, data: "0x" }, { blockHash }]);
    expect(chain.requested("eth_call")).toContainEqual([{ data: "0x" }, "latest"]);
    expect(chain.requested("eth_estimateGas")).toEqual([[{ from: zeroAddress, to: zeroAddress, data: "0x" }]]);
    expect(chain.requested("eth_getTransactionCount")).toEqual([[zeroAddress, { blockHash }]]);
    expect(chain.requested("eth_feeHistory")[0]).toEqual(["0x1", "latest", []]);
    expect(chain.requested("eth_getBlockByNumber")[0]).toEqual(["latest", false]);
  });
});

describe("a chain that stops responding during the check", () => {
  it("is unreachable, not wrong", async () => {
    const chain = goodChain();
    chain.on("eth_getCode", () => {
      throw silent();
    });
    expect(await problemsOf(chain)).toEqual([
      { kind: "unreachable", message: `${CHAIN}: rpc 1 of 1 does not respond (eth_call)` },
    ]);
  });
});

describe("the RPC URLs", () => {
  type Changes = Parameters<MemoryChain["endpoint"]>[0];
  const away = async (): Promise<never> => {
    throw silent();
  };
  const found = (changes: readonly Changes[], config = GOOD) => {
    const chain = goodChain();
    const endpoints = changes.map((one, index) => chain.endpoint({ label: `rpc ${index + 1}`, ...one }));
    return checkChain(config, { ...chain.connection, endpoints }, []);
  };

  it("are unreachable if none responds, and then nothing else is known", async () => {
    const message = `${CHAIN}: rpc 1 of 1 does not respond (eth_call). Check the RPC URL and its network, or set RPC_URL_31337.`;
    expect(await found([{ chainNumber: away }])).toEqual([{ kind: "unreachable", message }]);
    expect(await found([{ chainNumber: away }, { headNumber: away }])).toHaveLength(2);
  });

  it("of which one serves another chain end the check before anything else is read", async () => {
    const chain = goodChain();
    const endpoints = [chain.endpoint(), chain.endpoint({ chainNumber: async () => 1 })];
    await checkChain(GOOD, { ...chain.connection, endpoints }, []);
    expect(chain.requested("eth_getCode")).toEqual([]);
    await checkChain(
      GOOD,
      { ...chain.connection, endpoints: [chain.endpoint(), chain.endpoint({ chainNumber: away })] },
      [],
    );
    expect(chain.requested("eth_getCode")).not.toEqual([]);
  });

  it("may be away if another responds", async () => {
    const message = "rpc 1 of 1 does not respond (eth_call). Using the other RPC URLs.";
    expect(await found([{}, { chainNumber: away }])).toEqual([warning(message)]);
  });

  it("must serve the chain", async () => {
    const message = "rpc 2 serves chain 1, expected 31337. Set an RPC URL of Memory chain, or correct caip2.";
    expect(await found([{}, { chainNumber: async () => 1 }])).toEqual([wrong(message)]);
  });

  it("should keep up with the others", async () => {
    const at = (number: number, timeS = NOW_S) => ({ headNumber: async () => number, blockTimeS: async () => timeS });
    expect(await found([at(100), at(95), at(105)])).toEqual([]);
    expect(await found([at(100), at(94), at(100)])).toEqual([
      warning("rpc 2 is 6 blocks behind the others. Using the others instead."),
    ]);
    expect(await found([at(100), at(106), at(100)])).toEqual([
      warning("rpc 2 is 6 blocks ahead of the others. Using the others instead."),
    ]);
    expect(await found([at(100), at(94, NOW_S - 61)])).toEqual([
      warning("rpc 2 is 6 blocks behind the others. Using the others instead."),
    ]);
    const silentTime = { headNumber: async () => 94, blockTimeS: away };
    expect(await found([at(100), silentTime])).toEqual([
      warning("rpc 1 is 6 blocks ahead of the others. Using the others instead."),
    ]);
  });

  it("of one provider are trusted with small payments only", async () => {
    const single = { ...GOOD, rpcUrls: ["https://a.example/1", "https://a.example/2"] };
    const what = "the only RPC provider is trusted with payments below 1000 USD. Larger ones are not offered.";
    const remedy = "Add an RPC URL of another provider, or raise secondSourceFrom.";
    expect(await found([{}], single)).toEqual([warning(`${what} ${remedy}`)]);
    expect(await found([{}], { ...single, secondSourceFrom: null })).toEqual([]);
  });

  it("are reported with their chain, head and time", async () => {
    const chain = goodChain();
    const endpoints = [chain.endpoint(), chain.endpoint({ label: "rpc 2", headNumber: away })];
    expect(await readEndpoints(GOOD, { ...chain.connection, endpoints })).toEqual([
      { label: "rpc 1 of 1", serves: { chainNumber: 31_337, head: 9, answeredInMs: expect.any(Number) }, failure: "" },
      { label: "rpc 2", serves: null, failure: `${CHAIN}: rpc 1 of 1 does not respond (eth_call).` },
    ]);
  });
});
