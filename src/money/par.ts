// What a stablecoin costs in the currency that it stands for: one to one.
import { changeDecimals, type FiatAmount } from "./amount.ts";
import type { Asset } from "./asset.ts";
import { findCurrency } from "./fiat.ts";

/** Smallest units of the asset, rounded up; null where the asset does not stand for this currency. */
export function amountAtPar(
  amount: FiatAmount,
  { peggedTo, decimals }: Pick<Asset, "peggedTo" | "decimals">,
): bigint | null {
  const currency = peggedTo === amount.currency ? findCurrency(amount.currency) : null;
  return currency && changeDecimals(amount.value, currency.decimals, decimals);
}
