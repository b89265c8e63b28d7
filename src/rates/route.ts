// The pairs that lead from an asset to a currency: ETH to EUR by ETH/USD and EUR/USD. The route depends only on the
// configuration, not on which sources are available.
import type { Pair } from "./config.ts";

export interface Leg {
  readonly pair: Pair;
  /** The leg goes from the pair's quote to its base. */
  readonly isReversed: boolean;
}

/** A route over one currency has two legs; each further one adds the error of its price. */
const LEGS_MAX = 3;

/** The route with the fewest legs, and of those the first in the file; null if there is none. */
export function routeBetween(pairs: readonly Pair[], from: string, to: string): readonly Leg[] | null {
  let routes: { readonly at: string; readonly legs: readonly Leg[] }[] = [{ at: from, legs: [] }];
  const seen = new Set([from]);
  for (let length = 1; length <= LEGS_MAX; length++) {
    const longer: typeof routes = [];
    for (const { at, legs } of routes) {
      for (const pair of pairs) {
        const next = otherSide(pair, at);
        if (next === null || seen.has(next)) continue;
        const route = [...legs, { pair, isReversed: next === pair.base }];
        if (next === to) return route;
        seen.add(next);
        longer.push({ at: next, legs: route });
      }
    }
    routes = longer;
  }
  return null;
}

function otherSide({ base, quote }: Pair, side: string): string | null {
  if (side === base) return quote;
  return side === quote ? base : null;
}
