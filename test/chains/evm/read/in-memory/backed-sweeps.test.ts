// A large sweep counts only once independent nodes show it with the deposits that it passed on.
import { encodeEventTopics, erc20Abi, type Hex, numberToHex } from "viem";
import { expect, it } from "vitest";
import type { WatchedEndpoint } from "../../../../../src/chains/evm/nodes/watched-endpoint.ts";
import { toTransfers } from "../../../../../src/chains/evm/read/deposits.ts";
import { provenBySources } from "../../../../../src/chains/evm/read/second-source.ts";
import { toPaidEvent } from "../../../../../src/chains/evm/router/paid-event.ts";
import { blockHash, paidLog } from "../../in-memory/events.ts";
import { BUYER, CONFIG, hashOf, memoryChain, ROUTER, someone, USDC } from "../../in-memory/memory-chain.ts";

const SWEEP = paidLog({ block: 6n, index: 9 }, { method: 3 });

const depositLog = (index: number, amount: bigint, block = 5n, hash = blockHash(block)) => ({
  address: USDC,
  topics: encodeEventTopics({ abi: erc20Abi, eventName: "Transfer", args: { from: someone("sender"), to: BUYER } }),
  data: numberToHex(amount, { size: 32 }),
  blockNumber: numberToHex(block),
  blockHash: hash,
  transactionHash: hashOf(`deposit ${index}`),
  transactionIndex: "0x0",
  logIndex: numberToHex(index),
  removed: false,
});
type DepositLog = ReturnType<typeof depositLog>;

const DEPOSITS = [depositLog(1, 600_000n), depositLog(2, 400_000n)];

const shows = (host: string, deposits: readonly DepositLog[]): WatchedEndpoint => ({
  host,
  logRange: { max: () => 500, served: () => {}, failed: () => {} },
  status: () => "ready",
  request: async (method, params) => {
    const [what] = params as [{ address: unknown; blockHash: Hex } | string];
    if (typeof what === "string") {
      const number = what === "latest" ? 9n : BigInt(what);
      return { number: numberToHex(number), hash: blockHash(number) };
    }
    expect(method).toBe("eth_getLogs");
    if (what.address === ROUTER) return [SWEEP];
    return deposits.filter((log) => log.blockHash === what.blockHash);
  },
  probe: () => {},
  readHead: async () => null,
  readBlockTimeS: async () => null,
  setOutOfStep: () => {},
});

it.each<[string, readonly DepositLog[], boolean]>([
  ["shows all deposits", DEPOSITS, true],
  ["shows too few of them", DEPOSITS.slice(1), false],
  ["shows none", [], false],
  ["shows smaller ones", [depositLog(1, 599_999n), depositLog(2, 400_000n)], false],
  ["shows them in another transaction", [depositLog(3, 600_000n), depositLog(2, 400_000n)], false],
  ["shows one in another branch", [depositLog(1, 600_000n, 5n, hashOf("branch")), depositLog(2, 400_000n)], false],
])("a sweep that both nodes show, of which the second %s", async (_, shown, isProven) => {
  const sources = [shows("a.example", DEPOSITS), shows("b.example", shown)];
  const deposits = toTransfers(DEPOSITS as never, CONFIG, { from: 5n, to: 5n });
  const transfer = toPaidEvent(SWEEP as never, CONFIG, 6n, 6n);
  const proof = { sources: 2, depth: 3, finality: null } as const;
  const item = { transfer, proof, backing: { deposits, needed: 1_000_000n } };
  expect(await provenBySources(memoryChain({ sources }).connection, CONFIG, [item])).toEqual(isProven ? [item] : []);
});
