// A token's amount as people read it. Every page rounds alike, so that one payment has one amount.
import { formatStandardUnits } from "./amount.ts";

/** Whole number and fraction together. */
const DIGITS = 8;
/** Shown even after eight digits. */
const DECIMALS_MIN = 2;
/** An amount that would round to zero keeps this many. */
const SMALL_DIGITS = 2;

/**
 * For example "1,388.8889", without the symbol.
 * @param value smallest units
 * @param roundingMode up unless it would promise more than there is
 * @param digits significant digits, if fewer are enough
 */
export function shownUnits(
  value: bigint,
  decimals: number,
  locale: string,
  roundingMode: "ceil" | "floor" = "ceil",
  digits?: number,
): string {
  const text = formatStandardUnits(value, decimals) as Intl.StringNumericLiteral; // a float would lose digits
  if (digits !== undefined)
    return new Intl.NumberFormat(locale, { maximumSignificantDigits: digits, roundingMode }).format(text);
  const whole = text.split(".")[0] ?? "";
  const least = Math.min(DECIMALS_MIN, decimals);
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: least,
    maximumFractionDigits: Math.max(least, Math.min(decimals, DIGITS - (whole === "0" ? 0 : whole.length))),
    maximumSignificantDigits: SMALL_DIGITS,
    roundingPriority: "morePrecision",
    roundingMode,
  }).format(text);
}
