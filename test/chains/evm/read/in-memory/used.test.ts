// Reads whether an option is used, and the chain that the nodes serve.
import { type Hex, numberToHex, parseAbi } from "viem";
import { describe, expect, it } from "vitest";
import { paymentRouterAbi } from "../../../../../src/chains/evm/abi/payment-router.ts";
import { createReader } from "../../../../../src/chains/evm/read/reader.ts";
import { permit2Nonce } from "../../../../../src/chains/evm/read/used.ts";
import type { Method } from "../../../../../src/money/asset.ts";
import { termsHash } from "../../../../../src/payment/terms.ts";
import { blockHash, unavailable } from "../../in-memory/events.ts";
import {
  BUYER,
  CHAIN,
  CONFIG,
  EURC,
  type MemoryChain,
  memoryChain,
  optionBy,
  PERMIT2,
  ROUTER,
  USDC,
} from "../../in-memory/memory-chain.ts";

const EIP3009 = parseAbi(["function authorizationState(address authorizer, bytes32 nonce) view returns (bool)"]);
const NONCES = parseAbi(["function nonceBitmap(address owner, uint256 word) view returns (uint256)"]);

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

  it("by transfer once the token has used the nonce that the payer chose", async () => {
    const option = { ...optionBy("eip3009"), method: "transfer" as const };
    const chain = memoryChain();
    const usedWith = (used: Hex) => {
      chain.contract(USDC, EIP3009, "authorizationState", (payer: Hex, nonce: Hex) => payer + nonce === BUYER + used);
      return createReader(chain.connection, CONFIG).isUsed(option, AT);
    };
    expect(await usedWith(option.terms.key)).toBe(true);
    expect(await usedWith(hash("eip3009"))).toBe(false);
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
