// Gauges of the market rates, set when the metrics are read.
import { gauge, type OpenMetrics } from "./gauge.ts";

export interface RateSample {
  /** For example ETH/USD. */
  readonly pair: string;
  /** False: options that need it are not offered. */
  readonly isKnown: boolean;
  readonly sources: readonly {
    readonly source: string;
    /** False: it has no price, or one that is too old or outside minPrice to maxPrice. */
    readonly isUsed: boolean;
    /** The age of its newest price; null if it has none. */
    readonly ageS: number | null;
  }[];
}

/** @param read never rejects */
export function registerRates(registry: OpenMetrics, read: () => Promise<readonly RateSample[]>): () => Promise<void> {
  const known = gauge(registry, "turnpike_rate_up", "1 if the pair has a rate", ["pair"]);
  const use = "1 if the source's price is used; 0 if there is none, or it is too old or outside minPrice to maxPrice";
  const used = gauge(registry, "turnpike_rate_source_up", use, ["pair", "source"]);
  const since = "Age of the source's newest price, by the database's clock; absent without one";
  const age = gauge(registry, "turnpike_rate_source_age_seconds", since, ["pair", "source"]);
  return async () => {
    const samples = await read();
    for (const each of [known, used, age]) each.reset();
    for (const { pair, isKnown, sources } of samples) {
      known.set({ pair }, isKnown ? 1 : 0);
      for (const { source, isUsed, ageS } of sources) {
        used.set({ pair, source }, isUsed ? 1 : 0);
        if (ageS !== null) age.set({ pair, source }, ageS);
      }
    }
  };
}
