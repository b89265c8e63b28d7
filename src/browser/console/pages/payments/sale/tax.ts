// The tax that a till's prices include, and the tip, which bears none.
import type { Static } from "typebox";
import type { payment } from "../../../../../contract/payments/payment-list.ts";
import { parseEnteredAmount } from "../../../../../money/entered-amount.ts";

/** A rate counts hundredths of a percent. */
export const WHOLE = 10_000;
const DECIMALS = 2;
const DIGITS_MAX = 5;

/** As people type a percentage. @returns null if it is none from 0.01 to 100 */
export function taxRateOf(text: string, locale: string): number | null {
  const rate = parseEnteredAmount(text, DECIMALS, DIGITS_MAX, locale);
  return rate !== null && rate > 0n && rate <= BigInt(WHOLE) ? Number(rate) : null;
}

/** The tax in a price that includes it, rounded half up. @param price smallest units */
export function taxIn(price: bigint, rate: number): bigint {
  const [share, whole] = [price * BigInt(rate), BigInt(WHOLE + rate)];
  return (2n * share + whole) / (2n * whole);
}

/** A till writes a tip as the second line of its sale (use-create-sale.ts), and no other lines. */
export const tipIn = (lines: Static<typeof payment>["lineItems"]): bigint => BigInt(lines?.[1]?.amount.value ?? "0");
