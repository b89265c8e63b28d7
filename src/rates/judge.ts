// One price out of what a pair's sources said: the median of those that can be believed, if they are enough and agree.
import { compare, type Fraction, median, multiply, subtract } from "../money/fraction.ts";
import type { Pair, Source } from "./config.ts";
import { type Fault, fault, type Observation, type Reading } from "./reading.ts";

export interface SourceState {
  readonly source: Source;
  /** What was last observed, whether or not it can be used. */
  readonly observation: Observation | null;
  /** Why it is not used; null where it is. */
  readonly fault: Fault | null;
}

export interface PairState {
  readonly pair: Pair;
  /** Null where there is no rate, and then `fault` says why. */
  readonly price: Fraction | null;
  readonly fault: Fault | null;
  readonly sources: readonly SourceState[];
}

const PPM = 1_000_000n;
/** Ahead of our clock by no more than clocks differ. */
const AHEAD_MAX_S = 60;

/** @param readings of the pair's sources, in order */
export function judgePair(pair: Pair, readings: readonly Reading[], nowS: number): PairState {
  const sources = pair.sources.map((source, index) => judgeSource(pair, source, readings[index], nowS));
  const prices = sources.flatMap((state) => (state.fault || !state.observation ? [] : [state.observation.price]));
  const refusal = (found: { readonly fault: Fault }): PairState => ({ pair, price: null, fault: found.fault, sources });
  if (prices.length < Math.max(pair.minSources, 1)) {
    return refusal(
      fault("too_few", `${prices.length} of ${sources.length} sources can be used, ${pair.minSources} are needed`),
    );
  }
  const middle = median(prices);
  if (isWithin(prices, middle, pair.maxSpreadPpm)) return { pair, price: middle, fault: null, sources };
  return refusal(fault("spread", `the ${prices.length} sources that can be used disagree by more than is allowed`));
}

function judgeSource(
  { minPrice, maxPrice }: Pair,
  source: Source,
  reading: Reading | undefined,
  nowS: number,
): SourceState {
  if (!reading) return { source, observation: null, ...fault("unreachable", "was not read yet") };
  if ("fault" in reading) return { source, observation: null, fault: reading.fault };
  const { observation } = reading;
  const state = (found: { readonly fault: Fault | null }): SourceState => ({ source, observation, ...found });
  const ageS = nowS - observation.observedAtS;
  if (ageS > source.maxAgeS) return state(fault("stale", `is ${ageS} s old, expected at most ${source.maxAgeS}`));
  // A date that was mistyped, or a clock that was set back: such a price would not age for as long.
  if (ageS < -AHEAD_MAX_S) return state(fault("refused", `has a time ${-ageS} s in the future`));
  const isUnlikely =
    (minPrice && compare(observation.price, minPrice) < 0) || (maxPrice && compare(observation.price, maxPrice) > 0);
  return state(isUnlikely ? fault("unlikely", "is outside of minPrice to maxPrice") : { fault: null });
}

/** Whether the largest and the smallest lie at most `ppm` parts per million of the median apart. */
function isWithin(prices: readonly Fraction[], middle: Fraction, ppm: bigint): boolean {
  const sorted = prices.toSorted(compare);
  const [least = middle] = sorted;
  const most = sorted.at(-1) ?? middle;
  return compare(subtract(most, least), multiply(middle, { numerator: ppm, denominator: PPM })) <= 0;
}
