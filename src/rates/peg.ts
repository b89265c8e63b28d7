// The price of a stablecoin in the currency it stands for: one to one, so that nothing in it ever expires.
import type { FiatAmount } from "../money/amount.ts";
import type { Asset } from "../money/asset.ts";
import { amountAtPar } from "../money/par.ts";
import type { Quote } from "../operations/list-options.ts";

/** Null where the asset does not stand for the amount's currency. */
export function parQuote(amount: FiatAmount, asset: Asset): Quote | null {
  const value = amountAtPar(amount, asset);
  return value === null ? null : { value, expiresAtS: null, sources: [] };
}
