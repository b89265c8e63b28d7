// ISO 4217 currencies, with their decimals.
import { CURRENCIES } from "./currency-table.ts";

export interface Currency {
  readonly code: string;
  readonly name: string;
  /** Digits after the decimal point of the standard unit: USD 2, JPY 0, KWD 3. */
  readonly decimals: number;
  /** The day from which it exists; absent for older ones. */
  readonly since?: string;
  /** The day from which nothing can be paid in it any more. */
  readonly withdrawnOn?: string;
}

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
