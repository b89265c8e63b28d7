// The price of a stablecoin in the currency it is pegged to: one to one.
import { changeDecimals, type FiatAmount } from "./amount.ts";
import type { Asset } from "./asset.ts";
import { findCurrency } from "./fiat.ts";

/** Smallest units of the asset, rounded up; null if the asset is not pegged to this currency. */
export function amountAtPar(
  amount: FiatAmount,
  { peggedTo, decimals }: Pick<Asset, "peggedTo" | "decimals">,
): bigint | null {
  const currency = peggedTo === amount.currency ? findCurrency(amount.currency) : null;
  return currency && changeDecimals(amount.value, currency.decimals, decimals);
}
