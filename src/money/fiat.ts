// ISO 4217 currencies: which codes are money a buyer can owe, and how many decimals each has.
import currencyCodes from "currency-codes";

export interface Currency {
  readonly code: string;
  readonly name: string;
  /** Digits after the decimal point of the standard unit: USD 2, JPY 0, KWD 3. */
  readonly decimals: number;
}

// Codes that start with X are metals, bonds, test and "no currency" codes; these five are ordinary money of a region.
const REGIONAL_X_CODES = new Set(["XAF", "XCD", "XCG", "XOF", "XPF"]);

/** The currency of an ISO 4217 alphabetic code in capitals, or null where there is none. */
export function findCurrency(code: string): Currency | null {
  if (!/^[A-Z]{3}$/.test(code)) return null;
  if (code.startsWith("X") && !REGIONAL_X_CODES.has(code)) return null;
  const record = currencyCodes.code(code);
  return record ? { code: record.code, name: record.currency, decimals: record.digits } : null;
}
