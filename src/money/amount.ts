// Amounts: a unit and a bigint in the unit's smallest denomination. Nothing here or above it is ever a float.
import { findCurrency } from "./fiat.ts";

export interface FiatAmount {
  /** ISO 4217 alphabetic code. */
  readonly currency: string;
  /** In the currency's smallest unit (cents for USD). */
  readonly value: bigint;
}

export interface TokenAmount {
  /** CAIP-19 asset id in canonical form. */
  readonly asset: string;
  /** In the token's smallest unit. */
  readonly value: bigint;
}

/** Most digits a fiat amount may have: it then fits PostgreSQL's bigint with room for sums. */
export const FIAT_DIGITS_MAX = 18;

const FIAT_PREFIX = "iso4217/";
const TOKEN_PREFIX = "caip19/";

export const fiatUnit = (currency: string): string => FIAT_PREFIX + currency;
export const tokenUnit = (asset: string): string => TOKEN_PREFIX + asset;

/** The currency code of an `iso4217/<CODE>` unit, or null when the unit is of another kind. The code is not looked up. */
export function currencyOfUnit(unit: string): string | null {
  return unit.startsWith(FIAT_PREFIX) ? unit.slice(FIAT_PREFIX.length) : null;
}

/** A positive integer written in digits only (no sign, no leading zero), or null. */
export function parsePositiveInteger(text: string, digitsMax: number): bigint | null {
  return /^[1-9][0-9]*$/.test(text) && text.length <= digitsMax ? BigInt(text) : null;
}

/** `value × numerator / denominator`, rounded up to the next unit. */
export function scaleUp(value: bigint, numerator: bigint, denominator: bigint): bigint {
  return (value * numerator + denominator - 1n) / denominator;
}

/**
 * The same number of standard units in another number of decimals, rounded up: 1.00 (2 decimals) is 1.000000 (6).
 */
export function changeDecimals(value: bigint, from: number, to: number): bigint {
  return from <= to ? value * 10n ** BigInt(to - from) : scaleUp(value, 1n, 10n ** BigInt(from - to));
}

/** Decimal text in standard units as smallest units ("0.30" with 2 decimals is 30), or null: at most so many decimals. */
export function parseStandardUnits(text: string, decimals: number, digitsMax: number): bigint | null {
  const [, whole, fraction = ""] = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/.exec(text) ?? [];
  if (whole === undefined || fraction.length > decimals || whole.length + decimals > digitsMax) return null;
  return BigInt(whole + fraction.padEnd(decimals, "0"));
}

/** Standard units as decimal text: `formatUnits(1050n, 2)` is "10.5". */
export function formatStandardUnits(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  return fraction ? `${whole}.${fraction}` : whole;
}

/** For people, with all of the currency's decimals: "0.30 USD". */
export function formatFiat({ currency, value }: FiatAmount): string {
  const decimals = findCurrency(currency)?.decimals ?? 0;
  const digits = value.toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  return `${decimals > 0 ? `${whole}.${digits.slice(-decimals)}` : whole} ${currency}`;
}
