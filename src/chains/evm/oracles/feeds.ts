// Reads the price feeds of one chain in one call, without judging their values.
import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, multicall3Abi, parseAbi } from "viem";
import type { FeedAnswer, FeedRound, PriceFeeds } from "../../../operations/ports/chain/price-feeds.ts";
import type { EvmChainConfig } from "../config/config.ts";
import type { Connection } from "../nodes/client.ts";
import { withChainErrors } from "../nodes/errors.ts";
import { multicallOf, type SubCall, type SubResult } from "../nodes/multicall.ts";

/** https://docs.chain.link/data-feeds/api-reference, AggregatorV3Interface. */
const FEED = parseAbi([
  // roundId, answer, startedAt, updatedAt, answeredInRound
  "function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)",
  "function decimals() view returns (uint8)",
  "function description() view returns (string)",
]);

const READS = ["latestRoundData", "decimals", "description"] as const;

type FeedChain = Pick<EvmChainConfig, "caip2" | "multicall3" | "chainNumber">;

export function feedReader(connection: Connection, config: FeedChain): PriceFeeds {
  return {
    read: (addresses) =>
      withChainErrors(config.caip2, async () => {
        const calls = [timeCall(config.multicall3), ...addresses.flatMap(feedCalls)];
        const [time, ...results] = await multicallOf(connection, config, calls);
        return {
          timeS: timeOf(time),
          answers: addresses.map((_, index) =>
            toAnswer(results.slice(index * READS.length, (index + 1) * READS.length)),
          ),
        };
      }),
  };
}

const timeCall = (multicall3: Address): SubCall => ({
  target: multicall3,
  callData: encodeFunctionData({ abi: multicall3Abi, functionName: "getCurrentBlockTimestamp" }),
});

function timeOf(result: SubResult | undefined): number {
  if (!result?.success) throw new TypeError("Multicall3 did not return the block's time");
  const data = result.returnData;
  return Number(decodeFunctionResult({ abi: multicall3Abi, functionName: "getCurrentBlockTimestamp", data }));
}

const feedCalls = (target: Address): SubCall[] =>
  READS.map((functionName) => ({ target, callData: encodeFunctionData({ abi: FEED, functionName }) }));

function toAnswer([round, decimals, description]: readonly SubResult[]): FeedAnswer {
  return {
    round: decoded(round, (data) =>
      toRound(decodeFunctionResult({ abi: FEED, functionName: "latestRoundData", data })),
    ),
    decimals: decoded(decimals, (data) => decodeFunctionResult({ abi: FEED, functionName: "decimals", data })),
    description: decoded(description, (data) => decodeFunctionResult({ abi: FEED, functionName: "description", data })),
  };
}

const toRound = ([roundId, answer, startedAtS, updatedAtS, answeredInRound]: readonly [
  bigint,
  bigint,
  bigint,
  bigint,
  bigint,
]): FeedRound => ({ roundId, answer, startedAtS, updatedAtS, answeredInRound });

function decoded<T>(result: SubResult | undefined, decode: (data: Hex) => T): T | null {
  if (!result?.success) return null;
  try {
    return decode(result.returnData);
  } catch {
    return null; // a different contract, or none
  }
}
