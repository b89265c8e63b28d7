// The comparison of a chain with its configuration: each difference is found and named.
import { type Address, encodeAbiParameters, zeroHash } from "viem";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { rpcBlock } from "../../in-memory/events.ts";
import {
  CODE,
  GOOD,
  goodChain,
  NOW_S,
  problemsOf,
  RELAYER,
  TOKEN,
  warning,
  wrong,
} from "../../in-memory/good-chain.ts";
import {
  EURC,
  FACTORY,
  type MemoryChain,
  MULTICALL3,
  PERMIT2,
  Revert,
  ROUTER,
  someone,
  USDC,
  USDT,
} from "../../in-memory/memory-chain.ts";

beforeEach(() => void vi.useFakeTimers({ now: NOW_S * 1_000, toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

it("a chain that matches its configuration has no problems", async () => {
  expect(await problemsOf(goodChain())).toEqual([]);
});

describe("the contracts", () => {
  it.each([
    ["permit2", PERMIT2, "Set the address of Permit2 on this chain."],
    ["multicall3", MULTICALL3, "Set the address of Multicall3 on this chain."],
    ["router", ROUTER, "Deploy it with `turnpike chain deploy`, or correct the address."],
    ["the wallet factory", FACTORY, "Remove it from walletFactories, or correct it."],
  ])("need code at %s", async (name, address, remedy) => {
    const chain = goodChain({ [address]: "0x" });
    expect(await problemsOf(chain)).toEqual([wrong(`there is no code at ${name} ${address}. ${remedy}`)]);
  });

  it("include this version's router for this Permit2", async () => {
    const what = `the code at router ${ROUTER} is not this version's PaymentRouter for permit2 ${PERMIT2}.`;
    const remedy = "Deploy this version with `turnpike chain deploy`, or correct the address.";
    expect(await problemsOf(goodChain({ [ROUTER]: "0x6002" }))).toEqual([wrong(`${what} ${remedy}`)]);
  });

  it("are needed before tokens are read", async () => {
    const chain = goodChain({ [MULTICALL3]: "0x", [USDC]: "0x" });
    expect(await problemsOf(chain)).toHaveLength(1);
  });

  it("do not run on Arbitrum Nitro", async () => {
    const chain = goodChain({ "0x0000000000000000000000000000000000000064": CODE, [ROUTER]: "0x" });
    const what = "the chain runs Arbitrum Nitro, where a gas limit must include the data's cost on Ethereum.";
    const remedy = "Turnpike does not support that. Remove the chain from the chains file.";
    expect(await problemsOf(chain)).toEqual([wrong(`${what} ${remedy}`)]);
  });
});

describe("a token", () => {
  const about = (symbol: string, address: Address) => `the token ${symbol} (${address})`;

  it("needs code", async () => {
    const expected = wrong(`${about("USDC", USDC)} has no code. Correct its address.`);
    expect(await problemsOf(goodChain({ [USDC]: "0x" }))).toEqual([expected]);
  });

  it.each([
    ["decimals", () => 18, "18", "6", wrong],
    ["symbol", () => "USDX", "USDX", "EURC", warning], // an issuer may rename its token
  ])("has the configured %s", async (read, answer, found, expected, kind) => {
    const chain = goodChain();
    chain.contract(EURC, TOKEN, read, answer);
    const what = `${about("EURC", EURC)} has ${read} ${found}, expected ${expected}.`;
    expect(await problemsOf(chain)).toEqual([kind(`${what} Correct ${read} in the chains file, or the address.`)]);
  });

  it.each<[string, (chain: MemoryChain) => void]>([
    ["returns nothing", (chain) => chain.returns(EURC, TOKEN, "symbol", "0x")],
    [
      "reverts",
      (chain) =>
        chain.contract(EURC, TOKEN, "symbol", () => {
          throw new Revert(encodeAbiParameters([{ type: "string" }], ["EURC"]));
        }),
    ],
  ])("that %s has no readable symbol", async (_fault, change) => {
    const chain = goodChain();
    change(chain);
    const what = `${about("EURC", EURC)} has symbol (unreadable), expected EURC.`;
    expect(await problemsOf(chain)).toEqual([warning(`${what} Correct symbol in the chains file, or the address.`)]);
  });

  it.each([EURC, USDT])("%s is an ERC-20 token if it has allowances", async (address) => {
    const chain = goodChain();
    chain.returns(address, TOKEN, "allowance", "0x01");
    const reason = "has no allowance function, so it is not an ERC-20 token. Correct its address.";
    const symbol = address === EURC ? "EURC" : "USDT";
    expect(await problemsOf(chain)).toEqual([wrong(`${about(symbol, address)} ${reason}`)]);
  });

  it("by eip3009 needs no allowances, but its nonces", async () => {
    const chain = goodChain();
    chain.returns(USDC, TOKEN, "allowance", "0x");
    expect(await problemsOf(chain)).toEqual([]);
    chain.contract(USDC, TOKEN, "authorizationState", () => {
      throw new Revert(zeroHash);
    });
    const reason = 'has no EIP-3009 authorizationState. Set method to "permit2" or "erc20".';
    expect(await problemsOf(chain)).toEqual([wrong(`${about("USDC", USDC)} ${reason}`)]);
  });

  it("by eip3009 has the configured EIP-712 domain", async () => {
    const chain = goodChain();
    chain.contract(USDC, TOKEN, "DOMAIN_SEPARATOR", () => zeroHash);
    const what = `${about("USDC", USDC)} has a different EIP-712 domain than name "USD Coin", version "2".`;
    const hint = (name: string, version: string) => `The token reports name "${name}", version "${version}".`;
    const remedy = "Correct domain in the chains file.";
    expect(await problemsOf(chain)).toEqual([wrong(`${what} ${hint("USD Coin", "2")} ${remedy}`)]);
    chain.returns(USDC, TOKEN, "name", "0x");
    chain.returns(USDC, TOKEN, "version", "0x");
    expect(await problemsOf(chain)).toEqual([wrong(`${what} ${hint("", "")} ${remedy}`)]);
  });
});

describe("the relayers and the clock", () => {
  it("are only a warning", async () => {
    const chain = goodChain();
    chain.on("eth_getBalance", (address: Address) => (address === RELAYER ? "0x0" : "0x1"));
    expect(await problemsOf(chain, GOOD, [someone("other relayer"), RELAYER])).toEqual([
      warning(`the relayer ${RELAYER} holds 0, so it cannot pay gas. Send it native coin.`),
    ]);
  });

  it.each([
    [60, 2, null],
    [
      61,
      2,
      "61 s old, with a block expected every 2 s. The node lags, the chain has stopped, or this machine's clock is ahead.",
    ],
    [240, 12, null],
    [
      241,
      12,
      "241 s old, with a block expected every 12 s. The node lags, the chain has stopped, or this machine's clock is ahead.",
    ],
    [-30, 2, null],
    [-31, 2, "31 s ahead of this machine's clock. Synchronise the clock (NTP)."],
  ])("the newest block is %i s old, with one every %i s", async (ageS, blockTimeS, text) => {
    const chain = goodChain();
    chain.on("eth_getBlockByNumber", () => rpcBlock(9n, { timestamp: `0x${(NOW_S - ageS).toString(16)}` }));
    const expected = text === null ? [] : [{ ...warning(`the newest block is ${text}`), about: "clock" }];
    expect(await problemsOf(chain, { ...GOOD, blockTimeS })).toEqual(expected);
  });
});
