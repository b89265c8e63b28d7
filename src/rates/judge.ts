// Combines a pair's sources into one price: the median of the usable ones, if there are enough and they agree.
import { compare, type Fraction, median, multiply, subtract } from "../money/fraction.ts";
import type { Pair, Source } from "./config.ts";
import { type Fault, fault, type Observation, type Reading } from "./reading.ts";

export interface SourceState {
  readonly source: Source;
  /** The last observation, usable or not. */
  readonly observation: Observation | null;
  /** Why it is not used; null if it is. */
  readonly fault: Fault | null;
}

export interface PairState {
  readonly pair: Pair;
  /** Null if there is no rate; `fault` then says why. */
  readonly price: Fraction | null;
  readonly fault: Fault | null;
  readonly sources: readonly SourceState[];
}

const PPM = 1_000_000n;
/** Tolerated clock difference. */
const AHEAD_MAX_S = 60;

/** @param readings of the pair's sources, in order */
export function judgePair(pair: Pair, readings: readonly Reading[], nowS: number): PairState {
  const sources = pair.sources.map((source, index) => judgeSource(pair, source, readings[index], nowS));
  const prices = sources.flatMap((state) => (state.fault || !state.observation ? [] : [state.observation.price]));
  const refusal = (found: Fault): PairState => ({ pair, price: null, fault: found, sources });
  if (prices.length < Math.max(pair.minSources, 1)) {
    return refusal(
      fault("too_few", `${prices.length} of ${sources.length} sources are usable, ${pair.minSources} needed`),
    );
  }
  const middle = median(prices);
  if (isWithin(prices, middle, pair.maxSpreadPpm)) return { pair, price: middle, fault: null, sources };
  return refusal(fault("spread", `the ${prices.length} usable sources disagree by more than the allowed spread`));
}

function judgeSource(
  { minPrice, maxPrice }: Pair,
  source: Source,
  reading: Reading | undefined,
  nowS: number,
): SourceState {
  if (!reading) return { source, observation: null, fault: fault("unreachable", "was not read yet") };
  if (reading.kind === "fault") return { source, observation: null, fault: reading.fault };
  const { observation } = reading;
  const state = (found: Fault | null): SourceState => ({ source, observation, fault: found });
  const ageS = nowS - observation.observedAtS;
  if (ageS > source.maxAgeS) return state(fault("stale", `is ${ageS} s old, expected at most ${source.maxAgeS}`));
  // A mistyped date, or a clock set back: such a price would not age until then.
  if (ageS < -AHEAD_MAX_S) return state(fault("refused", `has a time ${-ageS} s in the future`));
  const isUnlikely =
    (minPrice && compare(observation.price, minPrice) < 0) || (maxPrice && compare(observation.price, maxPrice) > 0);
  return state(isUnlikely ? fault("unlikely", "is outside minPrice to maxPrice") : null);
}

/** Whether the highest and the lowest price differ by at most `ppm` parts per million of the median. */
function isWithin(prices: readonly Fraction[], middle: Fraction, ppm: bigint): boolean {
  const sorted = prices.toSorted(compare);
  const [least = middle] = sorted;
  const most = sorted.at(-1) ?? middle;
  return compare(subtract(most, least), multiply(middle, { numerator: ppm, denominator: PPM })) <= 0;
}
