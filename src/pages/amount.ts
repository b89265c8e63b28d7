// Amounts in the reader's locale.
import { type FiatAmount, formatStandardUnits } from "../money/amount.ts";
import { decimalsOf } from "../money/fiat.ts";
import { shownFiat } from "../money/shown-amounts.ts";
import { shownUnits } from "../money/shown-units.ts";

/** @param locale BCP 47 */
export const readableAmount = ({ currency, value }: FiatAmount, locale = "en"): string =>
  shownFiat(value, currency, decimalsOf(currency), locale);

/** The usual number of decimals for money. */
const DECIMALS_MIN = 2;

interface Token {
  readonly decimals: number;
}

/** As many digits as the checkout shows, without the symbol. */
export const readableUnits = (value: bigint, { decimals }: Token, locale: string, rounding?: "floor"): string =>
  shownUnits(value, decimals, locale, rounding);

/** Without separators: the digits that a wallet or an exchange takes, such as "1000.05". */
export function plainTokens(value: bigint, { decimals }: Token): string {
  const [whole, fraction = ""] = formatStandardUnits(value, decimals).split(".");
  const digits = fraction.padEnd(Math.min(decimals, DECIMALS_MIN), "0");
  return digits === "" ? `${whole}` : `${whole}.${digits}`;
}
