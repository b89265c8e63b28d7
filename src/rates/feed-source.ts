// Turns a price feed's answer into a price, or the reason why it is unusable.
import { type Address, isAddressEqual } from "viem";
import { formatStandardUnits } from "../money/amount.ts";
import { fractionOf } from "../money/fraction.ts";
import type { FeedAnswer, PriceFeeds } from "../operations/ports/chain/price-feeds.ts";
import type { FeedSource } from "./config.ts";
import { faultReading, type Reading } from "./reading.ts";

/** Feeds in use have at most 18. */
const DECIMALS_MAX = 36;
/** A feed takes its time from the block, so it cannot be further ahead. */
const AHEAD_MAX_S = 60;
/**
 * Seconds after an L2's sequencer restarts before its feeds are used, so that they are up to date
 * (https://docs.chain.link/data-feeds/l2-sequencer-feeds).
 */
const SEQUENCER_GRACE_S = 3_600n;

/** Reads feeds of one chain in one call. Throws if the chain does not respond. */
export async function readFeeds(feeds: PriceFeeds, sources: readonly FeedSource[], nowS: number): Promise<Reading[]> {
  const addresses = sources.flatMap(({ address, sequencerFeed }) =>
    sequencerFeed ? [address, sequencerFeed] : [address],
  );
  const { timeS, answers } = await feeds.read(addresses);
  const answerOf = (wanted: Address) => answers[addresses.findIndex((address) => isAddressEqual(address, wanted))];
  return sources.map((source) => {
    const sequencer = source.sequencerFeed && sequencerFault(answerOf(source.sequencerFeed), timeS);
    return sequencer
      ? faultReading("refused", sequencer)
      : toReading(source, answerOf(source.address), { timeS, nowS });
  });
}

/** @param clocks the chain's, which may have stopped, and ours, which may be behind it */
function toReading(
  { description, maxAgeS }: FeedSource,
  answer: FeedAnswer | undefined,
  { timeS, nowS }: { readonly timeS: number; readonly nowS: number },
): Reading {
  const { round, decimals } = answer ?? {};
  if (!answer || !round) return faultReading("refused", "is not a price feed (latestRoundData)");
  if (withoutSpaces(answer.description ?? "") !== withoutSpaces(description)) {
    const found = (answer.description ?? "nothing").slice(0, 60);
    return faultReading(
      "refused",
      `has the description "${found}", not "${description}": correct address or description`,
    );
  }
  if (typeof decimals !== "number" || decimals > DECIMALS_MAX) {
    return faultReading("refused", `has ${decimals ?? "no"} decimals, expected 0 to ${DECIMALS_MAX}`);
  }
  if (round.answer <= 0n) return faultReading("refused", `answers ${round.answer}, which is not a price`);
  if (round.updatedAtS === 0n || round.answeredInRound < round.roundId) {
    return faultReading("refused", "answers with an incomplete round");
  }
  if (round.updatedAtS > BigInt(timeS + AHEAD_MAX_S)) return faultReading("refused", "has a time in the future");
  const ageS = timeS - Number(round.updatedAtS);
  if (ageS > maxAgeS)
    return faultReading("stale", `is ${ageS} s old by its chain's clock, expected at most ${maxAgeS}`);
  return {
    kind: "observation",
    observation: {
      price: fractionOf(round.answer, decimals),
      text: formatStandardUnits(round.answer, decimals),
      observedAtS: Math.min(Number(round.updatedAtS), nowS),
    },
  };
}

const withoutSpaces = (text: string): string => text.replaceAll(/\s/g, "");

/** Why the chain's sequencer makes its feeds unusable; null if it is up (its feed then returns 0). */
function sequencerFault(answer: FeedAnswer | undefined, timeS: number): string | null {
  if (!answer?.round) return "cannot be used: its sequencer feed does not respond";
  const { answer: isDown, startedAtS } = answer.round;
  if (isDown !== 0n || startedAtS === 0n) return "cannot be used: the chain's sequencer is down";
  if (BigInt(timeS) - startedAtS > SEQUENCER_GRACE_S) return null;
  return `cannot be used: the chain's sequencer has been up for less than ${SEQUENCER_GRACE_S} s`;
}
