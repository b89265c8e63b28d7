// Reads through Multicall3: balances, allowances and coin for gas.
import { type Address, encodeAbiParameters, erc20Abi, type Hex, multicall3Abi, parseAbi } from "viem";
import { describe, expect, it } from "vitest";
import { balanceReader, holdingReader, spenderOf } from "../../../../../src/chains/evm/build/holdings.ts";
import { ChainUnavailableError } from "../../../../../src/chains/evm/nodes/errors.ts";
import { multicall, multicallOf, numberIn, wordIn } from "../../../../../src/chains/evm/nodes/multicall.ts";
import type { Method } from "../../../../../src/money/asset.ts";
import {
  answered,
  assetOf,
  BUYER,
  CHAIN,
  CONFIG,
  EURC,
  type MemoryChain,
  MULTICALL3,
  memoryChain,
  optionBy,
  PERMIT2,
  Revert,
  ROUTER,
  silent,
  USDC,
  USDT,
} from "../../in-memory/memory-chain.ts";
import { callsIn } from "../../in-memory/reverts.ts";

const word = (value: bigint): Hex => encodeAbiParameters([{ type: "uint256" }], [value]);

describe("a multicall", () => {
  const CALL = { target: USDC, callData: "0x12345678" } as const;

  it.each([
    ["the newest block", undefined, "latest"],
    ["a block's number", 255n, "0xff"],
    ["a block's hash", word(7n), { blockHash: word(7n) }],
  ])("reads the state at %s, and lets each call fail", async (_at, at, param) => {
    const chain = memoryChain();
    expect(await multicall(chain.connection, MULTICALL3, [CALL], at)).toEqual([{ success: true, returnData: "0x" }]);
    const [call, block] = chain.requested("eth_call")[0] as [{ to: Hex; data: Hex }, unknown];
    expect([call.to, block]).toEqual([MULTICALL3, param]);
    expect(callsIn(call.data)).toEqual([{ ...CALL, allowFailure: true }]);
  });

  it.each([
    ["no bytes", () => 7, "the result of eth_call is not hex"],
    [
      "too few results",
      () => encodeAbiParameters([{ type: "tuple[]", components: [{ type: "bool" }, { type: "bytes" }] }], [[]]),
      "a multicall's result has the wrong length",
    ],
  ])("with %s is a fault of the node", async (_fault, answer, reason) => {
    const chain = memoryChain();
    chain.on("eth_call", answer);
    await expect(multicall(chain.connection, MULTICALL3, [CALL])).rejects.toThrow(reason);
  });

  it("fails as a whole if the node ran it and it failed, for example without enough gas", async () => {
    const failing = (error: Error) => {
      const chain = memoryChain();
      chain.on("eth_call", () => {
        throw error;
      });
      return expect(multicall(chain.connection, MULTICALL3, [CALL, CALL])).rejects;
    };
    await failing(answered("out of gas")).toMatchObject({
      name: "MulticallFailed",
      message: "a multicall of 2 calls failed as a whole: out of gas",
    });
    await failing(answered("header not found")).not.toMatchObject({ name: "MulticallFailed" });
    await failing(silent()).not.toMatchObject({ name: "MulticallFailed" });
  });

  it("of one chain is refused by another", async () => {
    const chain = memoryChain();
    expect(await multicallOf(chain.connection, CONFIG, [CALL])).toEqual([{ success: true, returnData: "0x" }]);
    const abi = parseAbi(["function getChainId() view returns (uint256)"]);
    const wrong = [
      () => 1n,
      () => {
        throw new Revert(word(31_337n));
      },
    ];
    for (const answer of wrong) {
      chain.contract(MULTICALL3, abi, "getChainId", answer);
      await expect(multicallOf(chain.connection, CONFIG, [CALL])).rejects.toThrow("on another chain");
    }
  });

  it("has a number where a call returned exactly one word", () => {
    expect(wordIn({ success: true, returnData: word(5n) })).toBe(5n);
    expect(numberIn({ success: true, returnData: word(5n) })).toBe(5n);
    const others = [
      undefined,
      { success: false, returnData: word(5n) },
      { success: true, returnData: "0x" },
      { success: true, returnData: `${word(5n)}00` },
    ] as const;
    for (const result of others) expect([wordIn(result), numberIn(result)]).toEqual([null, 0n]);
  });
});

/** A chain with these balances, allowances by spender, and a gas price of 10 wei. */
function chainOf(
  balances: Readonly<Record<Address, bigint>>,
  allowances: Readonly<Record<Address, bigint>> = {},
): MemoryChain {
  const chain = memoryChain();
  for (const token of [USDC, EURC, USDT]) {
    chain.contract(token, erc20Abi, "balanceOf", (account: Address) =>
      account === BUYER ? (balances[token] ?? 0n) : 0n,
    );
    chain.contract(token, erc20Abi, "allowance", (owner: Address, spender: Address) =>
      owner === BUYER ? (allowances[spender] ?? 0n) : 0n,
    );
  }
  chain.contract(MULTICALL3, multicall3Abi, "getEthBalance", (account: Address) => (account === BUYER ? 77n : 0n));
  chain.on("eth_feeHistory", () => ({ oldestBlock: "0x1", baseFeePerGas: ["0x4"], gasUsedRatio: [], reward: [] }));
  chain.on("eth_maxPriorityFeePerGas", () => "0x2");
  return chain;
}

describe("a holding", () => {
  const ask = (chain: MemoryChain, method: Method, amount = 100n) =>
    holdingReader(chain.connection, CONFIG)([{ account: BUYER, asset: assetOf(method), amount }]);

  it.each<[Method, Address | null]>([
    ["eip3009", null],
    ["permit2", PERMIT2],
    ["erc20", ROUTER],
    ["native", null],
  ])("by %s is approved to %s", (method, spender) => {
    expect(spenderOf(CONFIG, assetOf(method))).toBe(spender);
  });

  it("by eip3009 needs neither an allowance nor gas", async () => {
    const chain = chainOf({ [USDC]: 5n });
    expect(await ask(chain, "eip3009")).toEqual([{ balance: 5n, allowance: null, gas: null }]);
    expect(chain.requests).toHaveLength(1);
  });

  it.each([
    [100n, null],
    [101n, null],
    [99n, { cost: 900_000n, coin: 77n }],
    [0n, { cost: 900_000n, coin: 77n }],
  ])("by permit2 with an allowance of %i for 100 costs gas only for a missing approval", async (allowance, gas) => {
    const chain = chainOf({ [EURC]: 5n }, { [PERMIT2]: allowance });
    expect(await ask(chain, "permit2")).toEqual([{ balance: 5n, allowance, gas }]);
  });

  it.each([
    [100n, 3_000_000n],
    [0n, 3_900_000n],
    [99n, 4_800_000n],
  ])("by erc20 with an allowance of %i costs the payment, and an approval or two", async (allowance, cost) => {
    const chain = chainOf({ [USDT]: 5n }, { [ROUTER]: allowance });
    expect(await ask(chain, "erc20")).toEqual([{ balance: 5n, allowance, gas: { cost, coin: 77n } }]);
  });

  it("by native is the account's coin, which also pays the gas", async () => {
    expect(await ask(chainOf({}), "native")).toEqual([
      { balance: 77n, allowance: null, gas: { cost: 2_000_000n, coin: 77n } },
    ]);
  });

  it("is read together with others, each read once, and answered in order", async () => {
    const chain = chainOf({ [USDC]: 5n, [USDT]: 6n });
    const read = holdingReader(chain.connection, CONFIG);
    const questions = (["erc20", "native", "eip3009", "erc20"] as const).map((method) => ({
      account: BUYER,
      asset: assetOf(method),
      amount: 1n,
    }));
    const holdings = await read(questions);
    expect(holdings.map(({ balance }) => balance)).toEqual([6n, 77n, 5n, 6n]);
    const [[{ data }]] = chain.requested("eth_call") as [[{ data: Hex }]];
    expect(callsIn(data)).toHaveLength(5);
    expect(chain.requested("eth_call")).toHaveLength(1);
  });

  it("of a token that returns nothing is 0; of a silent chain it is unknown", async () => {
    const chain = chainOf({});
    chain.returns(USDC, erc20Abi, "balanceOf", "0x");
    expect(await ask(chain, "eip3009")).toEqual([{ balance: 0n, allowance: null, gas: null }]);
    chain.on("eth_call", () => {
      throw silent();
    });
    await expect(ask(chain, "eip3009")).rejects.toThrow(ChainUnavailableError);
  });
});

describe("a payer's balance", () => {
  it("is read at each block with one call", async () => {
    const chain = chainOf({ [USDC]: 5n, [EURC]: 6n });
    const balanceOf = balanceReader(chain.connection, CONFIG);
    const options = [optionBy("eip3009"), optionBy("permit2")] as const;
    const asked = [
      balanceOf(options[0], 9n),
      balanceOf(options[1], null),
      balanceOf(options[1], 9n),
      balanceOf(options[0], 9n),
    ];
    expect(await Promise.all(asked)).toEqual([5n, 6n, 6n, 5n]);
    expect(chain.requested("eth_call").map(([, block]) => block)).toEqual(["0x9", "latest"]);
  });

  it("is unknown if the token returns none, or the chain does not respond; other tokens' are known", async () => {
    const chain = chainOf({ [EURC]: 6n });
    chain.returns(USDC, erc20Abi, "balanceOf", "0x");
    const balanceOf = balanceReader(chain.connection, CONFIG);
    const [broken, good] = await Promise.allSettled([
      balanceOf(optionBy("eip3009"), 1n),
      balanceOf(optionBy("permit2"), 1n),
    ]);
    expect(broken).toMatchObject({
      status: "rejected",
      reason: { name: "ChainUnavailableError", message: `${CHAIN}: invalid response: the token returned no balance` },
    });
    expect(good).toEqual({ status: "fulfilled", value: 6n });
    chain.on("eth_call", () => {
      throw silent();
    });
    await expect(balanceOf(optionBy("permit2"), 1n)).rejects.toThrow("rpc 1 of 1 does not respond");
  });
});
