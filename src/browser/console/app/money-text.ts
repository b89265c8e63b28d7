// Amounts in the reader's locale. Digits reach Intl as text, so no precision is lost in a float.
import type { WireAmount } from "../../../contract/amounts.ts";
import { formatStandardUnits } from "../../../money/amount.ts";

/** Decimal places shown for a token, at most. */
const TOKEN_DECIMALS_SHOWN_MAX = 20;

export function amountText({ unit, value, display }: WireAmount): string {
  if (!display) return `${value} of the smallest unit of ${unit.replace(/^(iso4217|caip19)\//, "")}`;
  const { assetSymbol, decimals } = display;
  const text = formatStandardUnits(BigInt(value), decimals) as Intl.StringNumericLiteral;
  if (unit.startsWith("iso4217/")) return fiatFormat(assetSymbol, decimals).format(text);
  return `${tokenFormat(decimals).format(text)} ${assetSymbol}`;
}

/** @param value in minor units @param decimals of ISO 4217 */
export const fiatText = (currency: string, value: bigint, decimals: number): string =>
  fiatFormat(currency, decimals).format(formatStandardUnits(value, decimals) as Intl.StringNumericLiteral);

/** @param amount in standard units, as list statistics report it */
export const revenueText = (currency: string, amount: number): string =>
  new Intl.NumberFormat(undefined, { style: "currency", currency }).format(amount);

export const countText = (count: number): string => new Intl.NumberFormat().format(count);

const fiatFormat = (currency: string, decimals: number) =>
  new Intl.NumberFormat(undefined, {
    style: "currency",
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });

const tokenFormat = (decimals: number) =>
  new Intl.NumberFormat(undefined, {
    minimumFractionDigits: Math.min(2, decimals),
    maximumFractionDigits: Math.min(decimals, TOKEN_DECIMALS_SHOWN_MAX),
  });
