// The fees that the relayer bids, and the fees that a buyer's wallet would bid.
import { type Hex, parseGwei } from "viem";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { bumpedFees, currentFees, gasPriceReader } from "../../../../../src/chains/evm/nodes/fees.ts";
import { relayerFunds } from "../../../../../src/chains/evm/relay/relayer-funds.ts";
import { createWriter } from "../../../../../src/chains/evm/relay/writer.ts";
import { CONFIG, type MemoryChain, memoryChain, someone } from "../../in-memory/memory-chain.ts";

const writerOf = (chain: MemoryChain, config = CONFIG) => createWriter(chain.connection, config, []);

/** A chain with this next base fee and tip, in wei. */
function pricedAt(baseFee: bigint | null, tip: bigint): MemoryChain {
  const chain = memoryChain();
  const hex = (value: bigint) => `0x${value.toString(16)}`;
  chain.on("eth_feeHistory", () => ({
    oldestBlock: "0x1",
    baseFeePerGas: baseFee === null ? [] : [hex(1n), hex(baseFee)],
    gasUsedRatio: [0.5],
    reward: [],
  }));
  chain.on("eth_maxPriorityFeePerGas", () => hex(tip));
  return chain;
}

describe("the fees", () => {
  it.each([
    [parseGwei("10"), parseGwei("2"), parseGwei("22"), parseGwei("2")],
    [parseGwei("90"), parseGwei("2"), parseGwei("100"), parseGwei("2")],
    [parseGwei("10"), parseGwei("200"), parseGwei("100"), parseGwei("100")],
  ])(
    "with a base fee of %i and a tip of %i are %i and %i: twice the base fee plus the tip, capped",
    async (baseFee, tip, max, priority) => {
      const chain = pricedAt(baseFee, tip);
      const fees = { maxFeePerGas: max, maxPriorityFeePerGas: priority };
      expect(await currentFees(chain.connection, CONFIG)).toEqual(fees);
      expect(await writerOf(chain).fees()).toEqual(fees);
    },
  );

  it("need EIP-1559", async () => {
    const { connection } = pricedAt(null, 1n);
    await expect(currentFees(connection, CONFIG)).rejects.toThrow("the chain lacks EIP-1559");
  });

  it.each([
    // previous max and tip, current max and tip, cap, expected max and tip
    [80n, 8n, 10n, 1n, 1_000n, 90n, 9n],
    [81n, 9n, 10n, 1n, 1_000n, 92n, 11n],
    [80n, 8n, 200n, 20n, 1_000n, 200n, 20n],
    [80n, 8n, 2_000n, 20n, 1_000n, 1_000n, 20n],
    [80n, 8n, 10n, 300n, 1_000n, 300n, 300n],
    [80n, 8n, 10n, 1n, 90n, 90n, 9n],
    [80n, 8n, 10n, 90n, 90n, 90n, 90n],
  ])("of %i/%i are raised at %i/%i, capped at %i, to %i/%i", (max, tip, nowMax, nowTip, cap, newMax, newTip) => {
    const previous = { maxFeePerGas: max, maxPriorityFeePerGas: tip };
    const current = { maxFeePerGas: nowMax, maxPriorityFeePerGas: nowTip };
    expect(bumpedFees(previous, current, cap)).toEqual({ maxFeePerGas: newMax, maxPriorityFeePerGas: newTip });
  });

  it.each([
    [80n, 8n, 10n, 1n, 89n],
    [80n, 8n, 10n, 91n, 90n],
  ])("of %i/%i are not raised at %i/%i, capped at %i", (max, tip, nowMax, nowTip, cap) => {
    const previous = { maxFeePerGas: max, maxPriorityFeePerGas: tip };
    expect(bumpedFees(previous, { maxFeePerGas: nowMax, maxPriorityFeePerGas: nowTip }, cap)).toBeNull();
  });

  it("of a replacement follow the chain's current ones", async () => {
    const chain = pricedAt(parseGwei("10"), parseGwei("2"));
    const previous = { maxFeePerGas: parseGwei("8"), maxPriorityFeePerGas: parseGwei("1") };
    expect(await writerOf(chain).bumped(previous)).toEqual({
      maxFeePerGas: parseGwei("22"),
      maxPriorityFeePerGas: parseGwei("2"),
    });
    expect(await writerOf(chain, { ...CONFIG, maxFeePerGas: parseGwei("8") }).bumped(previous)).toBeNull();
  });
});

describe("a relayer's funds", () => {
  const NEEDED = 700_000n * parseGwei("22");
  const FULL_BATCH = 16_700_000n * parseGwei("22");
  function fundsOf(balances: readonly bigint[]) {
    const chain = pricedAt(parseGwei("10"), parseGwei("2"));
    const relayers = balances.map((_, index) => someone(`relayer ${index}`));
    chain.on("eth_getBalance", (address: Hex) => `0x${(balances[relayers.indexOf(address)] ?? 0n).toString(16)}`);
    return relayerFunds(chain.connection, CONFIG, relayers)();
  }

  it.each([
    [0n, false, true],
    [NEEDED - 1n, false, true],
    [NEEDED, true, true],
    [FULL_BATCH - 1n, true, true],
    [FULL_BATCH, true, false],
  ])("of %i pay the gas of one payment: %s, and are low for a full batch: %s", async (balance, canPay, isLow) => {
    expect(await fundsOf([balance])).toEqual([
      { relayer: someone("relayer 0"), balance, batchCost: FULL_BATCH, canPay, isLow },
    ]);
  });

  it("are told of each relayer, in order", async () => {
    expect(await fundsOf([NEEDED, FULL_BATCH, 1n])).toEqual([
      { relayer: someone("relayer 0"), balance: NEEDED, batchCost: FULL_BATCH, canPay: true, isLow: true },
      { relayer: someone("relayer 1"), balance: FULL_BATCH, batchCost: FULL_BATCH, canPay: true, isLow: false },
      { relayer: someone("relayer 2"), balance: 1n, batchCost: FULL_BATCH, canPay: false, isLow: true },
    ]);
  });

  it("of no relayers are not asked for", async () => {
    const chain = memoryChain();
    expect(await relayerFunds(chain.connection, CONFIG, [])()).toEqual([]);
    expect(chain.requests).toEqual([]);
  });
});

describe("the gas price for buyers", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
  afterEach(() => void vi.useRealTimers());

  it.each([
    [2, 2_000],
    [0.25, 1_000],
  ])("is kept for one block of %d s, but at least a second", async (blockTimeS, keptMs) => {
    const chain = pricedAt(parseGwei("90"), parseGwei("200"));
    const price = gasPriceReader(chain.connection, { blockTimeS });
    expect(await Promise.all([price(), price()])).toEqual([parseGwei("380"), parseGwei("380")]);
    vi.advanceTimersByTime(keptMs);
    await price();
    expect(chain.requested("eth_feeHistory")).toHaveLength(1);
    vi.advanceTimersByTime(1);
    await price();
    expect(chain.requested("eth_feeHistory")).toHaveLength(2);
  });

  it("is read again after a failure", async () => {
    const chain = pricedAt(null, 1n);
    const price = gasPriceReader(chain.connection, { blockTimeS: 2 });
    await expect(price()).rejects.toThrow(TypeError);
    chain.on("eth_feeHistory", () => ({ oldestBlock: "0x1", baseFeePerGas: ["0x5"], gasUsedRatio: [], reward: [] }));
    expect(await price()).toBe(11n);
  });
});
