// Transfers to deposit addresses, as honest, limited and lying nodes show them.
import { type Address, encodeEventTopics, erc20Abi, type Hex, numberToHex, pad } from "viem";
import { describe, expect, it } from "vitest";
import { createReader } from "../../../../../src/chains/evm/read/reader.ts";
import type { Own } from "../../../../../src/operations/ports/chain/chain-reader.ts";
import { block, blockHash, chainOf, unavailable } from "../../in-memory/events.ts";
import { answered, CONFIG, hashOf, type MemoryChain, ROUTER, someone, USDC } from "../../in-memory/memory-chain.ts";

const MINE = someone("deposit address");
const SENDER = someone("exchange");

const transferLog = (changes: Readonly<Record<string, unknown>> = {}, to: Address = MINE, from: Address = SENDER) => ({
  address: USDC as Address,
  topics: encodeEventTopics({ abi: erc20Abi, eventName: "Transfer", args: { from, to } }) as Hex[],
  data: numberToHex(7n, { size: 32 }),
  blockNumber: numberToHex(5n),
  blockHash: blockHash(5n),
  transactionHash: hashOf("a transaction"),
  transactionIndex: "0x0",
  logIndex: "0x3",
  removed: false,
  ...changes,
});
type Log = ReturnType<typeof transferLog>;

interface Filter {
  readonly address: Address | readonly Address[];
  readonly topics: readonly [unknown, unknown?, (readonly Hex[])?];
}

/** A chain with these transfers, of which each request passes through `refuse`. */
function chainWith(logs: readonly Log[], refuse: (filter: Filter) => void = () => {}): MemoryChain {
  const chain = chainOf();
  chain.on("eth_getLogs", (filter: Filter) => {
    if (filter.address === ROUTER) return [];
    refuse(filter);
    const addresses = filter.topics[2];
    return logs.filter(({ topics }) => !addresses || addresses.includes(topics[2] as Hex));
  });
  return chain;
}

/** This installation's addresses. */
const owns = (addresses: readonly Address[]): Own => ({
  addresses: {
    list: async (most) => (addresses.length > most ? null : addresses),
    among: async (some) => new Set(some.filter((address) => addresses.includes(address))),
  },
});

const read = async (chain: MemoryChain, own = owns([MINE])) =>
  (await createReader(chain.connection, CONFIG).eventsIn(block(5n), own)).deposits;

const filters = (chain: MemoryChain): Filter[] =>
  chain
    .requested("eth_getLogs")
    .map(([filter]) => filter as Filter)
    .filter(({ address }) => address !== ROUTER);

const DEPOSIT = { token: USDC, sender: SENDER, address: MINE, amount: 7n, blockNumber: 5n, logIndex: 3 };
const others = (count: number) => Array.from({ length: count }, (_, i) => someone(`address ${i}`));

describe("deposits", () => {
  it("are found among all configured tokens by the address", async () => {
    const chain = chainWith([transferLog(), transferLog({ logIndex: "0x1" }, someone("somebody else"))]);
    expect(await read(chain)).toMatchObject([DEPOSIT]);
    expect(filters(chain)).toMatchObject([{ topics: [expect.any(String), null, [pad(MINE.toLowerCase() as Hex)]] }]);
    expect(filters(chain)[0]?.address).toContain(USDC);
  });

  it("are not asked for if no address is watched", async () => {
    const chain = chainWith([transferLog()]);
    expect(await read(chain, owns([]))).toEqual([]);
    expect(filters(chain)).toEqual([]);
  });

  it("of more addresses than a node takes are found among all transfers, by one request", async () => {
    const chain = chainWith([transferLog(), transferLog({ logIndex: "0x1" }, someone("somebody else"))]);
    expect(await read(chain, owns([...others(1_000), MINE]))).toMatchObject([DEPOSIT]);
    expect(filters(chain).map(({ topics }) => topics.length)).toEqual([1]);
  });

  it("of many addresses in a long range are asked for in lists that a node takes", async () => {
    const chain = chainWith([transferLog()]);
    const { deposits } = await createReader(chain.connection, CONFIG).eventsFrom(
      1n,
      300n,
      owns([...others(2_000), MINE]),
    );
    expect(deposits).toMatchObject([DEPOSIT]);
    expect(filters(chain).map(({ topics }) => topics[2]?.length)).toEqual([1_000, 1_000, 1]);
  });

  it("are read among all transfers if a node takes fewer addresses, which is remembered", async () => {
    const chain = chainWith([transferLog()], ({ topics }) => {
      if ((topics[2]?.length ?? 0) > 100) throw answered("exceed max topics", -32_602);
    });
    const reader = createReader(chain.connection, CONFIG);
    const own = owns([...others(400), MINE]);
    for (let i = 0; i < 2; i++) expect((await reader.eventsIn(block(5n), own)).deposits).toMatchObject([DEPOSIT]);
    expect(filters(chain).map(({ topics }) => topics[2]?.length)).toEqual([401, undefined, undefined]);
  });
});

describe("no deposits", () => {
  it.each<[string, Log]>([
    ["a transfer of nothing", transferLog({ data: numberToHex(0n, { size: 32 }) })],
    ["a transfer of the address to itself", transferLog({}, MINE, MINE)],
    [
      "a token of another standard, with one more topic",
      transferLog({ topics: [...transferLog().topics, pad("0x1")] }),
    ],
  ])("%s", async (_, log) => {
    expect(await read(chainWith([log]))).toEqual([]);
  });

  it.each<[string, Log, string]>([
    ["of a token that was not asked for", transferLog({ address: someone("token") }), "does not match the filter"],
    ["of another block", transferLog({ blockNumber: "0x6" }), "does not match the filter"],
    ["of another branch", transferLog({ blockHash: hashOf("branch") }), "is in another block"],
    ["that was removed", transferLog({ removed: true }), "is not in a block"],
  ])("a transfer %s is a fault of the node", async (_, log, reason) => {
    await expect(read(chainWith([log]))).rejects.toThrow(unavailable(`the event ${reason}`));
  });

  it.each<[string, Log]>([
    ["another event", transferLog({ topics: [hashOf("event"), ...transferLog().topics.slice(1)] })],
    ["a transfer without an amount", transferLog({ data: "0x" })],
  ])("%s is a fault of the node", async (_, log) => {
    await expect(
      read(chainWith([{ ...log, topics: [log.topics[0], log.topics[1], pad(MINE.toLowerCase() as Hex)] as Hex[] }])),
    ).rejects.toThrow(/invalid response/);
  });
});
