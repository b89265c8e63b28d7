// Prices of assets in a currency: one to one if the asset is pegged to it, else by market rates.
import { type FiatAmount, scaleUp } from "../money/amount.ts";
import type { Asset } from "../money/asset.ts";
import { findCurrency } from "../money/fiat.ts";
import { type Fraction, inverse, multiply } from "../money/fraction.ts";
import type { PriceQuotes, Quote } from "../operations/ports/prices.ts";
import { type BookPorts, createBook, type RateBook } from "./book.ts";
import type { RatesConfig } from "./config.ts";
import type { PairState } from "./judge.ts";
import { parQuote } from "./peg.ts";
import { type Leg, routeBetween } from "./route.ts";

export type Rates = PriceQuotes & RateBook;

/** The largest token amount (uint256). */
const VALUE_MAX = 2n ** 256n - 1n;

/** @param config null: only assets pegged to a payment's currency have a price */
export function createRates(config: RatesConfig | null, ports: BookPorts): Rates {
  if (!config) return { quote: async (amount, asset) => parQuote(amount, asset), states: async () => [] };
  const { pairs, quoteLifetimeS } = config;
  const book = createBook(config, ports);

  async function marketQuote(amount: FiatAmount, asset: Asset): Promise<Quote | null> {
    const currency = findCurrency(amount.currency);
    const pricedAs = pricedAsOf(asset);
    const route = currency && pricedAs && routeBetween(pairs, pricedAs, currency.code);
    if (!currency || !route) return null;
    const legs = legsNow(route, await book.states());
    if (!legs) return null;
    const price = legs.map((leg) => leg.price).reduce(multiply);
    const value = valueAt(amount.value, price, currency.decimals, asset.decimals);
    const expiresAtS = Math.floor(ports.nowMs() / 1_000) + quoteLifetimeS;
    return value > VALUE_MAX ? null : { value, expiresAtS, sources: legs.flatMap(({ sources }) => sources) };
  }

  return {
    quote: async (amount, asset) => parQuote(amount, asset) ?? (await marketQuote(amount, asset)),
    states: book.states,
  };
}

interface PricedLeg {
  /** The price in the direction of the route. */
  readonly price: Fraction;
  readonly sources: Quote["sources"];
}

/** Null if one of the legs has no rate now. */
function legsNow(route: readonly Leg[], states: readonly PairState[]): readonly PricedLeg[] | null {
  const legs: PricedLeg[] = [];
  for (const { pair, isReversed } of route) {
    const state = states.find((candidate) => candidate.pair === pair);
    if (!state?.price) return null;
    legs.push({ price: isReversed ? inverse(state.price) : state.price, sources: sourcesOf(state) });
  }
  return legs;
}

/**
 * The side that an asset takes in pairs: the currency it is pegged to, or its symbol. Null for a symbol that is also a
 * currency code (SOS is a token and the Somali shilling), which would be priced as that currency.
 */
function pricedAsOf({ peggedTo, symbol }: Asset): string | null {
  if (peggedTo !== undefined) return peggedTo;
  return findCurrency(symbol) ? null : symbol;
}

/**
 * @param price of one whole asset in standard units of the currency
 * @returns smallest units of the asset, rounded up, so less than one unit above the price
 */
export function valueAt(amount: bigint, price: Fraction, currencyDecimals: number, assetDecimals: number): bigint {
  const { numerator, denominator } = inverse(price);
  return scaleUp(amount, numerator * 10n ** BigInt(assetDecimals), denominator * 10n ** BigInt(currencyDecimals));
}

const sourcesOf = ({ pair, sources }: PairState): Quote["sources"] =>
  sources.flatMap(({ source, observation, fault }) =>
    fault || !observation
      ? []
      : [{ pair: pair.name, source: source.label, price: observation.text, observedAtS: observation.observedAtS }],
  );
