// Options that several commands share.
import { InvalidArgumentError, Option } from "commander";
import { FIAT_DIGITS_MAX, parseStandardUnits } from "../../money/amount.ts";
import { findCurrency } from "../../money/fiat.ts";
import { MONTH_PATTERN, type Month, monthOf } from "../../payment/books/entry.ts";
import { isShownText } from "../../payment/shown-text.ts";
import { CommandError } from "./output.ts";

/** An option that can be repeated or take several values. */
export const several = (flags: string, description: string): Option => new Option(`${flags} <entries...>`, description);

/**
 * @param entry for example "USD=10.00"
 * @returns the currency's code and the amount in its smallest units
 * @throws CommandError
 */
export function currencyAmount(option: string, entry: string): readonly [currency: string, value: bigint] {
  const [code = "", text = ""] = entry.split("=");
  const currency = findCurrency(code);
  const value = currency && parseStandardUnits(text, currency.decimals, FIAT_DIGITS_MAX);
  if (!currency || value === null) {
    throw new CommandError(`${option} must be a currency and an amount, for example USD=10.00, not ${entry}`);
  }
  return [currency.code, value];
}

/** Node.js reads words of the command line that are not UTF-8 as this. */
const REPLACEMENT = "\ufffd";

/** @throws CommandError unless people can read the text as it is */
export function shownOption(option: string, text: string, lengthMax: number): string {
  const { length } = [...text];
  if (length > 0 && length <= lengthMax && isShownText(text) && !text.includes(REPLACEMENT)) return text;
  throw new CommandError(
    `${option} must have 1 to ${lengthMax} characters, in UTF-8, without control characters and without characters ` +
      "that reorder text",
  );
}

/** @throws InvalidArgumentError */
export function toMonth(text: string): Month {
  if (!new RegExp(MONTH_PATTERN).test(text)) throw new InvalidArgumentError("it is not a month such as 2026-01.");
  return monthOf(text);
}

/** @throws InvalidArgumentError */
export function toTime(text: string): Date {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new InvalidArgumentError("must be a time in ISO 8601.");
  return at;
}
