// A transaction by its hash: its nonce and sender, or null if no node knows it.
import type { Hex } from "viem";
import { describe, expect, it } from "vitest";
import { ChainUnavailableError } from "../../../../../src/chains/evm/nodes/errors.ts";
import { createReader } from "../../../../../src/chains/evm/read/reader.ts";
import { BUYER, CONFIG, hashOf, memoryChain, optionBy, ROUTER, silent } from "../../in-memory/memory-chain.ts";

const HASH = hashOf("a transaction");

function readerOf(answer: () => unknown) {
  const chain = memoryChain();
  chain.on("eth_getTransactionByHash", answer);
  return { chain, reader: createReader(chain.connection, CONFIG) };
}

const transaction = (hash: Hex = HASH) => ({
  hash,
  from: BUYER.toLowerCase(),
  to: ROUTER,
  nonce: "0x7",
  type: "0x2",
  value: "0x0",
  gas: "0x5208",
  input: "0x",
});

describe("a transaction", () => {
  it("has a nonce, and a sender with its checksum", async () => {
    const { chain, reader } = readerOf(() => transaction());
    expect(await reader.transactionNonce(HASH)).toBe(7n);
    expect(await reader.transactionSender(HASH)).toBe(BUYER);
    expect(chain.requested("eth_getTransactionByHash")).toEqual([[HASH], [HASH]]);
  });

  it("may be unknown", async () => {
    const { reader } = readerOf(() => null);
    expect(await reader.transactionNonce(HASH)).toBeNull();
    expect(await reader.transactionSender(HASH)).toBeNull();
  });

  it("with another hash is a fault of the node", async () => {
    const { reader } = readerOf(() => transaction(hashOf("another")));
    await expect(reader.transactionNonce(HASH)).rejects.toThrow("the node returned another transaction");
    await expect(reader.transactionSender(HASH)).rejects.toThrow(ChainUnavailableError);
  });

  it("is not unknown if the node does not respond", async () => {
    const { reader } = readerOf(() => {
      throw silent();
    });
    await expect(reader.transactionNonce(HASH)).rejects.toThrow(ChainUnavailableError);
    await expect(reader.transactionSender(HASH)).rejects.toThrow(ChainUnavailableError);
  });
});

it("cancellations are read by the same reader", async () => {
  const chain = memoryChain();
  chain.on("eth_getLogs", () => []);
  const reader = createReader(chain.connection, CONFIG);
  expect(await reader.cancellations(optionBy("eip3009"), { from: 1n, to: 2n })).toEqual([]);
  expect(chain.requested("eth_getLogs")).toHaveLength(1);
});
