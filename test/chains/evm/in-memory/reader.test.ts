// The watcher's reads: each response must match its request, or the chain counts as unavailable.
import { type Hex, numberToHex, parseAbi } from "viem";
import { describe, expect, it } from "vitest";
import { paymentRouterAbi } from "../../../../src/chains/evm/abi/payment-router.ts";
import type { Connection } from "../../../../src/chains/evm/client.ts";
import { ChainUnavailableError } from "../../../../src/chains/evm/errors.ts";
import { multiRouterReader } from "../../../../src/chains/evm/multi-router-reader.ts";
import { PAID_TOPIC } from "../../../../src/chains/evm/paid-event.ts";
import { createReader } from "../../../../src/chains/evm/reader.ts";
import { permit2Nonce } from "../../../../src/chains/evm/used.ts";
import type { Method } from "../../../../src/money/asset.ts";
import { termsHash } from "../../../../src/payment/terms.ts";
import { blockHash, paidLog, rpcBlock } from "./events.ts";
import {
  answered,
  BUYER,
  CHAIN,
  COIN,
  CONFIG,
  EURC,
  FEE_RECEIVER,
  hashOf,
  MERCHANT,
  type MemoryChain,
  memoryChain,
  optionBy,
  PERMIT2,
  Revert,
  ROUTER,
  silent,
  someone,
  USDC,
} from "./memory-chain.ts";

const EIP3009 = parseAbi(["function authorizationState(address authorizer, bytes32 nonce) view returns (bool)"]);
const NONCES = parseAbi(["function nonceBitmap(address owner, uint256 word) view returns (uint256)"]);

/** A chain up to block 9 whose state confirms every payment. */
function chainOf(logs: readonly ReturnType<typeof paidLog>[] = [], changes: Partial<Connection> = {}): MemoryChain {
  const chain = memoryChain(changes);
  chain.on("eth_getBlockByNumber", (tag: Hex | "latest") => {
    const number = tag === "latest" ? 9n : BigInt(tag);
    return number > 9n ? null : rpcBlock(number);
  });
  chain.on("eth_getLogs", (filter: { blockHash?: Hex; fromBlock?: Hex; toBlock?: Hex; address: Hex }) =>
    logs.filter(({ blockNumber, blockHash, address }) => {
      if (address !== filter.address) return false;
      if (filter.blockHash !== undefined) return blockHash === filter.blockHash;
      return BigInt(blockNumber) >= BigInt(filter.fromBlock ?? 0) && BigInt(blockNumber) <= BigInt(filter.toBlock ?? 0);
    }),
  );
  chain.contract(ROUTER, paymentRouterAbi, "paid", () => true);
  return chain;
}

const block = (number: bigint) => ({
  number,
  hash: blockHash(number),
  parentHash: blockHash(number - 1n),
  timeS: 1_000_000 + Number(number),
});

const unavailable = (reason: string) => new ChainUnavailableError(CHAIN, `invalid response: ${reason}`);

describe("a block", () => {
  const reader = createReader(chainOf().connection, CONFIG);

  it("has its number, hashes and time", async () => {
    expect(await reader.head()).toEqual(block(9n));
    expect(await reader.block(4n)).toEqual(block(4n));
  });

  it("is null if the chain does not have it", async () => {
    expect(await reader.block(10n)).toBeNull();
  });

  it.each([
    ["no number", { number: null }],
    ["no hash", { hash: null }],
    ["a short hash", { hash: "0x1234" }],
    ["a long hash", { hash: `${blockHash(9n)}00` }],
    ["a hash with other digits", { hash: `0x${"g".repeat(64)}` }],
    ["a hash after other text", { hash: `x${blockHash(9n)}` }],
    ["no parent", { parentHash: null }],
  ])("with %s is a fault of the node", async (_fault, changes) => {
    const chain = chainOf();
    chain.on("eth_getBlockByNumber", () => rpcBlock(9n, changes));
    const faulty = createReader(chain.connection, CONFIG);
    await expect(faulty.head()).rejects.toThrow(unavailable("the block lacks a number, time or hash"));
    await expect(faulty.block(9n)).rejects.toThrow(ChainUnavailableError);
  });

  it("that the node fails to read is not missing", async () => {
    const chain = chainOf();
    chain.on("eth_getBlockByNumber", () => {
      throw silent();
    });
    await expect(createReader(chain.connection, CONFIG).block(1n)).rejects.toThrow(ChainUnavailableError);
  });
});

describe("the events of one block", () => {
  it("are read by the block's hash, with every term", async () => {
    const chain = chainOf([paidLog({ block: 5n, index: 3 })]);
    expect(await createReader(chain.connection, CONFIG).paidEventsIn(block(5n))).toEqual([
      {
        txHash: hashOf("transaction 5 3"),
        logIndex: 3,
        blockNumber: 5n,
        blockHash: blockHash(5n),
        paymentKey: hashOf("payment"),
        termsHash: termsHash(optionBy("eip3009").terms),
        asset: `${CHAIN}/erc20:${USDC}`,
        token: USDC,
        payer: BUYER,
        amount: 1_000_000n,
        destination: MERCHANT,
        fee: 4_000n,
        feeReceiver: FEE_RECEIVER,
        deadlineS: 2_000_000_000n,
        method: "eip3009",
      },
    ]);
    expect(chain.requested("eth_getLogs")).toEqual([
      [{ address: ROUTER, topics: [PAID_TOPIC], blockHash: blockHash(5n) }],
    ]);
  });

  it.each([
    [0, "eip3009"],
    [1, "permit2"],
    [2, "pay"],
  ])("have the method %i: %s", async (method, name) => {
    const { connection } = chainOf([paidLog({ block: 5n }, { method })]);
    expect(await createReader(connection, CONFIG).paidEventsIn(block(5n))).toMatchObject([{ method: name }]);
  });

  it("are in the block's order, and none without a payment", async () => {
    const { connection } = chainOf([7, 2, 11].map((index) => paidLog({ block: 5n, index })));
    const reader = createReader(connection, CONFIG);
    expect((await reader.paidEventsIn(block(5n))).map(({ logIndex }) => logIndex)).toEqual([2, 7, 11]);
    expect(await reader.paidEventsIn(block(6n))).toEqual([]);
  });

  it.each<[string, Parameters<typeof paidLog>[0], number, string]>([
    ["without a block", { block: 5n, blockNumber: null }, 0, "the event is not in a block"],
    ["without a block's hash", { block: 5n, blockHash: null }, 0, "the event is not in a block"],
    ["without a transaction", { block: 5n, transactionHash: "0x12" }, 0, "the event is not in a block"],
    ["without a position", { block: 5n, logIndex: null }, 0, "the event is not in a block"],
    ["that was removed", { block: 5n, removed: true }, 0, "the event is not in a block"],
    ["of another contract", { block: 5n, address: USDC }, 0, "the event does not match the filter"],
    ["of an earlier block", { block: 4n }, 0, "the event does not match the filter"],
    ["of a later block", { block: 6n }, 0, "the event does not match the filter"],
    ["of another branch", { block: 5n, blockHash: blockHash(6n) }, 0, "the event is in another block"],
    ["of an unknown method", { block: 5n }, 3, "the event has the unknown method 3"],
  ])("%s are a fault of the node", async (_fault, place, method, reason) => {
    const chain = chainOf();
    chain.on("eth_getLogs", () => [paidLog(place, { method })]);
    const events = createReader(chain.connection, CONFIG).paidEventsIn(block(5n));
    await expect(events).rejects.toThrow(unavailable(reason));
  });

  it("are a fault of the node if they are no list", async () => {
    const chain = chainOf();
    chain.on("eth_getLogs", () => null);
    const events = createReader(chain.connection, CONFIG).paidEventsIn(block(5n));
    await expect(events).rejects.toThrow(unavailable("eth_getLogs did not return a list"));
  });

  it("are reduced to the payments of this installation, each key asked for once", async () => {
    const own = hashOf("own");
    const logs = [own, hashOf("foreign"), own].map((key, index) => paidLog({ block: 5n, index }, { key }));
    const asked: (readonly Hex[])[] = [];
    const events = await createReader(chainOf(logs).connection, CONFIG).paidEventsIn(block(5n), async (keys) => {
      asked.push(keys);
      return new Set([own]);
    });
    expect(events.map(({ logIndex }) => logIndex)).toEqual([0, 2]);
    expect(asked).toEqual([[own, hashOf("foreign")]]);
  });

  it("of an empty block ask for no keys and no state", async () => {
    const chain = chainOf();
    const ownOf = () => Promise.reject(new Error("asked"));
    expect(await createReader(chain.connection, CONFIG).paidEventsIn(block(5n), ownOf)).toEqual([]);
    expect(chain.requested("eth_call")).toEqual([]);
  });
});

describe("the state confirms an event", () => {
  const HASH = termsHash(optionBy("eip3009").terms);
  const { word, bit } = permit2Nonce(HASH);
  const read = (chain: MemoryChain) => createReader(chain.connection, CONFIG).paidEventsIn(block(5n));

  function stateOf(router: boolean, token: boolean, nonces: bigint, log = paidLog({ block: 5n })): MemoryChain {
    const chain = chainOf([log]);
    chain.contract(ROUTER, paymentRouterAbi, "paid", (hash: Hex) => router && hash === HASH);
    chain.contract(
      USDC,
      EIP3009,
      "authorizationState",
      (payer: Hex, nonce: Hex) => token && payer + nonce === BUYER + HASH,
    );
    chain.contract(PERMIT2, NONCES, "nonceBitmap", (payer: Hex, at: bigint) =>
      payer === BUYER && at === word ? nonces : 0n,
    );
    return chain;
  }

  it.each([
    ["the router's mark", true, false, 0n],
    ["the token's nonce", false, true, 0n],
    ["Permit2's nonce", false, false, 1n << bit],
  ])("by %s alone, at the event's block", async (_trace, router, token, nonces) => {
    const chain = stateOf(router, token, nonces);
    expect(await read(chain)).toHaveLength(1);
    expect(chain.requested("eth_call")[0]?.[1]).toEqual({ blockHash: blockHash(5n) });
  });

  const UNCONFIRMED = unavailable("the chain's state does not confirm a payment event");

  it("or the event is a fault of the node; other nonces of the payer prove nothing", async () => {
    await expect(read(stateOf(false, false, 0n))).rejects.toThrow(UNCONFIRMED);
    await expect(read(stateOf(false, false, ~(1n << bit) & ((1n << 256n) - 1n)))).rejects.toThrow(UNCONFIRMED);
  });

  it("of the native coin only by the router's mark", async () => {
    const coin = paidLog({ block: 5n }, { token: COIN });
    expect(await read(stateOf(true, false, 0n, coin))).toHaveLength(1);
    await expect(read(stateOf(false, false, 1n << bit, coin))).rejects.toThrow(UNCONFIRMED);
  });

  it("not at all for a token that is not configured", async () => {
    const chain = stateOf(false, false, 0n, paidLog({ block: 5n }, { token: someone("stranger's token") }));
    expect(await read(chain)).toHaveLength(1);
    expect(chain.requested("eth_call")).toEqual([]);
  });

  it("only if the contract returns one word", async () => {
    const long = `0x${"00".repeat(31)}01${"00".repeat(32)}` as const;
    for (const data of ["0x", "0x01", long] as const) {
      const chain = stateOf(false, false, 0n);
      chain.returns(ROUTER, paymentRouterAbi, "paid", data);
      await expect(read(chain)).rejects.toThrow(UNCONFIRMED);
    }
    const reverting = stateOf(false, false, 0n);
    reverting.contract(ROUTER, paymentRouterAbi, "paid", () => {
      throw new Revert(`0x${"00".repeat(31)}01`);
    });
    await expect(read(reverting)).rejects.toThrow(UNCONFIRMED);
    const two = stateOf(false, false, 0n);
    two.returns(ROUTER, paymentRouterAbi, "paid", `0x${"00".repeat(31)}02`);
    await expect(read(two)).rejects.toThrow(UNCONFIRMED);
  });

  it("event by event, in calls of a hundred", async () => {
    const hashes = Array.from({ length: 201 }, (_, index) => hashOf(`terms ${index}`));
    const logs = hashes.map((hash, index) => paidLog({ block: 5n, index }, { termsHash: hash }));
    const forged = hashes[150];
    const chain = chainOf(logs);
    expect(await read(chain)).toHaveLength(201);
    expect(chain.requested("eth_call")).toHaveLength(3);
    chain.contract(ROUTER, paymentRouterAbi, "paid", (hash: Hex) => hash !== forged);
    await expect(read(chain)).rejects.toThrow(UNCONFIRMED);
  });
});

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
      [{ address: ROUTER, topics: [PAID_TOPIC], fromBlock: "0x3", toBlock: "0x8" }],
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
      [{ address: ROUTER, topics: [PAID_TOPIC], blockHash: blockHash(5n) }],
    ]);
  });

  it("are asked for again in a smaller range only if an endpoint refused the larger one", async () => {
    let max = 500;
    const chain = chainOf(logs, { logRangeMax: () => max });
    const ranges: string[] = [];
    chain.on("eth_getLogs", ({ fromBlock, toBlock }: { fromBlock: Hex; toBlock: Hex }) => {
      ranges.push(`${BigInt(fromBlock)}-${BigInt(toBlock)}`);
      if (BigInt(toBlock) - BigInt(fromBlock) < 2n) return [];
      max = 2;
      throw answered("query returned more than 10000 results", -32_005);
    });
    const reader = createReader(chain.connection, CONFIG);
    expect(await reader.paidEventsFrom(3n, 8n)).toEqual({ events: [], to: 4n });
    expect(ranges).toEqual(["3-8", "3-4"]);
    chain.on("eth_getLogs", () => {
      throw silent();
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

describe("with former routers", () => {
  const FORMER = someone("former router");
  const merged = [
    paidLog({ block: 4n, index: 9 }),
    paidLog({ block: 4n, index: 1, address: FORMER }),
    paidLog({ block: 6n, address: FORMER }),
  ];

  function readerOf(chain: MemoryChain) {
    chain.contract(FORMER, paymentRouterAbi, "paid", () => true);
    return multiRouterReader(chain.connection, CONFIG, [FORMER, ROUTER]);
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
    let max = 500;
    const reader = readerOf({ ...chain, connection: { ...chain.connection, logRangeMax: () => max } });
    chain.on("eth_getLogs", ({ address, fromBlock, toBlock }: { address: Hex; fromBlock: Hex; toBlock: Hex }) => {
      if (address !== FORMER) {
        max = 500;
        return merged.filter((log) => log.address === ROUTER);
      }
      if (BigInt(toBlock) - BigInt(fromBlock) < 3n)
        return merged.filter((log) => log.blockNumber === numberToHex(4n) && log.address === FORMER);
      max = 3;
      throw answered("too many blocks", -32_005);
    });
    const { events, to } = await reader.paidEventsFrom(3n, 8n);
    expect(to).toBe(5n);
    expect(events.map(({ blockNumber }) => blockNumber)).toEqual([4n, 4n]);
  });
});

describe("an option is used", () => {
  const AT = { number: 5n, hash: blockHash(5n) };
  const used = (chain: MemoryChain, method: Method) =>
    createReader(chain.connection, CONFIG).isUsed(optionBy(method), AT);
  const hash = (method: Method) => termsHash(optionBy(method).terms);

  it.each(["erc20", "native"] as const)("by %s once the router has marked its terms as paid", async (method) => {
    const chain = memoryChain();
    chain.contract(ROUTER, paymentRouterAbi, "paid", (terms: Hex) => terms === hash(method));
    expect(await used(chain, method)).toBe(true);
    expect(chain.requested("eth_call")[0]?.[1]).toEqual({ blockHash: AT.hash });
    chain.contract(ROUTER, paymentRouterAbi, "paid", () => false);
    expect(await used(chain, method)).toBe(false);
  });

  it("by eip3009 once the token has used its nonce", async () => {
    const chain = memoryChain();
    chain.contract(
      USDC,
      EIP3009,
      "authorizationState",
      (payer: Hex, nonce: Hex) => payer + nonce === BUYER + hash("eip3009"),
    );
    expect(await used(chain, "eip3009")).toBe(true);
    expect(chain.requested("eth_call")[0]?.[1]).toEqual({ blockHash: AT.hash });
  });

  it("by permit2 once its bit in Permit2's word is set", async () => {
    const { word, bit } = permit2Nonce(hash("permit2"));
    const chain = memoryChain();
    const set = (bits: bigint) =>
      chain.contract(PERMIT2, NONCES, "nonceBitmap", (payer: Hex, at: bigint) =>
        payer === BUYER && at === word ? bits : 0n,
      );
    set(1n << bit);
    expect(await used(chain, "permit2")).toBe(true);
    expect(chain.requested("eth_call")[0]?.[1]).toEqual({ blockHash: AT.hash });
    set(((1n << 256n) - 1n) ^ (1n << bit));
    expect(await used(chain, "permit2")).toBe(false);
  });

  it("by a nonce whose upper 248 bits select the word and whose lower 8 the bit", () => {
    expect(permit2Nonce(`0x${"00".repeat(30)}0ff7`)).toEqual({ word: 0xfn, bit: 0xf7n });
  });
});

describe("the nodes", () => {
  it("count an account's transactions at a block's hash", async () => {
    const chain = memoryChain();
    chain.on("eth_getTransactionCount", () => "0x7");
    const reader = createReader(chain.connection, CONFIG);
    expect(await reader.transactionCount(EURC, { number: 5n, hash: blockHash(5n) })).toBe(7n);
    expect(chain.requested("eth_getTransactionCount")).toEqual([[EURC, { blockHash: blockHash(5n) }]]);
  });

  it("must still serve the same chain", async () => {
    const chain = memoryChain();
    const reader = createReader(chain.connection, CONFIG);
    expect(reader.id).toBe(CHAIN);
    chain.on("eth_chainId", () => numberToHex(31_337));
    await expect(reader.checkIdentity()).resolves.toBeUndefined();
    chain.on("eth_chainId", () => "0x1");
    await expect(reader.checkIdentity()).rejects.toThrow(unavailable("the node now serves chain 1"));
  });
});
