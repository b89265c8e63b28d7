// What an option costs the buyer in all, in the payment's currency.
import type { PaymentOption } from "../../../../client/index.ts";
import type { CheckoutData } from "../../../../pages/checkout/data.ts";

type Currency = { readonly assetSymbol: string; readonly decimals: number };

/** As the server writes amounts (src/pages/amount.ts). @param value smallest units */
export function fiat(value: bigint, { assetSymbol, decimals }: Currency, locale: string): string {
  const padded = value.toString().padStart(decimals + 1, "0");
  const at = padded.length - decimals;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat(locale, { style: "currency", currency: assetSymbol, ...digits })
    .formatToParts(`${padded.slice(0, at)}.${padded.slice(at) || "0"}` as `${number}`)
    .map((part) => (part.type === "currency" && locale.startsWith("ar") ? `\u2068${part.value}\u2069` : part.value))
    .join("");
}

/** Null if the option has no network fee, or one whose worth is unknown. */
export function totalOf({ networkFee }: PaymentOption, data: CheckoutData): string | null {
  const worth = networkFee?.fiatAmount;
  if (!worth?.display) return null;
  return fiat(BigInt(data.amountValue) + BigInt(worth.value), worth.display, data.locale);
}
