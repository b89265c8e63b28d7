// What an option costs the buyer in all, in the payment's currency.
import type { PaymentOption } from "../../../../client/index.ts";
import { shownFiat } from "../../../../money/shown-amounts.ts";
import type { CheckoutData } from "../../../../pages/checkout/data.ts";

type Currency = { readonly assetSymbol: string; readonly decimals: number };

/** @param value smallest units */
export const fiat = (value: bigint, { assetSymbol, decimals }: Currency, locale: string): string =>
  shownFiat(value, assetSymbol, decimals, locale);

/** Null if the option has no network fee, or one whose worth is unknown. */
export function totalOf({ networkFee }: PaymentOption, data: CheckoutData): string | null {
  const worth = networkFee?.fiatAmount;
  if (!worth?.display) return null;
  return fiat(BigInt(data.amountValue) + BigInt(worth.value), worth.display, data.locale);
}
