// Raw readings of price feeds on a chain (Chainlink's AggregatorV3Interface).
import type { Address } from "viem";

/** `latestRoundData()`. */
export interface FeedRound {
  readonly roundId: bigint;
  readonly answer: bigint;
  /** Unix seconds; 0 if the round has not begun. */
  readonly startedAtS: bigint;
  /** Unix seconds; 0 if the round is not complete. */
  readonly updatedAtS: bigint;
  readonly answeredInRound: bigint;
}

/** A part is null if the contract lacks the function or returned something else. */
export interface FeedAnswer {
  readonly description: string | null;
  readonly decimals: number | null;
  readonly round: FeedRound | null;
}

export interface FeedAnswers {
  /** Unix seconds of the block that was read. */
  readonly timeS: number;
  /** Answers are in the order of the addresses. */
  readonly answers: readonly FeedAnswer[];
}

export interface PriceFeeds {
  /** Reads all of them at one block. @throws if the chain does not respond */
  read(addresses: readonly Address[]): Promise<FeedAnswers>;
}
