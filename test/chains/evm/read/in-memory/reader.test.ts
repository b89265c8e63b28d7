// Blocks and their events: each response must match its request, or the chain counts as unavailable.
import type { Hex } from "viem";
import { describe, expect, it } from "vitest";
import { ChainUnavailableError } from "../../../../../src/chains/evm/nodes/errors.ts";
import { createReader } from "../../../../../src/chains/evm/read/reader.ts";
import { PAID_TOPIC, RECOVERED_TOPIC } from "../../../../../src/chains/evm/router/paid-event.ts";
import { termsHash } from "../../../../../src/payment/terms.ts";
import { block, blockHash, chainOf, paidLog, rpcBlock, unavailable } from "../../in-memory/events.ts";
import {
  BUYER,
  CHAIN,
  CONFIG,
  FEE_RECEIVER,
  hashOf,
  MERCHANT,
  optionBy,
  ROUTER,
  silent,
  USDC,
} from "../../in-memory/memory-chain.ts";

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
      [{ address: ROUTER, topics: [[PAID_TOPIC, RECOVERED_TOPIC]], blockHash: blockHash(5n) }],
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
    ["of an unknown method", { block: 5n }, 5, "the event has the unknown method 5"],
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
