// The market rates of a local installation, from its chains' price feeds.
import type { Address } from "viem";
import { parseRates, type RatesConfig, type RatesEntry } from "../rates/config.ts";
import type { LocalDeployment } from "./tokens/deploy.ts";

/** A local feed is as old as the newest block. */
const MAX_AGE_S = 600;

export interface LocalFeeds extends Pick<LocalDeployment, "ethUsdFeed" | "eurUsdFeed"> {
  /** CAIP-2. */
  readonly caip2: string;
}

/** An entry of a rates file, with each chain's feed as a source. */
export const localRatesEntry = (chains: readonly LocalFeeds[]): RatesEntry => ({
  pairs: [
    { pair: "ETH/USD", maxAgeS: MAX_AGE_S, sources: chains.map(({ caip2, ethUsdFeed }) => feed(caip2, ethUsdFeed)) },
    { pair: "EUR/USD", maxAgeS: MAX_AGE_S, sources: chains.map(({ caip2, eurUsdFeed }) => feed(caip2, eurUsdFeed)) },
  ],
});

const feed = (chain: string, address: Address) => ({ type: "feed" as const, chain, address });

export function localRates(chains: readonly LocalFeeds[]): RatesConfig {
  const parsed = parseRates(
    localRatesEntry(chains),
    chains.map(({ caip2 }) => caip2),
  );
  if (parsed.kind === "ok") return parsed.rates;
  throw new Error(parsed.issues.map(({ field, message }) => `${field} ${message}`).join("; "));
}
