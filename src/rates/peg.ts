// The price of a stablecoin in the currency it is pegged to: one to one, and it does not expire.
import type { FiatAmount } from "../money/amount.ts";
import type { Asset } from "../money/asset.ts";
import { amountAtPar } from "../money/par.ts";
import type { Quote } from "../operations/ports/prices.ts";

/** Null if the asset is not pegged to the amount's currency. */
export function parQuote(amount: FiatAmount, asset: Asset): Quote | null {
  const value = amountAtPar(amount, asset);
  return value === null ? null : { value, expiresAtS: null, sources: [] };
}
