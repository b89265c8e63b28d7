// Pairs for tests, parsed like those of the rates file.
import { type Fraction, parseDecimal } from "../../src/money/fraction.ts";
import { type Pair, parseRates, type RatesConfig, type RatesEntry } from "../../src/rates/config.ts";
import type { PairEntry, SourceEntry } from "../../src/rates/config-schema.ts";

type PairChanges = Partial<PairEntry> & Pick<PairEntry, "pair">;

const MAX_AGE_S = 3_600;

/** @param chains CAIP-2 ids of the chains that feeds may use */
export function ratesOf(entry: RatesEntry, chains: readonly string[] = []): RatesConfig {
  const parsed = parseRates(entry, chains);
  if (parsed.kind === "ok") return parsed.rates;
  throw new Error(`the rates are refused: ${JSON.stringify(parsed.issues)}`);
}

export function pairOf(changes: PairChanges, sources: readonly SourceEntry[], chains: readonly string[] = []): Pair {
  const [pair] = ratesOf({ pairs: [{ maxAgeS: MAX_AGE_S, ...changes, sources }] }, chains).pairs;
  if (!pair) throw new Error("there is no pair");
  return pair;
}

/** The exact value of a price's text. */
export function decimal(text: string): Fraction {
  const value = parseDecimal(text);
  if (!value) throw new Error(`${text} is not a number`);
  return value;
}
