// The state of the chain must confirm an event: a node may invent one.
import { type Hex, parseAbi } from "viem";
import { describe, expect, it } from "vitest";
import { paymentRouterAbi } from "../../../../src/chains/evm/abi/payment-router.ts";
import { createReader } from "../../../../src/chains/evm/reader.ts";
import { permit2Nonce } from "../../../../src/chains/evm/used.ts";
import { termsHash } from "../../../../src/payment/terms.ts";
import { block, blockHash, chainOf, paidLog, unavailable } from "./events.ts";
import {
  BUYER,
  COIN,
  CONFIG,
  hashOf,
  type MemoryChain,
  optionBy,
  PERMIT2,
  Revert,
  ROUTER,
  someone,
  USDC,
} from "./memory-chain.ts";

const EIP3009 = parseAbi(["function authorizationState(address authorizer, bytes32 nonce) view returns (bool)"]);
const NONCES = parseAbi(["function nonceBitmap(address owner, uint256 word) view returns (uint256)"]);

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
