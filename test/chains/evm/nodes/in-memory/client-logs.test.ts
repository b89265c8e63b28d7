// The endpoint that is asked for logs, and the range of blocks that it is asked for.
import { describe, expect, it } from "vitest";
import { endpointFailureIn } from "../../../../../src/chains/evm/nodes/errors.ts";
import { blocksRequested } from "../../../../../src/chains/evm/nodes/log-range.ts";
import { CUT, connection, countOf, fakeNodes, NULL, node, nodeError, SILENT, settle } from "./fake-endpoints.ts";

fakeNodes();

describe("logs", () => {
  const logsOf = ({ client }: ReturnType<typeof connection>) =>
    client.request({ method: "eth_getLogs", params: [{ fromBlock: "0x1", toBlock: "0x64" }] });

  it("of too many blocks are asked of the endpoint that takes them, and no longer of the other", async () => {
    const a = node("a", () => nodeError(-32_005, "query returned more than 10000 results"));
    node("b", () => []);
    const chain = connection(2);
    expect(await logsOf(chain)).toEqual([]);
    expect(chain.sources.map(({ logRange }) => logRange.max())).toEqual([25, 500]);
    expect(await logsOf(chain)).toEqual([]);
    expect(countOf(a, "eth_getLogs")).toBe(1);
    expect(chain.logRangeMax()).toBe(500);
  });

  it("are limited by the endpoints in use", async () => {
    node("a", () => nodeError(-32_005, "block range too large"));
    const b = node("b", () => CUT);
    b.answer = () => CUT;
    const chain = connection(2);
    await expect(logsOf(chain)).rejects.toThrow();
    expect(chain.sources.map((source) => source.status())).toEqual(["ready", "resting"]);
    expect(chain.logRangeMax()).toBe(25);
    expect(countOf(b, "eth_getLogs")).toBe(0);
  });

  it("are asked of an endpoint only if it has the range's last block", async () => {
    const a = node("a", () => [{ of: "a" }]);
    const b = node("b", () => [{ of: "b" }]);
    const asked: unknown[] = [];
    a.answer = (method, params) => {
      if (method === "eth_getLogs") return [{ of: "a" }];
      if (method !== "eth_getBlockByNumber") return undefined;
      asked.push(params);
      return NULL;
    };
    const chain = connection(2);
    expect(await logsOf(chain)).toEqual([{ of: "b" }]);
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

  it("of fewer blocks are asked of an endpoint that drops the connection, and it does not rest", async () => {
    node("a", () => CUT);
    node("b", () => CUT);
    const chain = connection(2);
    await expect(logsOf(chain)).rejects.toThrow();
    expect(chain.logRangeMax()).toBe(25);
    expect(chain.sources.map((source) => source.status())).toEqual(["ready", "ready"]);
  });

  it("keep their range if the endpoint does not even tell its chain", async () => {
    node("a", () => CUT).answer = () => CUT;
    const chain = connection(1);
    await expect(logsOf(chain)).rejects.toThrow();
    expect(chain.logRangeMax()).toBe(500);
  });

  it("are not awaited for long if another endpoint takes the range, and a late failure changes nothing more", async () => {
    const a = node("a", () => SILENT);
    node("b", () => []);
    const chain = connection(2);
    const logs = logsOf(chain);
    await settle(1_500);
    expect(await logs).toEqual([]);
    expect(chain.sources.map(({ logRange }) => logRange.max())).toEqual([25, 500]);
    expect(await logsOf(chain)).toEqual([]);
    expect(countOf(a, "eth_getLogs")).toBe(1);
    await settle(12_000);
    expect(chain.sources.map((source) => source.status())).toEqual(["ready", "ready"]);
  });

  it("are awaited for 12 s if no other endpoint takes the range", async () => {
    const a = node("a", () => SILENT);
    const b = node("b", () => nodeError(-32_005, "limited to a 10 blocks range"));
    const chain = connection(2);
    b.answer = (method) => (method === "eth_getLogs" ? nodeError(-32_005, "limited to a 10 blocks range") : undefined);
    const first = logsOf(chain).catch(() => null);
    await settle(1_500);
    await first;
    let isOver = false;
    const again = chain.client
      .request({ method: "eth_getLogs", params: [{ fromBlock: "0x1", toBlock: "0x19" }] })
      .catch(() => null);
    void again.then(() => {
      isOver = true;
    });
    await settle(1_499);
    expect([isOver, countOf(a, "eth_getLogs")]).toEqual([false, 2]);
    await settle(20_000);
    expect(isOver).toBe(true);
  });

  it("that are no list are a failure", async () => {
    node("a", () => "0x");
    node("b", () => []);
    const chain = connection(2);
    expect(await logsOf(chain)).toEqual([]);
    expect(chain.sources.map(({ logRange }) => logRange.max())).toEqual([25, 500]);
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
