// A payment's amount as a person reads it.
import { type FiatAmount, formatStandardUnits } from "../money/amount.ts";
import { findCurrency } from "../money/fiat.ts";

export function readableAmount({ currency, value }: FiatAmount): string {
  const decimals = findCurrency(currency)?.decimals ?? 0;
  const format = new Intl.NumberFormat("en", { style: "currency", currency, minimumFractionDigits: decimals });
  // As text, so that no digit is lost on the way through a float.
  return format.format(formatStandardUnits(value, decimals) as Intl.StringNumericLiteral);
}
