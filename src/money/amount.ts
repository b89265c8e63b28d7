// Amounts: a unit and a bigint in the unit's smallest denomination. No floats, here or in any caller.
import { decimalsOf } from "./fiat.ts";

export interface FiatAmount {
  /** ISO 4217 alphabetic code. */
  readonly currency: string;
  /** Unit: the currency's smallest (cents for USD). */
  readonly value: bigint;
}

export interface TokenAmount {
  /** CAIP-19 asset id in canonical form. */
  readonly asset: string;
  /** Unit: the token's smallest. */
  readonly value: bigint;
}

/** Maximum digits of a fiat amount, which leaves headroom for sums in PostgreSQL's bigint. */
export const FIAT_DIGITS_MAX = 18;

const FIAT_PREFIX = "iso4217/";
const TOKEN_PREFIX = "caip19/";

export const fiatUnit = (currency: string): string => FIAT_PREFIX + currency;
export const tokenUnit = (asset: string): string => TOKEN_PREFIX + asset;

/** The chain (CAIP-2) of a token's unit; empty for a currency's. */
export const chainOfUnit = (unit: string): string =>
  unit.startsWith(TOKEN_PREFIX) ? (unit.slice(TOKEN_PREFIX.length).split("/")[0] ?? "") : "";

/** The currency code of an `iso4217/<CODE>` unit, or null for other units. The code is not validated. */
export function currencyOfUnit(unit: string): string | null {
  return unit.startsWith(FIAT_PREFIX) ? unit.slice(FIAT_PREFIX.length) : null;
}

/** A positive integer in plain digits (no sign, no leading zero), or null. */
export function parsePositiveInteger(text: string, digitsMax: number): bigint | null {
  return /^[1-9][0-9]*$/.test(text) && text.length <= digitsMax ? BigInt(text) : null;
}

/** `value × numerator / denominator`, rounded up to the next unit. */
export function scaleUp(value: bigint, numerator: bigint, denominator: bigint): bigint {
  return (value * numerator + denominator - 1n) / denominator;
}

/** Converts to another number of decimals, rounding up: 1.00 (2 decimals) becomes 1.000000 (6). */
export function changeDecimals(value: bigint, from: number, to: number): bigint {
  return from <= to ? value * 10n ** BigInt(to - from) : scaleUp(value, 1n, 10n ** BigInt(from - to));
}

/** Converts decimal text to smallest units ("0.30" with 2 decimals is 30); null if malformed or with more decimals. */
export function parseStandardUnits(text: string, decimals: number, digitsMax: number): bigint | null {
  const [, whole, fraction = ""] = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/.exec(text) ?? [];
  if (whole === undefined || fraction.length > decimals || whole.length + decimals > digitsMax) return null;
  return BigInt(whole + fraction.padEnd(decimals, "0"));
}

/** Formats in standard units, without closing zeros: `formatStandardUnits(1050n, 2)` is "10.5". */
export function formatStandardUnits(value: bigint, decimals: number): string {
  if (value < 0n) return `-${formatStandardUnits(-value, decimals)}`;
  const digits = value.toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  return fraction ? `${whole}.${fraction}` : whole;
}

/** Formats in standard units, with all decimals: `formatFixedUnits(1050n, 2)` is "10.50". */
export function formatFixedUnits(value: bigint, decimals: number): string {
  const [whole = "", fraction = ""] = formatStandardUnits(value, decimals).split(".");
  return decimals === 0 ? whole : `${whole}.${fraction.padEnd(decimals, "0")}`;
}

/** Formats for display, with all of the currency's decimals: "0.30 USD". */
export const formatFiat = ({ currency, value }: FiatAmount): string =>
  `${formatFixedUnits(value, decimalsOf(currency))} ${currency}`;
