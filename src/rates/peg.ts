// The price of a stablecoin in the currency it stands for: one to one, so that nothing in it ever expires.
import { changeDecimals, type FiatAmount } from "../money/amount.ts";
import type { Asset } from "../money/asset.ts";
import { findCurrency } from "../money/fiat.ts";
import type { ListOptionsPorts } from "../operations/list-options.ts";

/** Rates of pegged assets; there is none between an asset and a currency that it does not stand for. */
export const createPegRates = (): ListOptionsPorts["rates"] => ({
  quote: async (amount: FiatAmount, asset: Asset) => {
    const currency = asset.peggedTo === amount.currency ? findCurrency(amount.currency) : null;
    if (!currency) return null;
    return { value: changeDecimals(amount.value, currency.decimals, asset.decimals), expiresAtS: null };
  },
});
