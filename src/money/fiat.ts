// ISO 4217 currencies, with their decimals.
import type { Currency } from "./currency.ts";
import { CURRENCIES } from "./currency-table.ts";

export type { Currency } from "./currency.ts";

const currencies = new Map(CURRENCIES.map((currency) => [currency.code, currency]));

/** The currency of an uppercase ISO 4217 alphabetic code in which payments can be made, or null. */
export function findCurrency(code: string): Currency | null {
  const found = knownCurrency(code);
  return found?.withdrawnOn === undefined ? found : null;
}

/** Also a currency that was withdrawn after a payment was made in it. */
export const knownCurrency = (code: string): Currency | null => currencies.get(code) ?? null;

/** The decimals of a known currency; 0 for other codes. */
export const decimalsOf = (code: string): number => knownCurrency(code)?.decimals ?? 0;
