// Price feeds on a chain, as Chainlink's AggregatorV3Interface has them: what they answered, not yet judged.
import type { Address } from "viem";

/** `latestRoundData()`. */
export interface FeedRound {
  readonly roundId: bigint;
  readonly answer: bigint;
  /** Unix seconds; 0 where the round has not begun. */
  readonly startedAtS: bigint;
  /** Unix seconds; 0 where the round is not complete. */
  readonly updatedAtS: bigint;
  readonly answeredInRound: bigint;
}

/** Each part null where the contract has no such function, or answered with something else. */
export interface FeedAnswer {
  readonly description: string | null;
  readonly decimals: number | null;
  readonly round: FeedRound | null;
}

export interface FeedAnswers {
  /** Unix seconds of the block that was asked. */
  readonly timeS: number;
  /** In the order of the addresses. */
  readonly answers: readonly FeedAnswer[];
}

export interface PriceFeeds {
  /** Reads all of them as of one block. Throws where the chain does not answer. */
  read(addresses: readonly Address[]): Promise<FeedAnswers>;
}
