// The price of a stablecoin in the currency it stands for: one to one, so that nothing in it ever expires.
import { changeDecimals, type FiatAmount } from "../money/amount.ts";
import type { Asset } from "../money/asset.ts";
import { findCurrency } from "../money/fiat.ts";
import type { Quote } from "../operations/list-options.ts";

/** Null where the asset does not stand for the amount's currency. */
export function parQuote(amount: FiatAmount, asset: Asset): Quote | null {
  const currency = asset.peggedTo === amount.currency ? findCurrency(amount.currency) : null;
  if (!currency) return null;
  const value = changeDecimals(amount.value, currency.decimals, asset.decimals);
  return { value, expiresAtS: null, sources: [] };
}
