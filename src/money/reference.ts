// An upper bound for the value of an amount, in millionths of a US dollar. Only amount limits use it (confirmations,
// second sources); prices come from the rates.
import type { FiatAmount } from "./amount.ts";
import type { Asset } from "./asset.ts";
import { decimalsOf } from "./fiat.ts";

/** Millionths of a US dollar in one. */
export const MICROS = 1_000_000n;

/**
 * Upper bounds of one standard unit's value, in millionths of a US dollar: the market value of early 2026 plus about a
 * third. Too high a bound makes a payment wait longer than necessary, never shorter. Currencies worth less than a
 * dollar may be left out and count as one.
 */
const UPPER_BOUNDS: Readonly<Record<string, bigint>> = {
  // worth more than a dollar
  BHD: 3_300_000n,
  CHE: 1_400_000n,
  CHF: 1_600_000n,
  CHW: 1_600_000n,
  CLF: 60_000_000n,
  EUR: 1_400_000n,
  FKP: 1_700_000n,
  GBP: 1_700_000n,
  GIP: 1_700_000n,
  JOD: 1_700_000n,
  KWD: 4_000_000n,
  KYD: 1_500_000n,
  OMR: 3_300_000n,
  SHP: 1_700_000n,
  // worth much less
  AED: 350_000n,
  ARS: 2_000n,
  BDT: 11_000n,
  BRL: 250_000n,
  CLP: 1_500n,
  CNY: 190_000n,
  COP: 350n,
  CRC: 2_700n,
  CZK: 65_000n,
  DKK: 210_000n,
  DZD: 11_000n,
  EGP: 30_000n,
  GHS: 130_000n,
  HKD: 170_000n,
  HUF: 4_000n,
  IDR: 90n,
  ILS: 420_000n,
  INR: 16_000n,
  ISK: 11_000n,
  JPY: 10_000n,
  KES: 11_000n,
  KHR: 350n,
  KRW: 1_000n,
  KZT: 3_000n,
  LAK: 70n,
  LKR: 4_500n,
  MAD: 150_000n,
  MMK: 700n,
  MNT: 400n,
  MXN: 75_000n,
  MYR: 330_000n,
  NGN: 1_000n,
  NOK: 140_000n,
  NPR: 10_000n,
  PHP: 25_000n,
  PKR: 5_000n,
  PLN: 370_000n,
  PYG: 200n,
  QAR: 370_000n,
  RON: 310_000n,
  RUB: 18_000n,
  RWF: 1_100n,
  SAR: 360_000n,
  SEK: 150_000n,
  THB: 43_000n,
  TRY: 37_000n,
  TWD: 45_000n,
  TZS: 600n,
  UAH: 35_000n,
  UGX: 400n,
  UZS: 120n,
  VND: 55n,
  XAF: 2_500n,
  XOF: 2_500n,
  XPF: 13_000n,
  ZAR: 80_000n,
};

/** @param value in units of `10 ** -decimals`. @returns millionths of a US dollar, rounded up */
function inMicros(currency: string, value: bigint, decimals: number): bigint {
  const unit = 10n ** BigInt(decimals);
  return (value * (UPPER_BOUNDS[currency] ?? MICROS) + unit - 1n) / unit;
}

/**
 * The most that this amount of an asset is worth, in millionths of a US dollar. The amount of a pegged asset counts;
 * for others it is the amount that the payment asks for.
 */
export function referenceValue(
  asset: Pick<Asset, "peggedTo" | "decimals"> | undefined,
  amount: bigint,
  asked: FiatAmount,
): bigint {
  if (asset?.peggedTo !== undefined) return inMicros(asset.peggedTo, amount, asset.decimals);
  return inMicros(asked.currency, asked.value, decimalsOf(asked.currency));
}
