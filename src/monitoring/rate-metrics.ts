// Gauges of the market rates, set when the metrics are read.
import { Gauge, type OpenMetricsContentType, type Registry } from "prom-client";

export interface RateSample {
  /** For example ETH/USD. */
  readonly pair: string;
  /** False: options that need it are not offered. */
  readonly isKnown: boolean;
  readonly sources: readonly {
    readonly source: string;
    /** False: it is silent, too old or unlikely. */
    readonly isUsed: boolean;
    /** The age of its newest price; null if it has none. */
    readonly ageS: number | null;
  }[];
}

/** @param read never rejects */
export function registerRates(
  registry: Registry<OpenMetricsContentType>,
  read: () => Promise<readonly RateSample[]>,
): () => Promise<void> {
  const registers = [registry];
  const known = new Gauge({
    name: "turnpike_rate_up",
    help: "1 if the pair has a rate",
    labelNames: ["pair"],
    registers,
  });
  const used = new Gauge({
    name: "turnpike_rate_source_up",
    help: "1 if the source's price is used; 0 if it is silent, too old or unlikely",
    labelNames: ["pair", "source"],
    registers,
  });
  const age = new Gauge({
    name: "turnpike_rate_source_age_seconds",
    help: "Age of the source's newest price, by the database's clock; absent without one",
    labelNames: ["pair", "source"],
    registers,
  });
  return async () => {
    const samples = await read();
    for (const gauge of [known, used, age]) gauge.reset();
    for (const { pair, isKnown, sources } of samples) {
      known.set({ pair }, isKnown ? 1 : 0);
      for (const { source, isUsed, ageS } of sources) {
        used.set({ pair, source }, isUsed ? 1 : 0);
        if (ageS !== null) age.set({ pair, source }, ageS);
      }
    }
  };
}
