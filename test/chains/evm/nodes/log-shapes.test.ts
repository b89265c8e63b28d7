// The many ways in which a node or a proxy fails at a range of logs that is too much for it. Fewer blocks are asked for
// after each of them, and every event is found.
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { blocksRequested } from "../../../../src/chains/evm/nodes/log-range.ts";
import type { Block } from "../../../../src/operations/ports/chain/chain-reader.ts";
import { termsHash } from "../../../../src/payment/terms.ts";
import { type Fault, startRpcProxy } from "../../../harness/chain/rpc-proxy.ts";
import { authorize, chainThrough, type Fixture, fundedBuyer, openFixture, optionFor, relay } from "../fixture.ts";

let fixture: Fixture;
let start: Block;
let head: Block;
let paid: string[];
beforeAll(async () => {
  fixture = await openFixture();
  const buyer = await fundedBuyer(fixture);
  start = await fixture.chain.reader.head();
  paid = [];
  for (let payment = 0; payment < 2; payment += 1) {
    const authorization = await authorize(fixture, buyer);
    await relay(fixture, [authorization]);
    paid.push(termsHash(authorization.option.terms));
    await fixture.node.mine({ blocks: 60 });
  }
  head = await fixture.chain.reader.head();
  return fixture.close;
});

const MOST = 10;

const http = (status: number, body: string): Fault => ({ type: "http", status, body });
const error = (code: number, message: string): Fault => ({ type: "error", code, message });
const SHAPES: readonly [string, Fault][] = [
  ["a JSON-RPC error", error(-32_005, "query returned more than 10000 results")],
  ["an error whose words mean something else", error(-32_000, "execution reverted: nonce too low")],
  ["an error with the text as the error, with 400", http(400, '{"error":"block range is too wide"}')],
  ["an error with a message only, with 400", http(400, '{"message":"range exceeds the limit of your plan"}')],
  ["an error with the code as text, with 400", http(400, '{"error":{"code":"-32005","message":"too wide"}}')],
  ["an error without a message", http(200, '{"jsonrpc":"2.0","id":1,"error":{"code":-32005}}')],
  ["a list of errors", http(200, '[{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"too wide"}}]')],
  ["a result of null", { type: "result", result: null }],
  ["a result that is no list", { type: "result", result: { logs: [] } }],
  ["a list of something else", { type: "result", result: [null] }],
  ["plain text with 200", http(200, "Too many logs")],
  ["nothing with 200", http(200, "")],
  ["half an answer with 200", http(200, '{"jsonrpc":"2.0","id":1,"result":[{"address":"0x')],
  ["a proxy's page with 413", http(413, "<html>413 Request Entity Too Large</html>")],
  ["a proxy's page with 503", http(503, "<html>503 Service Unavailable</html>")],
  ["a proxy's page with 504", http(504, "<html>504 Gateway Time-out</html>")],
  ["Cloudflare's page with 524", http(524, "<html>A timeout occurred</html>")],
  ["a redirect", http(302, "")],
  ["a refusal with 403", http(403, '{"message":"upgrade your plan"}')],
  ["a dropped connection", { type: "hang_up" }],
  ["a connection that breaks in the answer", { type: "cut" }],
  ["too large an answer", http(200, `{"jsonrpc":"2.0","id":1,"result":[]}${" ".repeat(11 * 2 ** 20)}`)],
];

/** The chain through this many nodes, of which the first `limited` fail at ranges of more than 10 blocks. */
async function through(nodes: number, limited: number, fault: Fault) {
  const proxies = await Promise.all(Array.from({ length: nodes }, () => startRpcProxy(fixture.rpcUrl)));
  onTestFinished(async () => void (await Promise.all(proxies.map((proxy) => proxy.close()))));
  for (const proxy of proxies.slice(0, limited)) {
    proxy.misbehave(({ method, params }) => ((blocksRequested(method, params) ?? 0) > MOST ? fault : null));
  }
  const ranges = (index: number) =>
    (proxies[index]?.requests() ?? []).flatMap(({ method, params }) => blocksRequested(method, params) ?? []);
  return { chain: chainThrough(fixture, ...proxies.map(({ url }) => url)), proxies, ranges };
}

/** Reads to the head, as a search, a catch-up and `rebuild` do. */
async function paidThrough({ chain }: Awaited<ReturnType<typeof through>>): Promise<string[]> {
  const found: string[] = [];
  for (let from = start.number; from <= head.number; ) {
    const { events, to } = await chain.reader.paidEventsFrom(from, head.number);
    found.push(...events.map((event) => event.termsHash));
    from = to + 1n;
  }
  return found;
}

describe("a range of logs is narrowed after", () => {
  it.each(SHAPES)("%s", async (_, fault) => {
    const node = await through(1, 1, fault);
    expect(await paidThrough(node)).toEqual(paid);
    expect(node.ranges(0).filter((blocks) => blocks > MOST).length).toBeLessThan(5);
  });

  it("silence, which costs a timeout only a few times", { timeout: 120_000 }, async () => {
    const node = await through(1, 1, { type: "silence" });
    expect(await paidThrough(node)).toEqual(paid);
    expect(node.ranges(0).filter((blocks) => blocks > MOST).length).toBeLessThan(5);
  });

  it.each(SHAPES.slice(-6))("%s, while cancellations are searched", async (_, fault) => {
    const { chain } = await through(1, 1, fault);
    const option = optionFor(fixture, (await fundedBuyer(fixture)).address);
    expect(await chain.reader.cancellations(option, { from: start.number, to: head.number })).toEqual([]);
  });

  it("a failure of any shape at two nodes, which are both still used", async () => {
    const nodes = await through(2, 2, { type: "cut" });
    expect(await paidThrough(nodes)).toEqual(paid);
    expect(await nodes.chain.endpoints()).toHaveLength(2);
  });
});

describe("a node that is silent about ranges, beside one that is not", () => {
  it("costs one short wait, and stays in use for everything else", async () => {
    const nodes = await through(2, 1, { type: "silence" });
    expect(await paidThrough(nodes)).toEqual(paid);
    expect(nodes.ranges(0)).toHaveLength(1);
    nodes.proxies[0]?.forget();
    await nodes.chain.reader.head();
    expect(nodes.proxies[0]?.methods()).toContain("eth_getBlockByNumber");
  });
});

describe("only the failure of a single block is an outage", () => {
  it("and it names the node's reason", async () => {
    const node = await through(1, 0, { type: "silence" });
    node.proxies[0]?.misbehave(({ method }) =>
      method === "eth_getLogs" ? { type: "http", status: 503, body: "<html></html>" } : null,
    );
    await expect(paidThrough(node)).rejects.toThrow("rpc 1 of 1 responded with HTTP status 503 (eth_getLogs)");
    node.proxies[0]?.misbehave(() => null);
    expect(await paidThrough(node)).toEqual(paid);
  });
});

describe("a check", () => {
  it("finds the largest range that each node returns, and the reason", async () => {
    const nodes = await through(2, 1, { type: "hang_up" });
    const wanted = Math.min(500, Number((await fixture.chain.reader.head()).number) + 1);
    expect(await nodes.chain.logRanges()).toEqual([
      { label: "rpc 1 of 2", wanted, served: expect.any(Number), failure: "rpc 1 of 2 does not respond (eth_getLogs)" },
      { label: "rpc 2 of 2", wanted, served: wanted, failure: null },
    ]);
    const [report] = await nodes.chain.logRanges();
    expect(report?.served).toBeGreaterThan(MOST / 4);
    expect(report?.served).toBeLessThanOrEqual(MOST);
  });
});
