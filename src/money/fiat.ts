// ISO 4217 currencies in which payments can be made, with their decimals.
import currencyCodes from "currency-codes";

export interface Currency {
  readonly code: string;
  readonly name: string;
  /** Digits after the decimal point of the standard unit: USD 2, JPY 0, KWD 3. */
  readonly decimals: number;
}

// Codes starting with X are metals, bonds, test codes and "no currency"; these five are regional currencies.
const REGIONAL_X_CODES = new Set(["XAF", "XCD", "XCG", "XOF", "XPF"]);

/** The package searches its list. */
const currencies = new Map(
  currencyCodes.data
    .filter(({ code }) => /^[A-Z]{3}$/.test(code) && (!code.startsWith("X") || REGIONAL_X_CODES.has(code)))
    .map(({ code, currency, digits }): [string, Currency] => [code, { code, name: currency, decimals: digits }]),
);

/** The currency of an uppercase ISO 4217 alphabetic code, or null. */
export const findCurrency = (code: string): Currency | null => currencies.get(code) ?? null;
