// The items of a payment. The lines' total need not be the payment's amount: shipping, taxes and discounts may be
// missing.
import { FIAT_DIGITS_MAX } from "../money/amount.ts";

export interface LineItem {
  readonly name: string;
  readonly quantity: number;
  /** The price of the whole line, in the smallest unit of the payment's currency; may be 0. */
  readonly value: bigint;
}

/** With their names, they fit into an event of 20 KB. */
export const LINE_ITEMS_MAX = 20;
export const QUANTITY_MAX = 1_000_000;

/** 0 or a positive integer in plain digits; null: neither. */
export const parseLineValue = (text: string): bigint | null =>
  /^(0|[1-9][0-9]*)$/.test(text) && text.length <= FIAT_DIGITS_MAX ? BigInt(text) : null;
