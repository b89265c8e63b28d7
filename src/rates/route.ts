// Which pairs lead from an asset to a currency: ETH to EUR by ETH/USD and EUR/USD. It is the configuration's to say, not
// the day's: what is quoted by is the same whichever source is down.
import type { Pair } from "./config.ts";

export interface Leg {
  readonly pair: Pair;
  /** The way goes from the pair's quote to its base. */
  readonly isReversed: boolean;
}

/** Over one currency there are two, and each more adds the errors of its price. */
const LEGS_MAX = 3;

/** The way of the fewest legs, and of those the first of the file; null where there is none. */
export function routeBetween(pairs: readonly Pair[], from: string, to: string): readonly Leg[] | null {
  let ways: { readonly at: string; readonly legs: readonly Leg[] }[] = [{ at: from, legs: [] }];
  const seen = new Set([from]);
  for (let length = 1; length <= LEGS_MAX; length++) {
    const longer: typeof ways = [];
    for (const { at, legs } of ways) {
      for (const pair of pairs) {
        const next = otherSide(pair, at);
        if (next === null || seen.has(next)) continue;
        const way = [...legs, { pair, isReversed: next === pair.base }];
        if (next === to) return way;
        seen.add(next);
        longer.push({ at: next, legs: way });
      }
    }
    ways = longer;
  }
  return null;
}

function otherSide({ base, quote }: Pair, side: string): string | null {
  if (side === base) return quote;
  return side === quote ? base : null;
}
