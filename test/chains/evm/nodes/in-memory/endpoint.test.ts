// One RPC URL: its responses, its failures, and the secrets that its errors never reveal.
import { Agent } from "undici";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Endpoint, openEndpoint } from "../../../../../src/chains/evm/nodes/endpoint.ts";
import {
  ChainUnavailableError,
  EndpointFailure,
  endpointFailureIn,
  isExecutionFailure,
  unavailable,
  withChainErrors,
} from "../../../../../src/chains/evm/nodes/errors.ts";
import { dispatchTo, type NodeRequest } from "../../../../harness/chain/fake-nodes.ts";
import { CHAIN, silent } from "../../in-memory/memory-chain.ts";

const SECRET = "k3y-0123456789abcdef";
const PARAMETER = "fedcba98";
const URL_WITH_KEY = `https://user-name:password1@node.example/v2/${SECRET}?token=${PARAMETER}&a=b`;

afterEach(() => {
  vi.restoreAllMocks();
});

/** Answers the requests of all endpoints. */
const answering = (answer: (request: NodeRequest) => Promise<Response>) =>
  vi.spyOn(Agent.prototype, "dispatch").mockImplementation(dispatchTo(answer));

/** An endpoint whose server responds to every request with this. */
function responding(body: unknown, status = 200): Endpoint {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  answering(async () => new Response(text, { status }));
  return openEndpoint(URL_WITH_KEY, "rpc 1 of 2");
}
const result = (value: unknown) => ({ jsonrpc: "2.0", id: 1, result: value });
const rpcError = (code: number, message: string) => ({ jsonrpc: "2.0", id: 1, error: { code, message } });
const asked = (endpoint: Endpoint) => endpoint.request("eth_call", []);

describe("an endpoint", () => {
  it("is named without its host, and known by it", () => {
    expect(responding(result(1))).toMatchObject({ label: "rpc 1 of 2", host: "node.example" });
  });

  it("returns the result, which may be null", async () => {
    expect(await asked(responding(result({ a: 1 })))).toEqual({ a: 1 });
    expect(await asked(responding(result(null)))).toBeNull();
    expect(await asked(responding({ ...result(5), error: null }))).toBe(5);
    expect(await asked(responding(result(6), 299))).toBe(6);
  });

  it("numbers its requests, and reports how each ended", async () => {
    const posted = vi.fn(async (_: NodeRequest) => Response.json(result("0x1")));
    answering(posted);
    const calls: unknown[] = [];
    const endpoint = openEndpoint(URL_WITH_KEY, "rpc 1 of 2", (...call) => calls.push(call));
    await endpoint.request("eth_chainId", []);
    posted.mockResolvedValueOnce(Response.json(rpcError(-32_603, "broken")));
    await endpoint.request("eth_call", []).catch(() => {});
    posted.mockResolvedValueOnce(new Response("", { status: 502 }));
    await endpoint.request("eth_getCode", []).catch(() => {});
    expect(calls).toEqual([
      ["ok", expect.any(Number), "eth_chainId"],
      ["refused", expect.any(Number), "eth_call"],
      ["failed", expect.any(Number), "eth_getCode"],
    ]);
    const sent = posted.mock.calls.map(([request]) => JSON.parse(request.body) as object);
    expect(sent).toMatchObject([1, 2, 3].map((id) => ({ jsonrpc: "2.0", id })));
  });

  it("sends one request, without retries", async () => {
    const posted = vi.fn(async (_: NodeRequest) => Response.json(rpcError(-32_603, "broken")));
    answering(posted);
    const endpoint = openEndpoint(URL_WITH_KEY, "rpc 1 of 2");
    await expect(endpoint.request("eth_chainId", ["0x1"])).rejects.toThrow(EndpointFailure);
    expect(posted).toHaveBeenCalledTimes(1);
    expect(JSON.parse(posted.mock.calls[0]?.[0].body ?? "")).toMatchObject({
      method: "eth_chainId",
      params: ["0x1"],
    });
  });

  const ANSWER = { code: 3, message: "execution reverted" };

  it.each<[string, unknown, number, string, { code: number; message: string } | null]>([
    ["an error", rpcError(3, "execution reverted"), 200, 'answered "execution reverted" (3)', ANSWER],
    ["an error as HTTP 400", rpcError(3, "execution reverted"), 400, 'answered "execution reverted" (3)', ANSWER],
    ["an error as HTTP 413", rpcError(3, "execution reverted"), 413, 'answered "execution reverted" (3)', ANSWER],
    ["HTTP 400 without an error", "{}", 400, "responded with HTTP status 400", null],
    ["HTTP 400 with a code alone", { error: { code: 3 } }, 400, "responded with HTTP status 400", null],
    ["HTTP 400 with a message alone", { error: { message: "no" } }, 400, "responded with HTTP status 400", null],
    ["HTTP 400 with a page", "<html>", 400, "responded with HTTP status 400", null],
    ["an error as HTTP 500", rpcError(3, "execution reverted"), 500, 'answered "execution reverted" (3)', ANSWER],
    ["HTTP 429", "slow down", 429, "responded with HTTP status 429", null],
    ["a page", "<html>", 200, "returned something that is not JSON", null],
    ["no result", { jsonrpc: "2.0", id: 1 }, 200, "returned no result", null],
    ["null", "null", 200, "returned no result", null],
    ["a redirect", "{}", 300, "responded with HTTP status 300", null],
    ["an error as text", { result: null, error: "busy" }, 200, 'answered "busy" (0)', { code: 0, message: "busy" }],
    [
      "an error whose code is a text",
      { result: null, error: { code: "3", message: "execution reverted" } },
      200,
      'answered "execution reverted" (3)',
      ANSWER,
    ],
    ["an error without a message", { result: null, error: { code: 3 } }, 200, "returned an unreadable error", null],
    ["an error as text and HTTP 400", { error: "busy" }, 400, "responded with HTTP status 400", null],
  ])("that responds with %s fails", async (_fault, body, status, reason, answer) => {
    await expect(asked(responding(body, status))).rejects.toMatchObject({
      name: "EndpointFailure",
      message: `rpc 1 of 2 ${reason} (eth_call)`,
      endpoint: "rpc 1 of 2",
      method: "eth_call",
      answer,
    });
  });

  it("that cannot be reached, or is silent for five seconds, fails", async () => {
    answering(() => Promise.reject(new TypeError("connection refused")));
    await expect(asked(openEndpoint(URL_WITH_KEY, "rpc 1 of 1"))).rejects.toThrow(
      "rpc 1 of 1 does not respond (eth_call)",
    );
    vi.restoreAllMocks();
    answering(() => new Promise(() => {}));
    vi.useFakeTimers();
    const silent = asked(openEndpoint(URL_WITH_KEY, "rpc 1 of 1"));
    const failed = expect(silent).rejects.toThrow("rpc 1 of 1 did not respond within 5000 ms (eth_call)");
    await vi.advanceTimersByTimeAsync(5_000);
    await failed;
    vi.useRealTimers();
  });

  it.each([
    ["the URL", URL_WITH_KEY, "[…]"],
    ["the host", "node.example is down", "[…] is down"],
    ["the user", "user-name is unknown", "[…] is unknown"],
    ["the password", "password1 is wrong", "[…] is wrong"],
    ["a part of the path", `key ${SECRET} is broken`, "key […] is broken"],
    ["a parameter", `key ${PARAMETER}x`, "key […]x"],
    ["an account", `no balance of 0x${"aB".repeat(20)}.`, "no balance of 0x[…]."],
  ])("hides %s in the node's words", async (_secret, message, shown) => {
    await expect(asked(responding(rpcError(1, message)))).rejects.toMatchObject({ answer: { message: shown } });
    await expect(asked(responding(rpcError(1, message), 400))).rejects.toMatchObject({
      answer: { message: shown },
    });
  });

  it("keeps short words and numbers of the node's words, and the first 300 characters", async () => {
    const message = "method v2 at 0x12345678abcdef0 with a=b";
    await expect(asked(responding(rpcError(1, message)))).rejects.toMatchObject({ answer: { message } });
    await expect(asked(responding(rpcError(1, "x".repeat(301))))).rejects.toMatchObject({
      answer: { message: "x".repeat(300) },
    });
  });

  it("reads its chain id, its newest block and a block's time", async () => {
    expect(await responding(result("0x7a69")).chainNumber()).toBe(31_337);
    expect(await responding(result("0xA")).headNumber()).toBe(10);
    const posted = vi.fn(async (_: NodeRequest) => Response.json(result({ timestamp: `0x${"f".repeat(13)}` })));
    answering(posted);
    expect(await openEndpoint(URL_WITH_KEY, "rpc 1 of 2").blockTimeS(255)).toBe(2 ** 52 - 1);
    expect(JSON.parse(posted.mock.calls[0]?.[0].body ?? "")).toMatchObject({
      method: "eth_getBlockByNumber",
      params: ["0xff", false],
    });
  });

  it.each([null, 5, "0x", "5", "0xzz", " 0x5", "0x5 ", `0x${"1".repeat(14)}`])(
    "does not take %j for a number",
    async (value) => {
      const name = "rpc 1 of 2 returned no";
      await expect(responding(result(value)).chainNumber()).rejects.toThrow(`${name} chain id (eth_chainId)`);
      await expect(responding(result(value)).headNumber()).rejects.toThrow(`${name} block number (eth_blockNumber)`);
      const block = responding(result({ timestamp: value }));
      await expect(block.blockTimeS(1)).rejects.toThrow(`${name} block time (eth_getBlockByNumber)`);
    },
  );

  it("has no time of a block that it does not have", async () => {
    await expect(responding(result(null)).blockTimeS(1)).rejects.toThrow("returned no block time");
  });
});

describe("errors of a chain", () => {
  it("are found among the causes", () => {
    const failure = silent();
    expect(endpointFailureIn(failure)).toBe(failure);
    expect(endpointFailureIn(new Error("a", { cause: new Error("b", { cause: failure }) }))).toBe(failure);
    for (const other of [new Error("a"), "text", null, undefined]) expect(endpointFailureIn(other)).toBeNull();
  });

  it("name the chain and the reason", async () => {
    const own = new ChainUnavailableError(CHAIN, "is away");
    expect(own).toMatchObject({ name: "ChainUnavailableError", subject: CHAIN, message: `${CHAIN}: is away` });
    expect(unavailable("eip155:1", own)).toBe(own);
    expect(unavailable(CHAIN, silent()).message).toBe(`${CHAIN}: rpc 1 of 1 does not respond (eth_call)`);
    expect(unavailable(CHAIN, new TypeError("no block")).message).toBe(`${CHAIN}: invalid response: no block`);
    expect(unavailable(CHAIN, "text").message).toBe(`${CHAIN}: invalid response: unknown`);
    expect(await withChainErrors(CHAIN, async () => 5)).toBe(5);
    await expect(withChainErrors(CHAIN, () => Promise.reject(silent()))).rejects.toThrow(ChainUnavailableError);
  });

  it.each([
    ["execution reverted", 3, true],
    ["execution reverted", -32_000, true],
    ["something", 3, true],
    ["out of gas", -32_000, true],
    ["gas required exceeds allowance", -32_000, true],
    ["invalid opcode: INVALID", -32_000, true],
    ["VM execution error.", -32_015, true],
    ["EVM error: StackUnderflow", -32_603, true],
    ["header not found", -32_000, false],
    ["rate limit", -32_005, false],
  ])("%s (%i) is a failed execution: %s", (message, code, isFailed) => {
    expect(isExecutionFailure({ code, message })).toBe(isFailed);
  });
});
