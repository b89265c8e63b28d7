// A feed's answer becomes a price, or the reason why it is none.
import { type Address, isAddressEqual } from "viem";
import { formatStandardUnits } from "../money/amount.ts";
import { fractionOf } from "../money/fraction.ts";
import type { FeedAnswer, PriceFeeds } from "../operations/ports/price-feeds.ts";
import type { FeedSource } from "./config.ts";
import { fault, type Reading } from "./reading.ts";

/** 18 is the most in use; 10 to a higher power is somebody's joke. */
const DECIMALS_MAX = 36;
/** A feed takes its time from the block; one ahead of it makes its times up. */
const AHEAD_MAX_S = 60;
/**
 * Since an L2's sequencer is back: prices that were updated while nobody could use the chain get their updates first
 * (https://docs.chain.link/data-feeds/l2-sequencer-feeds).
 */
const SEQUENCER_GRACE_S = 3_600n;

/** Reads feeds of one chain, all in one call. Throws where the chain does not answer. */
export async function readFeeds(feeds: PriceFeeds, sources: readonly FeedSource[], nowS: number): Promise<Reading[]> {
  const addresses = sources.flatMap(({ address, sequencerFeed }) =>
    sequencerFeed ? [address, sequencerFeed] : [address],
  );
  const { timeS, answers } = await feeds.read(addresses);
  const answerOf = (wanted: Address) => answers[addresses.findIndex((address) => isAddressEqual(address, wanted))];
  return sources.map((source) => {
    const sequencer = source.sequencerFeed && sequencerFault(answerOf(source.sequencerFeed), timeS);
    return sequencer ? fault("refused", sequencer) : toReading(source, answerOf(source.address), { timeS, nowS });
  });
}

/** @param clocks the chain's and ours: a chain may stand still, and ours may be behind the chain's */
function toReading(
  { description, maxAgeS }: FeedSource,
  answer: FeedAnswer | undefined,
  { timeS, nowS }: { readonly timeS: number; readonly nowS: number },
): Reading {
  const { round, decimals } = answer ?? {};
  if (!answer || !round) return fault("refused", "does not answer as a price feed (latestRoundData)");
  if (withoutSpaces(answer.description ?? "") !== withoutSpaces(description)) {
    const found = (answer.description ?? "nothing").slice(0, 60);
    return fault("refused", `says that it is "${found}", not "${description}": correct its address, or description`);
  }
  if (typeof decimals !== "number" || decimals > DECIMALS_MAX) {
    return fault("refused", `has ${decimals ?? "no"} decimals, expected 0 to ${DECIMALS_MAX}`);
  }
  if (round.answer <= 0n) return fault("refused", `answers ${round.answer}, which is no price`);
  if (round.updatedAtS === 0n || round.answeredInRound < round.roundId) {
    return fault("refused", "answers with a round that is not complete");
  }
  if (round.updatedAtS > BigInt(timeS + AHEAD_MAX_S)) return fault("refused", "has a time in the future");
  const ageS = timeS - Number(round.updatedAtS);
  if (ageS > maxAgeS) return fault("stale", `is ${ageS} s old by its chain's clock, expected at most ${maxAgeS}`);
  return {
    observation: {
      price: fractionOf(round.answer, decimals),
      text: formatStandardUnits(round.answer, decimals),
      observedAtS: Math.min(Number(round.updatedAtS), nowS),
    },
  };
}

const withoutSpaces = (text: string): string => text.replaceAll(/\s/g, "");

/** Why the chain's sequencer makes its feeds unusable; null where it runs. Its feed answers 0 while it is up. */
function sequencerFault(answer: FeedAnswer | undefined, timeS: number): string | null {
  if (!answer?.round) return "cannot be used: its sequencer feed does not answer";
  const { answer: isDown, startedAtS } = answer.round;
  if (isDown !== 0n || startedAtS === 0n) return "cannot be used: the chain's sequencer is down";
  if (BigInt(timeS) - startedAtS > SEQUENCER_GRACE_S) return null;
  return `cannot be used: the chain's sequencer is up for less than ${SEQUENCER_GRACE_S} s`;
}
