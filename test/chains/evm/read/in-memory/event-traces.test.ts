// An event's terms must have its hash, and the state of the chain must confirm it: a node may invent or change one.
import type { Abi, Address, Hex } from "viem";
import { describe, expect, it } from "vitest";
import { paymentRouterAbi } from "../../../../../src/chains/evm/abi/payment-router.ts";
import { createReader } from "../../../../../src/chains/evm/read/reader.ts";
import { permit2Nonce } from "../../../../../src/chains/evm/read/used.ts";
import { depositAddress } from "../../../../../src/chains/evm/router/deposit-address.ts";
import { termsHash } from "../../../../../src/payment/terms.ts";
import { block, blockHash, chainOf, EIP3009, NONCES, type Paid, paidLog, unavailable } from "../../in-memory/events.ts";
import {
  BUYER,
  COIN,
  CONFIG,
  EURC,
  hashOf,
  type MemoryChain,
  optionBy,
  PERMIT2,
  Revert,
  ROUTER,
  someone,
  USDC,
} from "../../in-memory/memory-chain.ts";

const HASH = termsHash(optionBy("eip3009").terms);
const ALL_BITS = (1n << 256n) - 1n;
const read = (chain: MemoryChain, config = CONFIG) => createReader(chain.connection, config).paidEventsIn(block(5n));

describe("the state confirms an event", () => {
  const { word, bit } = permit2Nonce(HASH);
  const BIT = 1n << bit;

  /** A state with these traces of the payment `HASH`, and a node that returns this event. */
  function stateOf(router: boolean, token: boolean, nonces: bigint, changes: Partial<Paid> = {}): MemoryChain {
    const chain = chainOf([paidLog({ block: 5n }, changes)]);
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

  const UNCONFIRMED = unavailable("the chain's state does not confirm a payment event");

  type Traces = [router: boolean, token: boolean, nonces: bigint];

  it.each<[string, number, Traces, Traces]>([
    ["the token's nonce", 0, [false, true, 0n], [true, false, ALL_BITS]],
    ["Permit2's nonce", 1, [false, false, BIT], [true, true, ALL_BITS & ~BIT]],
    ["the router's mark", 2, [true, false, 0n], [false, true, ALL_BITS]],
  ])("by %s alone for the method %i, at the event's block", async (_trace, method, traces, others) => {
    const chain = stateOf(...traces, { method });
    expect(await read(chain)).toHaveLength(1);
    expect(chain.requested("eth_call")).toHaveLength(1);
    expect(chain.requested("eth_call")[0]?.[1]).toEqual({ blockHash: blockHash(5n) });
    await expect(read(stateOf(...others, { method }))).rejects.toThrow(UNCONFIRMED);
  });

  it("of a transfer to the destination by the token's nonce, which is the key", async () => {
    const { key } = optionBy("eip3009").terms;
    const stateWith = (used: Hex) => {
      const chain = stateOf(true, false, ALL_BITS, { method: 4 });
      chain.contract(USDC, EIP3009, "authorizationState", (payer: Hex, nonce: Hex) => payer + nonce === BUYER + used);
      return chain;
    };
    expect(await read(stateWith(key))).toMatchObject([{ method: "transfer", paymentKey: key }]);
    await expect(read(stateWith(HASH))).rejects.toThrow(UNCONFIRMED);
  });

  it("of a sweep by its payer, the deposit address of the terms, without a mark", async () => {
    const { chain: _, ...terms } = optionBy("eip3009").terms;
    const swept = stateOf(false, false, 0n, { method: 3, payer: depositAddress(terms) });
    expect(await read(swept)).toMatchObject([{ method: "deposit", payer: depositAddress(terms) }]);
    expect(swept.requested("eth_call")).toEqual([]);
    const other = depositAddress({ ...terms, amount: 1n });
    for (const payer of [BUYER, other]) {
      const chain = stateOf(true, true, ALL_BITS, { method: 3, payer });
      await expect(read(chain)).rejects.toThrow(unavailable("a sweep's payer is not the deposit address of its terms"));
    }
  });

  it("or the event is a fault of the node", async () => {
    for (const method of [0, 1, 2]) {
      await expect(read(stateOf(false, false, 0n, { method }))).rejects.toThrow(UNCONFIRMED);
    }
  });

  it("by the trace of these terms, payer and token", async () => {
    for (const method of [0, 1, 2]) {
      await expect(read(stateOf(true, true, BIT, { method, amount: 1n }))).rejects.toThrow(UNCONFIRMED);
    }
    const other = { payer: someone("other") };
    const bitOf = (payer: Address) => 1n << permit2Nonce(termsHash({ ...optionBy("eip3009").terms, payer })).bit;
    for (const [method, nonces] of [
      [0, 0n],
      [1, bitOf(other.payer)],
    ] as const) {
      await expect(read(stateOf(true, true, nonces, { ...other, method }))).rejects.toThrow(UNCONFIRMED);
    }
    await expect(read(stateOf(true, true, ALL_BITS, { token: EURC }))).rejects.toThrow(UNCONFIRMED);
  });

  it("of the native coin only by the router's mark", async () => {
    const coin = { token: COIN, method: 2 };
    const marked = stateOf(false, false, 0n, coin);
    const coinHash = termsHash({ ...optionBy("eip3009").terms, token: COIN });
    marked.contract(ROUTER, paymentRouterAbi, "paid", (hash: Hex) => hash === coinHash);
    expect(await read(marked)).toHaveLength(1);
    await expect(read(stateOf(false, true, ALL_BITS, coin))).rejects.toThrow(UNCONFIRMED);
    await expect(read(stateOf(true, true, ALL_BITS, { token: COIN, method: 0 }))).rejects.toThrow(UNCONFIRMED);
  });

  it("not at all for a token that is not configured", async () => {
    const chain = stateOf(false, false, 0n, { token: someone("stranger's token"), termsHash: hashOf("any") });
    expect(await read(chain)).toHaveLength(1);
    expect(chain.requested("eth_call")).toEqual([]);
  });

  it.each<[number, Address, Abi, string]>([
    [0, USDC, EIP3009, "authorizationState"],
    [1, PERMIT2, NONCES, "nonceBitmap"],
    [2, ROUTER, paymentRouterAbi, "paid"],
  ])("for the method %i only if the contract returns one word", async (method, target, abi, name) => {
    const good = method === 1 ? "ff".repeat(32) : `${"00".repeat(31)}01`;
    const chain = stateOf(false, false, 0n, { method });
    chain.returns(target, abi, name, `0x${good}`);
    expect(await read(chain)).toHaveLength(1);
    for (const data of ["0x", "0x01", `0x${good}${good}`, `0x${good}${"00".repeat(32)}`] as const) {
      chain.returns(target, abi, name, data);
      await expect(read(chain)).rejects.toThrow(UNCONFIRMED);
    }
    chain.contract(target, abi, name, () => {
      throw new Revert(`0x${good}`);
    });
    await expect(read(chain)).rejects.toThrow(UNCONFIRMED);
  });

  it("only if a boolean is 1", async () => {
    const two: Hex = `0x${"00".repeat(31)}02`;
    const marked = stateOf(false, false, 0n, { method: 2 });
    marked.returns(ROUTER, paymentRouterAbi, "paid", two);
    await expect(read(marked)).rejects.toThrow(UNCONFIRMED);
    const used = stateOf(false, false, 0n);
    used.returns(USDC, EIP3009, "authorizationState", two);
    await expect(read(used)).rejects.toThrow(UNCONFIRMED);
  });

  it("event by event, in calls of three hundred", async () => {
    const chain = chainOf(
      Array.from({ length: 601 }, (_, index) => paidLog({ block: 5n, index }, { key: hashOf(`payment ${index}`) })),
    );
    expect(await read(chain)).toHaveLength(601);
    expect(chain.requested("eth_call")).toHaveLength(3);
    for (const index of [299, 300, 600]) {
      const forged = termsHash({ ...optionBy("eip3009").terms, key: hashOf(`payment ${index}`) });
      chain.contract(USDC, EIP3009, "authorizationState", (_payer: Hex, nonce: Hex) => nonce !== forged);
      await expect(read(chain)).rejects.toThrow(UNCONFIRMED);
    }
  });
});

describe("the terms of an event have its hash", () => {
  const CHANGED = unavailable("a payment event's terms do not have its hash");

  it.each<[string, Partial<Paid>]>([
    ["hash", { termsHash: hashOf("other") }],
    ["key", { key: hashOf("other") }],
    ["payer", { payer: someone("other") }],
    ["destination", { destination: someone("other") }],
    ["amount", { amount: 1_000_001n }],
    ["fee", { fee: 4_001n }],
    ["fee receiver", { feeReceiver: someone("other") }],
    ["token", { token: EURC }],
    ["deadline", { deadline: 2_000_000_001n }],
  ])("or the node changed its %s", async (_term, changes) => {
    for (const method of [0, 1, 2]) {
      const chain = chainOf([paidLog({ block: 5n }), paidLog({ block: 5n }, { termsHash: HASH, method, ...changes })]);
      await expect(read(chain)).rejects.toThrow(CHANGED);
      expect(chain.requested("eth_call")).toEqual([]);
    }
  });

  it("or the node confuses two chains or routers", async () => {
    const other = { ...CONFIG, caip2: "eip155:31338" as const };
    await expect(read(chainOf([paidLog({ block: 5n })]), other)).rejects.toThrow("terms do not have its hash");
    const earlier = someone("earlier router");
    const log = paidLog({ block: 5n, address: earlier }, { termsHash: HASH });
    await expect(read(chainOf([log]), { ...CONFIG, router: earlier })).rejects.toThrow(CHANGED);
  });

  it("also with a deadline of any uint256", async () => {
    expect(await read(chainOf([paidLog({ block: 5n }, { deadline: ALL_BITS })]))).toMatchObject([
      { deadlineS: ALL_BITS },
    ]);
  });
});
