// The events of many blocks at once, of one router or of several.
import { type Hex, numberToHex } from "viem";
import { describe, expect, it } from "vitest";
import { paymentRouterAbi } from "../../../../../src/chains/evm/abi/payment-router.ts";
import { ChainUnavailableError } from "../../../../../src/chains/evm/nodes/errors.ts";
import { multiRouterReader } from "../../../../../src/chains/evm/read/multi-router-reader.ts";
import { createReader } from "../../../../../src/chains/evm/read/reader.ts";
import { PAID_TOPIC, RECOVERED_TOPIC } from "../../../../../src/chains/evm/router/paid-event.ts";
import { block, blockHash, chainOf, paidLog, unavailable } from "../../in-memory/events.ts";
import { answered, CONFIG, type MemoryChain, ROUTER, silent, someone } from "../../in-memory/memory-chain.ts";

describe("the events of a range", () => {
  const logs = [6n, 3n, 5n].map((number) => paidLog({ block: number }));
  const numbers = (events: readonly { readonly blockNumber: bigint }[]) => events.map(({ blockNumber }) => blockNumber);

  it("are in chain order, to the end of the range, with the newest state", async () => {
    const chain = chainOf([...logs, paidLog({ block: 3n, index: 4 }), paidLog({ block: 3n, index: 2 })]);
    const { events, to } = await createReader(chain.connection, CONFIG).paidEventsFrom(3n, 8n);
    expect(events.map(({ blockNumber, logIndex }) => [blockNumber, logIndex])).toEqual([
      [3n, 0],
      [3n, 2],
      [3n, 4],
      [5n, 0],
      [6n, 0],
    ]);
    expect(to).toBe(8n);
    expect(chain.requested("eth_getLogs")).toEqual([
      [{ address: ROUTER, topics: [[PAID_TOPIC, RECOVERED_TOPIC]], fromBlock: "0x3", toBlock: "0x8" }],
    ]);
    expect(chain.requested("eth_call")[0]?.[1]).toBe("latest");
  });

  it("end earlier if the endpoints return fewer blocks", async () => {
    const chain = chainOf(logs, { logRangeMax: () => 3 });
    const { events, to } = await createReader(chain.connection, CONFIG).paidEventsFrom(3n, 8n);
    expect([numbers(events), to]).toEqual([[3n, 5n], 5n]);
  });

  it("are read by hash if the range is one block, or the endpoints return only one", async () => {
    const chain = chainOf(logs, { logRangeMax: () => 1 });
    const reader = createReader(chain.connection, CONFIG);
    expect(await reader.paidEventsFrom(5n, 8n)).toMatchObject({ events: [{ blockNumber: 5n }], to: 5n });
    const wide = createReader(chainOf(logs).connection, CONFIG);
    expect(await wide.paidEventsFrom(5n, 5n)).toMatchObject({ events: [{ blockNumber: 5n }], to: 5n });
    expect(chain.requested("eth_getLogs")).toEqual([
      [{ address: ROUTER, topics: [[PAID_TOPIC, RECOVERED_TOPIC]], blockHash: blockHash(5n) }],
    ]);
  });

  it.each<[string, () => unknown]>([
    ["refuses the larger one", () => answered("query returned more than 10000 results", -32_005)],
    ["is silent", () => silent()],
    ["sends a shape that cannot be read", () => new TypeError("cannot read properties of undefined")],
  ])("are asked for again in a smaller range if an endpoint %s", async (_, failure) => {
    const chain = chainOf(logs);
    const ranges: string[] = [];
    chain.on("eth_getLogs", ({ fromBlock, toBlock }: { fromBlock: Hex; toBlock: Hex }) => {
      ranges.push(`${BigInt(fromBlock)}-${BigInt(toBlock)}`);
      if (BigInt(toBlock) - BigInt(fromBlock) < 2n) return [];
      throw failure();
    });
    const reader = createReader(chain.connection, CONFIG);
    expect(await reader.paidEventsFrom(3n, 10n)).toEqual({ events: [], to: 4n });
    expect(ranges).toEqual(["3-10", "3-4"]);
    chain.on("eth_getLogs", () => {
      throw failure();
    });
    await expect(reader.paidEventsFrom(3n, 4n)).rejects.toThrow(ChainUnavailableError);
  });

  it("outside of it are a fault of the node", async () => {
    const chain = chainOf();
    for (const stray of [2n, 9n]) {
      chain.on("eth_getLogs", () => [paidLog({ block: stray })]);
      const events = createReader(chain.connection, CONFIG).paidEventsFrom(3n, 8n);
      await expect(events).rejects.toThrow(unavailable("the event does not match the filter"));
    }
  });
});

describe("with earlier routers", () => {
  const EARLIER = someone("earlier router");
  const merged = [
    paidLog({ block: 4n, index: 9 }),
    paidLog({ block: 4n, index: 1, address: EARLIER }, { method: 2 }),
    paidLog({ block: 6n, address: EARLIER }),
  ];

  function readerOf(chain: MemoryChain) {
    chain.contract(EARLIER, paymentRouterAbi, "paid", () => true);
    return multiRouterReader(chain.connection, CONFIG, [EARLIER, ROUTER]);
  }

  it("events of all of them are merged in chain order", async () => {
    const chain = chainOf(merged);
    const reader = readerOf(chain);
    expect((await reader.paidEventsIn(block(4n))).map(({ logIndex }) => logIndex)).toEqual([1, 9]);
    expect(chain.requested("eth_getLogs")).toHaveLength(2);
    const { events, to } = await reader.paidEventsFrom(3n, 8n);
    expect(events.map(({ blockNumber, logIndex }) => [blockNumber, logIndex])).toEqual([
      [4n, 1],
      [4n, 9],
      [6n, 0],
    ]);
    expect(to).toBe(8n);
    expect(await reader.head()).toEqual(block(9n));
  });

  it("a range ends where the shortest of their ranges ends", async () => {
    const chain = chainOf(merged);
    const reader = readerOf(chain);
    chain.on("eth_getLogs", ({ address, fromBlock, toBlock }: { address: Hex; fromBlock: Hex; toBlock: Hex }) => {
      if (address !== EARLIER) return merged.filter((log) => log.address === ROUTER);
      if (BigInt(toBlock) - BigInt(fromBlock) < 3n)
        return merged.filter((log) => log.blockNumber === numberToHex(4n) && log.address === EARLIER);
      throw answered("too many blocks", -32_005);
    });
    const { events, to } = await reader.paidEventsFrom(3n, 14n);
    expect(to).toBe(5n);
    expect(events.map(({ blockNumber }) => blockNumber)).toEqual([4n, 4n]);
  });
});
