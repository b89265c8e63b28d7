// Reads of which accounts have code: the call's results, and a node's faults.
import { type Address, concat, type Hex, numberToHex, pad } from "viem";
import { describe, expect, it } from "vitest";
import { accountsWithCode, CODE_SIZES, codeReader } from "../../../../../src/chains/evm/verify/code-sizes.ts";
import { BUYER, CONFIG, MERCHANT, memoryChain, ROUTER } from "../../in-memory/memory-chain.ts";

const word = (value: number): Hex => numberToHex(value, { size: 32 });
const HERE = CONFIG.chainNumber;

/** A node whose call returns these words. */
function returning(...words: readonly Hex[]) {
  const chain = memoryChain();
  chain.on("eth_call", () => concat(words));
  return chain;
}

describe("accounts with code", () => {
  it("are those whose size is not zero, in the order asked", async () => {
    const chain = returning(word(0), word(1), word(23), word(HERE));
    expect(await accountsWithCode(chain.connection, CONFIG, [BUYER, ROUTER, MERCHANT])).toEqual([ROUTER, MERCHANT]);
    const data = concat([CODE_SIZES, pad(BUYER, { size: 32 }), pad(ROUTER, { size: 32 }), pad(MERCHANT, { size: 32 })]);
    expect(chain.requested("eth_call")).toEqual([[{ data }, "latest"]]);
  });

  it.each([
    ["nothing", []],
    ["a word too few", [word(HERE)]],
    ["a word too many", [word(0), word(HERE), word(HERE)]],
  ])("are unknown if the node returns %s", async (_, words) => {
    const { connection } = returning(...words);
    const asked = accountsWithCode(connection, CONFIG, [BUYER]);
    await expect(asked).rejects.toThrow("the call for code sizes returned another number of words");
  });

  it("are unknown if the answer is not hex", async () => {
    const chain = memoryChain();
    chain.on("eth_call", () => "z".repeat(2 + 64 * 2));
    await expect(accountsWithCode(chain.connection, CONFIG, [BUYER])).rejects.toThrow("another number of words");
  });

  it("are unknown on another chain", async () => {
    const { connection } = returning(word(1), word(HERE + 1));
    const asked = accountsWithCode(connection, CONFIG, [BUYER]);
    await expect(asked).rejects.toThrow(new TypeError("the node read code sizes on another chain"));
  });
});

describe("concurrent questions", () => {
  it("share a call, in which an account occurs once", async () => {
    const chain = memoryChain();
    chain.on("eth_call", ({ data }: { data: Hex }) => {
      const asked = (data.length - CODE_SIZES.length) / 64;
      return concat([...Array.from({ length: asked }, (_, index) => word(index)), word(HERE)]);
    });
    const hasCode = codeReader(chain.connection, CONFIG);
    const accounts: Address[] = [BUYER, ROUTER, BUYER, ROUTER];
    expect(await Promise.all(accounts.map(hasCode))).toEqual([false, true, false, true]);
    expect(chain.requested("eth_call")).toHaveLength(1);
  });

  it("take several calls of at most 500 accounts, two at a time", async () => {
    const chain = memoryChain();
    const sizes: number[] = [];
    let open = 0;
    let mostOpen = 0;
    chain.on("eth_call", async ({ data }: { data: Hex }) => {
      const asked = (data.length - CODE_SIZES.length) / 64;
      sizes.push(asked);
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      await new Promise((resolve) => setTimeout(resolve, 5));
      open -= 1;
      return concat([...Array.from({ length: asked }, () => word(1)), word(HERE)]);
    });
    const hasCode = codeReader(chain.connection, CONFIG);
    const accounts = Array.from({ length: 1_600 }, (_, index): Address => pad(numberToHex(index + 1), { size: 20 }));
    expect(new Set(await Promise.all(accounts.map(hasCode)))).toEqual(new Set([true]));
    expect(sizes).toEqual([500, 500, 500, 100]);
    expect(mostOpen).toBe(2);
  });
});
