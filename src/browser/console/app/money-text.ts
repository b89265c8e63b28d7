// Amounts as people read them where they live. The digits go from the wire's text to Intl as text: no float is in between.
import type { WireAmount } from "../../../contract/amounts.ts";
import { formatStandardUnits } from "../../../money/amount.ts";

/** Digits after the point that a coin is shown with, at the most; none is dropped where they mean something. */
const TOKEN_DECIMALS_SHOWN_MAX = 20;

export function amountText({ unit, value, display }: WireAmount): string {
  if (!display) return `${value} of the smallest unit of ${unit.replace(/^(iso4217|caip19)\//, "")}`;
  const { assetSymbol, decimals } = display;
  const text = formatStandardUnits(BigInt(value), decimals) as Intl.StringNumericLiteral;
  if (unit.startsWith("iso4217/")) return fiatFormat(assetSymbol, decimals).format(text);
  return `${tokenFormat(decimals).format(text)} ${assetSymbol}`;
}

/** Minor units of a currency, in its own notation. @param decimals of ISO 4217 */
export const fiatText = (currency: string, value: bigint, decimals: number): string =>
  fiatFormat(currency, decimals).format(formatStandardUnits(value, decimals) as Intl.StringNumericLiteral);

/** What the statistics of a list give: standard units as a number. */
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
