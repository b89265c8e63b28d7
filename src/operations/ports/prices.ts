// Prices of assets in a payment's currency.
import type { FiatAmount } from "../../money/amount.ts";
import type { Asset } from "../../money/asset.ts";
import type { PriceSource } from "../../payment/quote.ts";

/** The price of a fiat amount in one asset. */
export interface Quote {
  /** Smallest units of the asset, rounded up. */
  readonly value: bigint;
  /** Unix seconds; null if no exchange rate is involved. */
  readonly expiresAtS: number | null;
  /** The sources of the price; empty if no exchange rate is involved. */
  readonly sources: readonly PriceSource[];
}

export interface PriceQuotes {
  /** Null if there is no rate between the two. */
  quote(amount: FiatAmount, asset: Asset): Promise<Quote | null>;
}
