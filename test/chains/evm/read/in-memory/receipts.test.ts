// Transactions that others name, and cancellations: the proof in a receipt or an event, and its limits.
import { encodeAbiParameters, encodeEventTopics, erc20Abi, type Hex, numberToHex, pad, parseAbi, zeroHash } from "viem";
import { describe, expect, it } from "vitest";
import { paymentRouterAbi } from "../../../../../src/chains/evm/abi/payment-router.ts";
import { ChainUnavailableError } from "../../../../../src/chains/evm/nodes/errors.ts";
import { cancellationsOf } from "../../../../../src/chains/evm/read/cancellations.ts";
import { paymentFinder } from "../../../../../src/chains/evm/read/payment-finder.ts";
import { transferReader } from "../../../../../src/chains/evm/read/transfers.ts";
import { permit2Nonce } from "../../../../../src/chains/evm/read/used.ts";
import { hasPaid } from "../../../../../src/chains/evm/router/paid-event.ts";
import type { Method } from "../../../../../src/money/asset.ts";
import { termsHash } from "../../../../../src/payment/terms.ts";
import { blockHash, paidLog, rpcBlock } from "../../in-memory/events.ts";
import {
  BUYER,
  CHAIN,
  COIN,
  CONFIG,
  EURC,
  hashOf,
  MERCHANT,
  type MemoryChain,
  memoryChain,
  optionBy,
  PERMIT2,
  ROUTER,
  silent,
  USDC,
} from "../../in-memory/memory-chain.ts";

const TX: Hex = `0x${"aB".repeat(32)}`;
const LOWER = TX.toLowerCase();

const receipt = (changes: Readonly<Record<string, unknown>> = {}) => ({
  transactionHash: LOWER,
  transactionIndex: "0x0",
  blockHash: blockHash(5n),
  blockNumber: "0x5",
  from: BUYER,
  to: ROUTER,
  status: "0x1",
  type: "0x2",
  logs: [],
  gasUsed: "0x1",
  cumulativeGasUsed: "0x1",
  effectiveGasPrice: "0x1",
  ...changes,
});

function chainWith(answer: unknown): MemoryChain {
  const chain = memoryChain();
  chain.on("eth_getTransactionReceipt", () => answer);
  return chain;
}

const WRONG_RECEIPT = new ChainUnavailableError(CHAIN, "invalid response: the receipt is another transaction's");

describe("the router's event proves a payment", () => {
  const hash = termsHash(optionBy("eip3009").terms);
  const log = paidLog({ block: 5n });
  const topics = log.topics as Hex[];

  it.each([
    ["of these terms", { address: ROUTER, topics }, true],
    ["of these terms, with an address in lower case", { address: ROUTER.toLowerCase() as Hex, topics }, true],
    ["of another contract", { address: USDC, topics }, false],
    ["of another kind", { address: ROUTER, topics: [zeroHash, ...topics.slice(1)] }, false],
    ["of other terms", { address: ROUTER, topics: [...topics.slice(0, 2), zeroHash] }, false],
  ])("%s", (_event, one, proves) => {
    expect(hasPaid([{ address: USDC, topics: [] }, one], ROUTER, hash)).toBe(proves);
  });

  it("and no event proves none", () => {
    expect(hasPaid([], ROUTER, hash)).toBe(false);
  });
});

describe("a transaction named for an option", () => {
  const option = optionBy("erc20");
  const find = (chain: MemoryChain) => paymentFinder(chain.connection, CONFIG)(TX, option);
  const paidLogs = [paidLog({ block: 5n }, { termsHash: termsHash(option.terms) })];

  it("is not mined without a receipt", async () => {
    expect(await find(chainWith(null))).toBe("not_mined");
  });

  it("paid it if the receipt has the router's event", async () => {
    expect(await find(chainWith(receipt({ logs: paidLogs })))).toBe("paid");
  });

  it("also if an earlier transaction paid it, in the state of the receipt's block; otherwise it is another", async () => {
    const chain = chainWith(receipt({ logs: [paidLog({ block: 5n })] }));
    chain.contract(ROUTER, paymentRouterAbi, "paid", () => true);
    expect(await find(chain)).toBe("paid");
    expect(chain.requested("eth_call")[0]?.[1]).toEqual({ blockHash: blockHash(5n) });
    chain.contract(ROUTER, paymentRouterAbi, "paid", () => false);
    expect(await find(chain)).toBe("other");
  });

  it("is unknown if the node returns another receipt, or none in time", async () => {
    await expect(find(chainWith(receipt({ transactionHash: hashOf("other"), logs: paidLogs })))).rejects.toThrow(
      WRONG_RECEIPT,
    );
    const chain = memoryChain();
    chain.on("eth_getTransactionReceipt", () => {
      throw silent();
    });
    await expect(find(chain)).rejects.toThrow(ChainUnavailableError);
  });
});

describe("transfers to an account in a transaction", () => {
  const transfer = (index: number, amount: bigint, changes: Readonly<Record<string, unknown>> = {}) => ({
    address: USDC.toLowerCase(),
    topics: encodeEventTopics({ abi: erc20Abi, eventName: "Transfer", args: { from: BUYER, to: MERCHANT } }),
    data: encodeAbiParameters([{ type: "uint256" }], [amount]),
    blockNumber: "0x5",
    blockHash: blockHash(5n),
    transactionHash: LOWER,
    transactionIndex: "0x0",
    logIndex: numberToHex(index),
    removed: false,
    ...changes,
  });
  const toOther = encodeEventTopics({ abi: erc20Abi, eventName: "Transfer", args: { from: MERCHANT, to: BUYER } });
  const ofNft = [...transfer(0, 0n).topics, pad("0x7")];
  const approval = [hashOf("Approval"), ...transfer(0, 0n).topics.slice(1)];

  const read = (chain: MemoryChain, token: Hex) => transferReader(chain.connection, CHAIN)(TX, token, MERCHANT);

  it("of a token are its events to the account", async () => {
    const logs = [
      transfer(1, 10n),
      transfer(2, 20n, { address: EURC }),
      transfer(3, 30n, { topics: toOther }),
      transfer(4, 40n, { topics: ofNft, data: "0x" }),
      transfer(5, 50n, { topics: approval }),
      transfer(6, 60n),
    ];
    expect(await read(chainWith(receipt({ logs })), USDC)).toEqual([
      { blockNumber: 5n, logIndex: 1, amount: 10n },
      { blockNumber: 5n, logIndex: 6, amount: 60n },
    ]);
  });

  it("of the native coin are the transaction's own value, before all events", async () => {
    const chain = chainWith(receipt({ logs: [transfer(1, 10n, { address: COIN })] }));
    chain.on("eth_getTransactionByHash", () => ({
      hash: LOWER,
      to: MERCHANT,
      value: "0x9",
      type: "0x2",
      nonce: "0x0",
    }));
    expect(await read(chain, COIN)).toEqual([{ blockNumber: 5n, logIndex: -1, amount: 9n }]);
    for (const to of [BUYER, null]) {
      chain.on("eth_getTransactionByHash", () => ({ hash: LOWER, to, value: "0x9", type: "0x2", nonce: "0x0" }));
      expect(await read(chain, COIN)).toEqual([]);
    }
  });

  it("are none in a reverted transaction, and unknown in one that is not mined", async () => {
    expect(await read(chainWith(receipt({ status: "0x0", logs: [transfer(1, 10n)] })), USDC)).toEqual([]);
    expect(await read(chainWith(null), USDC)).toBeNull();
  });

  it("are unknown if the node returns another receipt, or none in time", async () => {
    await expect(read(chainWith(receipt({ transactionHash: hashOf("other") })), USDC)).rejects.toThrow(WRONG_RECEIPT);
    const chain = memoryChain();
    chain.on("eth_getTransactionReceipt", () => {
      throw silent();
    });
    await expect(read(chain, USDC)).rejects.toThrow(ChainUnavailableError);
  });
});

describe("a cancellation", () => {
  const EVENTS = parseAbi([
    "event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)",
    "event UnorderedNonceInvalidation(address indexed owner, uint256 word, uint256 mask)",
  ]);
  const place = {
    blockNumber: "0x5",
    blockHash: blockHash(5n),
    transactionHash: LOWER,
    transactionIndex: "0x0",
    logIndex: "0x0",
    removed: false,
  };
  const nonce = termsHash(optionBy("eip3009").terms);
  const { word, bit } = permit2Nonce(termsHash(optionBy("permit2").terms));

  const canceled = (authorizer: Hex, of: Hex, changes: Readonly<Record<string, unknown>> = {}) => ({
    ...place,
    address: USDC,
    topics: encodeEventTopics({ abi: EVENTS, eventName: "AuthorizationCanceled", args: { authorizer, nonce: of } }),
    data: "0x",
    ...changes,
  });
  const invalidated = (owner: Hex, at: bigint, mask: bigint, changes: Readonly<Record<string, unknown>> = {}) => ({
    ...place,
    ...changes,
    address: PERMIT2,
    topics: encodeEventTopics({ abi: EVENTS, eventName: "UnorderedNonceInvalidation", args: { owner } }),
    data: encodeAbiParameters([{ type: "uint256" }, { type: "uint256" }], [at, mask]),
  });

  function cancellations(
    method: Method,
    logs: readonly unknown[],
    within: Parameters<typeof cancellationsOf>[3] = BLOCK,
  ) {
    const chain = memoryChain();
    chain.on("eth_getLogs", () => logs);
    chain.on("eth_getBlockByNumber", (number: Hex) => rpcBlock(BigInt(number)));
    return { chain, found: cancellationsOf(chain.connection, CONFIG, optionBy(method), within) };
  }
  const BLOCK = { number: 5n, hash: blockHash(5n) };
  const RANGE = { from: 3n, to: 5n };

  it("by the token is the event of this payer and nonce", async () => {
    const logs = [canceled(BUYER, nonce), canceled(MERCHANT, nonce), canceled(BUYER, zeroHash)];
    const { chain, found } = cancellations("eip3009", logs);
    expect(await found).toEqual([BLOCK]);
    expect(chain.requested("eth_getLogs")).toMatchObject([
      [{ address: USDC, blockHash: BLOCK.hash, topics: [logs[0]?.topics[0], pad(BUYER).toLowerCase(), nonce] }],
    ]);
  });

  it("by Permit2 is the event of this payer whose mask has the nonce's bit", async () => {
    const mask = 1n << bit;
    const elsewhere = { blockNumber: "0x4", blockHash: blockHash(4n) };
    const others = [
      invalidated(MERCHANT, word, mask, elsewhere),
      invalidated(BUYER, word + 1n, mask, elsewhere),
      invalidated(BUYER, word, ~mask & 0xffffn, elsewhere),
    ];
    const { chain, found } = cancellations("permit2", [...others, invalidated(BUYER, word, mask | 3n)], RANGE);
    expect(await found).toEqual([BLOCK]);
    expect(chain.requested("eth_getLogs")).toMatchObject([
      [
        {
          address: PERMIT2,
          fromBlock: "0x3",
          toBlock: "0x5",
          topics: [others[0]?.topics[0], pad(BUYER).toLowerCase()],
        },
      ],
    ]);
  });

  it("in a range of one block is read by the block's hash", async () => {
    const { chain, found } = cancellations("eip3009", [canceled(BUYER, nonce)], { from: 5n, to: 5n });
    expect(await found).toEqual([BLOCK]);
    expect(chain.requested("eth_getLogs")).toMatchObject([[{ blockHash: BLOCK.hash }]]);
  });

  it.each(["erc20", "native"] as const)("of a payment by %s does not exist", async (method) => {
    const { chain, found } = cancellations(method, []);
    expect(await found).toEqual([]);
    expect(chain.requests).toEqual([]);
  });

  it.each([
    ["of another contract", { address: EURC }, BLOCK, "the event does not match the filter"],
    ["without a block", { blockNumber: null }, RANGE, "the event does not match the filter"],
    ["without a block's hash", { blockHash: null }, RANGE, "the event does not match the filter"],
    ["of another branch", { blockHash: blockHash(6n) }, BLOCK, "the event is in another block"],
    ["before the range", { blockNumber: "0x2" }, RANGE, "the event is in another block"],
    ["after the range", { blockNumber: "0x6" }, RANGE, "the event is in another block"],
  ])("%s is a fault of the node", async (_fault, changes, within, reason) => {
    const { found } = cancellations("eip3009", [canceled(BUYER, nonce, changes)], within);
    await expect(found).rejects.toThrow(new TypeError(reason));
  });

  it.each(["0x3", "0x5"])("in the range's block %s counts", async (blockNumber) => {
    const { found } = cancellations("eip3009", [canceled(BUYER, nonce, { blockNumber })], RANGE);
    expect(await found).toHaveLength(1);
  });
});
