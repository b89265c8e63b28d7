// Amounts in the reader's locale. Digits reach Intl as text, so no precision is lost in a float.
import type { WireAmount } from "../../../../contract/amounts.ts";
import { formatStandardUnits } from "../../../../money/amount.ts";
import { decimalsOf } from "../../../../money/fiat.ts";
import { fiatFormat, shownFiat, withSymbol } from "../../../../money/shown-amounts.ts";
import { shownUnits } from "../../../../money/shown-units.ts";
import { filledText, locale, messages } from "./language.ts";

/** Decimal places of a token, at most. */
const TOKEN_DECIMALS_MAX = 20;

/** A token's amount has as many digits as the checkout shows. */
export const amountText = (amount: WireAmount): string => textOf(amount, shownUnits);

/** With all digits of a token's amount. */
export const exactAmountText = (amount: WireAmount): string => textOf(amount, exactUnits);

function textOf({ unit, value, display }: WireAmount, unitsText: typeof exactUnits): string {
  if (!display)
    return filledText(messages().app.smallestUnits, { value, unit: unit.replace(/^(iso4217|caip19)\//, "") });
  const { assetSymbol, decimals } = display;
  if (unit.startsWith("iso4217/")) return fiatText(assetSymbol, BigInt(value), decimals);
  return `${unitsText(BigInt(value), decimals, locale())}\u00a0${assetSymbol}`;
}

/** @param value in minor units @param decimals of ISO 4217 */
export const fiatText = (currency: string, value: bigint, decimals: number): string =>
  shownFiat(value, currency, decimals, locale());

/** @param amount in standard units, as list statistics report it */
export const revenueText = (currency: string, amount: number): string =>
  withSymbol(fiatFormat(currency, decimalsOf(currency), locale()), amount);

/** Short, for the axis of a chart. */
export const roundMoneyText = (currency: string, amount: number): string =>
  withSymbol(
    new Intl.NumberFormat(locale(), { style: "currency", currency, notation: "compact", maximumFractionDigits: 1 }),
    amount,
  );

export const countText = (count: number): string => new Intl.NumberFormat(locale()).format(count);

/** An ordinal number, written without grouping. */
export const numberText = (number: bigint): string =>
  new Intl.NumberFormat(locale(), { useGrouping: false }).format(number);

/** The text of a period, such as "30 days", in the locale's numerals. */
export const periodText = (text: string): string => text.replace(/\d+/, (digits) => countText(Number(digits)));

/** At least four digits, as receipts have them: "0042". */
export const receiptNumberText = (number: number): string =>
  new Intl.NumberFormat(locale(), { minimumIntegerDigits: 4, useGrouping: false }).format(number);

function exactUnits(value: bigint, decimals: number, locale: string): string {
  const digits = {
    minimumFractionDigits: Math.min(2, decimals),
    maximumFractionDigits: Math.min(decimals, TOKEN_DECIMALS_MAX),
  };
  return new Intl.NumberFormat(locale, digits).format(
    formatStandardUnits(value, decimals) as Intl.StringNumericLiteral,
  );
}
