// Amounts in the reader's locale. Digits reach Intl as text, so no precision is lost in a float.
import type { WireAmount } from "../../../../contract/amounts.ts";
import { formatStandardUnits } from "../../../../money/amount.ts";
import { decimalsOf } from "../../../../money/fiat.ts";
import { shownUnits } from "../../../../money/shown-units.ts";
import { direction, filledText, locale, messages } from "./language.ts";

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
  formatted(fiatFormat(currency, decimals), formatStandardUnits(value, decimals) as Intl.StringNumericLiteral);

/** @param amount in standard units, as list statistics report it */
export const revenueText = (currency: string, amount: number): string =>
  formatted(fiatFormat(currency, decimalsOf(currency)), amount);

/** Short, for the axis of a chart. */
export const roundMoneyText = (currency: string, amount: number): string =>
  formatted(
    new Intl.NumberFormat(locale(), { style: "currency", currency, notation: "compact", maximumFractionDigits: 1 }),
    amount,
  );

export const countText = (count: number): string => new Intl.NumberFormat(locale()).format(count);

/** An ordinal number, written without grouping. */
export const numberText = (number: bigint): string =>
  new Intl.NumberFormat(locale(), { useGrouping: false }).format(number);

/** At least four digits, as receipts have them: "0042". */
export const receiptNumberText = (number: number): string =>
  new Intl.NumberFormat(locale(), { minimumIntegerDigits: 4, useGrouping: false }).format(number);

/** In right-to-left text, U+2068 and U+2069 (UAX #9) keep a symbol in one piece: "US$" would show as "$US". */
function formatted(format: Intl.NumberFormat, amount: number | Intl.StringNumericLiteral): string {
  if (direction() === "ltr") return format.format(amount);
  const parts = format.formatToParts(amount);
  return parts.map(({ type, value }) => (type === "currency" ? `\u2068${value}\u2069` : value)).join("");
}

/** The runtime's own decimals differ from ISO 4217 for some currencies. */
const fiatFormat = (currency: string, decimals: number) =>
  new Intl.NumberFormat(locale(), {
    style: "currency",
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });

function exactUnits(value: bigint, decimals: number, locale: string): string {
  const digits = {
    minimumFractionDigits: Math.min(2, decimals),
    maximumFractionDigits: Math.min(decimals, TOKEN_DECIMALS_MAX),
  };
  return new Intl.NumberFormat(locale, digits).format(
    formatStandardUnits(value, decimals) as Intl.StringNumericLiteral,
  );
}
