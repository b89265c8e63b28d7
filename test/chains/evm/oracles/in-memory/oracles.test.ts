// Third-party contracts that report facts: price feeds and a sanctions list.
import { type Address, encodeAbiParameters, type Hex, multicall3Abi, parseAbi } from "viem";
import { describe, expect, it } from "vitest";
import { ChainUnavailableError } from "../../../../../src/chains/evm/nodes/errors.ts";
import { feedReader } from "../../../../../src/chains/evm/oracles/feeds.ts";
import { sanctionsOracle } from "../../../../../src/chains/evm/oracles/sanctions-oracle.ts";
import { ScreeningSourceError } from "../../../../../src/operations/gateway/screen-accounts.ts";
import {
  BUYER,
  CHAIN,
  CONFIG,
  EURC,
  type MemoryChain,
  MULTICALL3,
  memoryChain,
  Revert,
  silent,
  someone,
  USDC,
} from "../../in-memory/memory-chain.ts";

const word = (value: bigint): Hex => encodeAbiParameters([{ type: "uint256" }], [value]);

describe("price feeds", () => {
  const FEED = parseAbi([
    "function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)",
    "function decimals() view returns (uint8)",
    "function description() view returns (string)",
  ]);
  const [ETH_USD, BROKEN] = [someone("ETH / USD"), someone("broken feed")];

  function feeds(): MemoryChain {
    const chain = memoryChain();
    chain.contract(MULTICALL3, multicall3Abi, "getCurrentBlockTimestamp", () => 1_000n);
    chain.contract(ETH_USD, FEED, "latestRoundData", () => [9n, -5n, 1n, 2n, 8n]);
    chain.contract(ETH_USD, FEED, "decimals", () => 8);
    chain.contract(ETH_USD, FEED, "description", () => "ETH / USD");
    chain.contract(BROKEN, FEED, "decimals", () => {
      throw new Revert(word(8n));
    });
    return chain;
  }
  const READ = {
    description: "ETH / USD",
    decimals: 8,
    round: { roundId: 9n, answer: -5n, startedAtS: 1n, updatedAtS: 2n, answeredInRound: 8n },
  };
  const NONE = { description: null, decimals: null, round: null };

  it("are read at one block, in order; a missing function is null", async () => {
    const chain = feeds();
    expect(await feedReader(chain.connection, CONFIG).read([BROKEN, ETH_USD])).toEqual({
      timeS: 1_000,
      answers: [NONE, READ],
    });
    expect(chain.requests).toHaveLength(1);
  });

  it("are unknown without the block's time", async () => {
    const chain = feeds();
    chain.contract(MULTICALL3, multicall3Abi, "getCurrentBlockTimestamp", () => {
      throw new Revert(word(1_000n));
    });
    const read = feedReader(chain.connection, CONFIG).read([ETH_USD]);
    await expect(read).rejects.toThrow("Multicall3 did not return the block's time");
  });
});

describe("a sanctions list", () => {
  const ABI = parseAbi(["function isSanctioned(address account) view returns (bool)"]);
  const LIST = someone("sanctions list");
  const ask = (chain: MemoryChain, accounts: readonly Address[]) =>
    sanctionsOracle(chain.connection, CONFIG, LIST)(accounts);

  it("tells for each account, in order, with one request", async () => {
    const chain = memoryChain();
    chain.contract(LIST, ABI, "isSanctioned", (account: Address) => account === BUYER);
    expect(await ask(chain, [EURC, BUYER, USDC])).toEqual([false, true, false]);
    expect(chain.requests).toHaveLength(1);
    expect(await ask(chain, [])).toEqual([]);
  });

  it.each<[string, Hex | Revert]>([
    ["no code", "0x"],
    ["another number", word(2n)],
    ["more than a word", `${word(1n)}${"00".repeat(32)}`],
    ["an error", new Revert(word(1n))],
  ])("with %s is no such list", async (_fault, result) => {
    const chain = memoryChain();
    if (result instanceof Revert) {
      chain.contract(LIST, ABI, "isSanctioned", () => {
        throw result;
      });
    } else {
      chain.returns(LIST, ABI, "isSanctioned", result);
    }
    await expect(ask(chain, [BUYER])).rejects.toThrow(
      new ScreeningSourceError(`${CHAIN}: the contract ${LIST} does not implement isSanctioned(address)`),
    );
  });

  it("of a silent chain is unknown", async () => {
    const chain = memoryChain();
    chain.on("eth_call", () => {
      throw silent();
    });
    await expect(ask(chain, [BUYER])).rejects.toThrow(ChainUnavailableError);
  });
});
